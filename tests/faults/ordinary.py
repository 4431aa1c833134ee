"""A server that no lock of the disk opens for: `python -m tests.faults.ordinary`.

An administrator may write wherever they want to; with that right taken away, a folder that is
read-only is so for this server too.
"""

import ctypes
import os
import sys

MAY_WRITE_ANYWHERE = 1  # CAP_DAC_OVERRIDE
DROP_FOR_GOOD = 24  # PR_CAPBSET_DROP

if __name__ == "__main__":
    if os.geteuid() == 0:
        assert ctypes.CDLL(None).prctl(DROP_FOR_GOOD, MAY_WRITE_ANYWHERE, 0, 0, 0) == 0
    os.execv(sys.executable, [sys.executable, "app.py", *sys.argv[1:]])
