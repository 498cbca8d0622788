"""What an engine is put together from: ports, policies, the world. The composition root fills it in."""

from collections.abc import Callable
from dataclasses import dataclass, field

from mcp_memory.engine.domain.policies import (
    BackupPolicy,
    ConsolidationPolicy,
    ContextPolicy,
    EmbeddingPolicy,
    EncodingPolicy,
    FadingPolicy,
    MergePolicy,
    RecallPolicy,
)
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.embedder import Embedder
from mcp_memory.engine.ports.feeds import Follower
from mcp_memory.engine.ports.index import Index, IndexSource, WordIndex
from mcp_memory.engine.ports.jobs import JobBook
from mcp_memory.engine.ports.reasoner import Reasoner
from mcp_memory.engine.ports.records import EmbeddingQueue, Records
from mcp_memory.engine.ports.sessions import Sessions
from mcp_memory.engine.ports.vault import SealedBook, Vault
from mcp_memory.engine.ports.world import Clock, Local, NewId
from mcp_memory.engine.precedence import Precedence
from mcp_memory.engine.privacy.access import Grants


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of one engine."""

    records: Records
    words: WordIndex
    queue: EmbeddingQueue
    sessions: Sessions
    jobs: JobBook
    candidates: CandidateBook
    vectors: IndexSource
    reasoner: Reasoner
    index: Index
    embedder: Embedder
    vault: Vault
    book: SealedBook
    clock: Clock
    local: Local
    new_id: NewId
    stopwatch: Callable[[], float]
    grants: Grants
    precedence: Precedence = field(default_factory=Precedence)
    fetch_model: Callable[[], None] = lambda: None
    followers: tuple[Follower, ...] = ()
    recall_policy: RecallPolicy = field(default_factory=RecallPolicy)
    embedding_policy: EmbeddingPolicy = field(default_factory=EmbeddingPolicy)
    encoding_policy: EncodingPolicy = field(default_factory=EncodingPolicy)
    consolidation_policy: ConsolidationPolicy = field(default_factory=ConsolidationPolicy)
    context_policy: ContextPolicy = field(default_factory=ContextPolicy)
    backup_policy: BackupPolicy = field(default_factory=BackupPolicy)
    fading_policy: FadingPolicy = field(default_factory=FadingPolicy)
    merge_policy: MergePolicy = field(default_factory=MergePolicy)
