#!/usr/bin/env python3
"""Puts golden texts into documents between `<!-- golden: NAME -->` and `<!-- end -->`.

  update_docs.py FILE...           rewrites the blocks
  update_docs.py --check FILE...   exit 1 if a block differs from tests/golden/NAME.txt
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def filled(text):
    def block(match):
        golden = (ROOT / "tests" / "golden" / f"{match.group(1)}.txt").read_text(encoding="utf-8")
        return f"<!-- golden: {match.group(1)} -->\n```\n{golden.rstrip()}\n```\n<!-- end -->"
    return re.sub(r"<!-- golden: (\w+) -->\n.*?<!-- end -->", block, text, flags=re.S)


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
            print(f"{name}: differs from tests/golden; run scripts/update_docs.py {name}", file=sys.stderr)
            failed = True
        else:
            path.write_text(new, encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
