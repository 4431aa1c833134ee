"""A house that may open 1,024 files: `python -m tests.narrow`, with the arguments of `app.py`."""

import resource

from assistant.start import main

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
    raise SystemExit(main())
