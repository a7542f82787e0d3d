# SPDX-License-Identifier: Apache-2.0
"""Where the cycles of several cores go: the waterfalls of a result of nve-cosim, core by core.

A frame of C cycles on N cores has N x C cycles of cores. Those of a core are the parts of its steps
(docs/experiments.md, section 4), and its waiting between them (docs/cores.md, section 6).
"""


def cycles_of(report):
    """Of the frame: from its first register access to the end of its last step."""
    return report["total"]["elapsed_cycles"]


def shares_of(report):
    """Cycles of all cores by part. An AssertionError if a core's are not those of the frame."""
    shares = {}
    for core in report["cores"]:
        parts = dict(core["waterfall"])
        assert parts.pop("sum") == cycles_of(report) == sum(parts.values()), core
        for part, cycles in parts.items():
            shares[part] = shares.get(part, 0) + cycles
    return shares


def largest(shares, most=4):
    """The parts but the bound that have cycles, the largest ones, as (part, cycles)."""
    lost = [(part, cycles) for part, cycles in shares.items() if cycles and part != "bound"]
    return sorted(lost, key=lambda each: -each[1])[:most]
