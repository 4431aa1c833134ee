"""Measure: `.venv/bin/python -m bench`, or some parts of it by name; `--json FILE` keeps it there.

Takes about ten minutes; a part by itself seconds. Every figure is printed as soon as it is known.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from bench.figures import Skipped, head, line
from bench.parts import PARTS

RESULTS = Path(__file__).parent / "results.json"


def main(argv: list[str] | None = None) -> int:
    """Take the parts in their order; 0 if none of them broke."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("part", nargs="*", help=f"some of: {', '.join(PARTS)} (all)")
    parser.add_argument("--json", type=Path, default=RESULTS, help="kept there (%(default)s)")
    given = parser.parse_args(argv)
    if unknown := set(given.part) - set(PARTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}: {', '.join(PARTS)}")
    chosen = [name for name in PARTS if name in given.part or not given.part]
    phones = "phones go first" if _phones_go_first() else "phones wait for the server's processor"
    print(head())
    results = [_take(name) for name in chosen]
    python, cores = sys.version.split()[0], os.cpu_count()
    told = {"python": python, "cores": cores, "phones": phones, "parts": results}
    given.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    minutes = sum(one["seconds"] for one in results) / 60
    print(f"{minutes:.1f} min, load {_load()[0]:.1f}, {phones}; kept in {given.json}")
    return int(any("broke" in one for one in results))


def _phones_go_first() -> bool:
    """Let this process run whenever it wants to, not those that it starts, where that is allowed.

    Phones have processors of their own. On a machine with two, a phone that is told something
    otherwise waits until the server is done with what it does next.
    """
    try:
        policy = os.SCHED_RR | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(1))
    except (AttributeError, OSError):
        return False
    return True


def _take(name: str) -> dict[str, Any]:
    """One part, told at once; one that breaks does not keep the others from being taken."""
    start, load = time.monotonic(), _load()
    told: dict[str, Any] = {"part": name, "load": load}
    try:
        rows = PARTS[name]()
    except Skipped as reason:
        print(f"{name} is left out: {reason}", flush=True)
        told["skipped"] = str(reason)
    except Exception as problem:
        print(f"{name} broke: {problem!r}", flush=True)
        traceback.print_exc()
        told["broke"] = repr(problem)
    else:
        for row in rows:
            print(line(row), flush=True)
        told["rows"] = [row.as_json() for row in rows]
    return {**told, "seconds": time.monotonic() - start}


def _load() -> list[float]:
    return list(os.getloadavg()) if hasattr(os, "getloadavg") else [0.0]


if __name__ == "__main__":
    raise SystemExit(main())
