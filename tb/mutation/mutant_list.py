#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the mutants that a program has, which refuses any other one (mutant_choice.hpp).

  mutant_list.py OUT.cpp [CLASS=]LISTING.json ...

A listing is what netlist.py or cpp_mutants.py has written, CLASS the Verilated class of a netlist. Standard
library only.
"""
import json
import pathlib
import sys

TEXT = """#include "tb/mutation/mutant_choice.hpp"

namespace {{

const nve::MutantList kLists[] = {{
{lists}
}};
[[maybe_unused]] const bool kChecked = nve::CheckMutantChoice(kLists);

}}  // namespace
"""


def main():
    out, *lists = sys.argv[1:]
    lines = []
    for text in lists:
        name, _, path = text.rpartition("=")
        numbers = sorted(mutant["number"] for mutant in json.loads(pathlib.Path(path).read_text("utf-8")))
        lines.append(f'    {{"{name}", {{{", ".join(map(str, numbers))}}}}},')
    pathlib.Path(out).write_text(TEXT.format(lists="\n".join(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
