#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs shards for ninja: ninja_shard.py LIST INDEX OUT, as shard.py does, and not longer than ninja runs.

Ninja has to take it for its own child: the shell between them must become this script (exec). Exit code: 0
however the shards ended, since shard.py looks at what each needs and leaves the reason if it cannot run; 1
if a signal has ended it.
"""
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import script_main  # noqa: E402
import shard  # noqa: E402
from processes import die_with_parent  # noqa: E402


def main():
    die_with_parent(signal.SIGTERM)()
    return shard.main()


if __name__ == "__main__":
    sys.exit(script_main.run("shard.py", main, "there is no result of this shard") >= 128)
