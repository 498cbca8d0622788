"""Another process that says things and consolidates them, over and over, until it is killed."""

import sys
from pathlib import Path

from consolidation_kit import Life

RULES = ("Never deploy on {}s", "Don't deploy on {}s", "We never deploy on {}s")
OBJECTS = ("friday", "sensor", "branch", "holiday", "weekend", "cluster", "notebook", "printer", "tunnel", "bridge")


def main(folder: Path) -> None:
    """Print a line for each rule said; consolidate in small runs all the time."""
    life = Life.on(folder)
    consolidating = life.consolidating()
    for number, name in enumerate(OBJECTS * 20):
        for place, rule in enumerate(RULES):
            life.say(rule.format(f"{name}{number}"), f"s{place}")
        consolidating.run()
        sys.stdout.write(f"{name}{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
