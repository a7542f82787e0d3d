# SPDX-License-Identifier: Apache-2.0
"""The cells of the documents, from the JSON files of cell_table.py in tests/expected/cells_MACHINE.json.

`nve_mover` is the machine nve with the mover. Standard library only.
"""
import json
import pathlib

EXPECTED = pathlib.Path(__file__).resolve().parents[2] / "tests" / "expected"
COLUMNS = ("instances", "dsp", "ramb36", "ramb18", "lut", "lutram", "carry4", "ff")
# Rows of docs/dma.md: what stands in front, and the modules whose cells are added up.
DMA_ROWS = (
    ("nve_dma", ("nve_dma",)),
    ("nve_dma_regs, _chan", ("nve_dma_regs", "nve_dma_chan")),
    ("nve_dma_fetch", ("nve_dma_fetch",)),
    ("nve_dma_cmdq, _delay", ("nve_dma_cmdq", "nve_dma_delay")),
    ("nve_dma_rows", ("nve_dma_rows",)),
    ("nve_dma_mm2s", ("nve_dma_mm2s",)),
    ("nve_dma_s2mm", ("nve_dma_s2mm",)),
    ("nve_dma_update", ("nve_dma_update",)),
    ("nve_fifo", ("nve_fifo",)))
DMA_COLUMNS = ("lut", "lutram", "ff", "ramb36")


def cells_of(machine):
    return json.loads((EXPECTED / f"cells_{machine}.json").read_text(encoding="utf-8"))


def line(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table(header, rows):
    return "\n".join([line(header), "|---" + "|---:" * (len(header) - 1) + "|"] + [line(row) for row in rows])


def total_row(cells):
    return ["total", ""] + [cells["total"][column] for column in COLUMNS[1:]]


def whole(machine):
    """Every module of a machine."""
    cells = cells_of(machine)
    rows = [[name] + [row[column] for column in COLUMNS] for name, row in cells["modules"].items()]
    return table(("module",) + COLUMNS, rows + [total_row(cells)])


def some(machine, *modules):
    """These modules of a machine, and its total."""
    cells = cells_of(machine)
    rows = [[name] + [cells["modules"][name][column] for column in COLUMNS] for name in modules]
    return table(("module",) + COLUMNS, rows + [total_row(cells)])


def dma():
    """The modules of the DMA in both profiles, and the whole of both."""
    machines = [cells_of("nve"), cells_of("nve_mover")]
    rows = []
    for name, modules in DMA_ROWS:
        row = [name]
        for cells in machines:
            found = [cells["modules"][module] for module in modules if module in cells["modules"]]
            row += [sum(part[column] for part in found) if found else "" for column in DMA_COLUMNS]
        # The lists lie in memories of their own module.
        if name == "nve_dma_rows":
            row[-1] = machines[1]["total"]["ramb36"] - machines[0]["total"]["ramb36"]
        rows.append(row)
    rows.append(["nve_top"] + [cells["total"][column] for cells in machines for column in DMA_COLUMNS])
    header = ["module"] + [first for profile in ("axi_dma", "mover")
                           for first in (f"{profile}: {DMA_COLUMNS[0]}", *DMA_COLUMNS[1:])]
    return table(header, rows)


def summary():
    """One cell of a table."""
    nve, split = cells_of("nve")["total"], cells_of("nve_split")["total"]
    return (f"{nve['dsp']} DSP, {nve['ramb36']} RAMB36, {nve['ramb18']} RAMB18, {nve['lut']} LUT, "
            f"{nve['ff']} FF; split machine {split['lut']} LUT, {split['ff']} FF")


BLOCKS = {"whole": whole, "some": some, "dma": dma, "summary": summary}


def block(words):
    """The text of `<!-- cells: WORDS -->`."""
    name, *arguments = words.split()
    return BLOCKS[name](*arguments)
