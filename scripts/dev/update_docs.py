#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts expected texts into documents between `<!-- expected: NAME -->` and `<!-- end -->`, and the cells of
the machines between `<!-- cells: BLOCK -->` and `<!-- end -->` (cell_docs.py), and who includes whom between
`<!-- arrows -->` and `<!-- end -->` (draw_arrows.py).

  update_docs.py FILE...           rewrites the blocks
  update_docs.py --check FILE...   exit 1 if a block differs from tests/expected
"""
import pathlib
import re
import sys

import cell_docs
import draw_arrows

ROOT = pathlib.Path(__file__).resolve().parents[2]


def filled(text):
    def block(match):
        expected = (ROOT / "tests" / "expected" / f"{match.group(1)}.txt").read_text(encoding="utf-8")
        return f"<!-- expected: {match.group(1)} -->\n```\n{expected.rstrip()}\n```\n<!-- end -->"
    def cells(match):
        new_line = "\n" if match.group(2) else ""
        block_text = cell_docs.block(match.group(1))
        return f"<!-- cells: {match.group(1)} -->{new_line}{block_text}{new_line}<!-- end -->"
    def arrows(_):
        return f"<!-- arrows -->\n```\n{draw_arrows.drawing()}\n```\n<!-- end -->"
    text = re.sub(r"<!-- expected: (\w+) -->\n.*?<!-- end -->", block, text, flags=re.S)
    text = re.sub(r"<!-- cells: ([\w ]+) -->(\n)?.*?<!-- end -->", cells, text, flags=re.S)
    return re.sub(r"<!-- arrows -->\n.*?<!-- end -->", arrows, text, flags=re.S)


def main(arguments):
    check = arguments[:1] == ["--check"]
    failed = False
    for name in arguments[1:] if check else arguments:
        path = pathlib.Path(name)
        text = path.read_text(encoding="utf-8")
        new = filled(text)
        if new == text:
            continue
        if check:
            print(f"{name}: differs from tests/expected; run scripts/dev/update_docs.py {name}",
                  file=sys.stderr)
            failed = True
        else:
            path.write_text(new, encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
