# SPDX-License-Identifier: Apache-2.0
"""No engine: the commands of the shards that can run, one a line, for whatever runs commands."""
import pathlib
import shlex
import sys

import shard_list

HERE = pathlib.Path(__file__).resolve().parent


def tell(out, shards, outcome):
    stages = shard_list.stages(shards, outcome.missing)
    index = {one.id: number for number, one in enumerate(shards)}
    for name in stages[0]:
        print(shlex.join([str(HERE / "shard.py"), str(out / shard_list.LIST), str(index[name]), str(out)]))
    later = len(outcome.missing) - len(stages[0])
    more = f"; {later} more need these: call again when they are done" if later else ""
    print(f"{len(stages[0])} commands of {out / shard_list.LIST}, to be called in this folder{more}; then "
          "call again without --engine list, or scripts/campaign/merge.py", file=sys.stderr)
