# SPDX-License-Identifier: Apache-2.0
"""What a machine may choose, and that everything else is as in nve.json: one text each that is not.

Sizes lie in the ranges in which random machines are proved (tests/machine/random_machines.py). What has no
range is the same on every machine, because headers, programs and tests are made for it once (arch/README.md).
Standard library only.
"""
from shape import RANGES, show
from values import functional

# Anything that shape.py and checks.py allow
FREE = ("name", "datapath.max_stride", "datapath.split")


def out_of_range(arch):
    """Sizes that no machine may choose."""
    for path, (low, high) in RANGES.items():
        part, key = path.split(".")
        if not low <= arch[part][key] <= high:
            yield f"{path}: found {arch[part][key]}, allowed: {low} to {high}"


def fixed(arch, base):
    """Of a description that is right in itself, against `base`, which is nve.json's."""
    yield from differences(functional(arch), functional(base))


def differences(node, base, path=""):
    if path in RANGES or path in FREE or node == base:
        return
    if isinstance(node, dict) and isinstance(base, dict) and node.keys() == base.keys():
        for key, value in node.items():
            yield from differences(value, base[key], f"{path}.{key}" if path else key)
    elif named_alike(node, base):
        for value, other in zip(node, base):
            yield from differences(value, other, f"{path}.{value['name']}")
    else:
        yield f"{path}: found {show(node)}, allowed: {show(base)}, the same on every machine"


def named_alike(node, base):
    """Lists of named entries in one order."""
    return (isinstance(node, list) and isinstance(base, list)
            and all(isinstance(entry, dict) for entry in node + base)
            and [entry.get("name") for entry in node] == [entry.get("name") for entry in base])
