"""A server whose clock somebody sets: `python -m tests.faults.otherwise`.

The file that `OTHERWISE` names says by how many seconds it is wrong.
"""

import os
import time
from pathlib import Path

_now = time.time


def _wrong() -> float:
    return _now() + float(Path(os.environ["OTHERWISE"]).read_text(encoding="ascii"))


time.time = _wrong

from assistant.start import main  # noqa: E402

if __name__ == "__main__":
    raise SystemExit(main())
