"""A process killed in the middle of consolidation leaves nothing half done."""

import os
import subprocess
import sys
from pathlib import Path

from consolidation_kit import Life

from mcp_memory.engine.domain.promotion import CandidateState
from mcp_memory.engine.domain.vocabulary import LinkKind, Status


def test_every_promotion_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    """Memory, links, observations and candidate go together; the next run finds what was left."""
    worker = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("worker.py")), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert worker.stdout is not None
    said = [worker.stdout.readline().strip() for _ in range(6)]
    worker.kill()
    worker.wait()
    worker.stdout.close()
    life = Life.on(tmp_path)
    assert all(finding.passed for finding in life.records.check())
    promoted = life.records.candidates("me", {CandidateState.PROMOTED})
    assert {candidate.memory_id for candidate in promoted} == {rule.id for rule in life.rules()}
    for candidate in promoted:
        dossier = life.records.dossier(candidate.memory_id)
        assert dossier is not None
        sources = {link.target for link in dossier.links if link.kind is LinkKind.DERIVED_FROM}
        assert sources == set(candidate.evidence)
        assert len(dossier.observations) == 3
    life.consolidating().run()
    contents = " ".join(rule.content for rule in life.rules(Status.ACTIVE))
    assert all(name in contents for name in said)
    life.engine.close()
