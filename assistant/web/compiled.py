"""Templates as they were compiled once: that is a second of a start on a laptop."""

from __future__ import annotations

import contextlib
import hmac
import os
import tempfile
from pathlib import Path

from jinja2.bccache import Bucket, BytecodeCache

SEAL = "sha256"
SEAL_BYTES = 32


class Compiled(BytecodeCache):
    """A help, not a need: what cannot be kept or read is compiled again.

    What is not exactly as this house wrote it is never unmarshalled: Python trusts such bytes, and
    a damaged one can end the whole program.
    """

    def __init__(self, folder: Path, secret: bytes) -> None:
        self._folder = folder
        self._key = hmac.digest(secret, b"compiled", SEAL)
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            held = self._file(bucket).read_bytes()
        except OSError:
            return
        seal, code = held[:SEAL_BYTES], held[SEAL_BYTES:]
        if hmac.compare_digest(seal, self._seal(bucket, code)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        code = bucket.bytecode_to_string()
        with contextlib.suppress(OSError):
            handle, unfinished = tempfile.mkstemp(".part", dir=self._folder)
            try:
                with open(handle, "wb") as file:
                    file.write(self._seal(bucket, code) + code)
                os.replace(unfinished, self._file(bucket))
            except OSError:
                os.unlink(unfinished)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.cache"

    def _seal(self, bucket: Bucket, code: bytes) -> bytes:
        return hmac.digest(self._key, bucket.key.encode() + code, SEAL)
