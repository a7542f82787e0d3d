#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the bandwidth of the DMA against transfer size, from nve-sweep's table.

  plot_sweep.py SWEEP.csv OUT.svg

A panel for each memory model, columns for the directions; lines for every profile, with one port for each
master (solid) and one for all (dashed). With `fixed` memory the closed form of docs/dma.md is drawn beside
MM2S of the axi_dma profile, its uncertain range (latency 18 to 30, fetch overhead 5 to 8 cycles) shaded.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import charts  # noqa: E402
import own_files  # noqa: E402
from script_main import InputError  # noqa: E402

COLUMNS = ("profile", "memory", "ports", "direction", "bytes", "mm2s_mb_s", "s2mm_mb_s", "closed_form_period",
           "closed_form_least", "closed_form_most", "clock_mhz", "port_mb_s", "peak_mb_s",
           "peak_together_mb_s")
DIRECTIONS = (("mm2s", "mm2s_mb_s", "MM2S alone"), ("s2mm", "s2mm_mb_s", "S2MM alone"),
              ("both", "mm2s_mb_s", "MM2S, both running"), ("both", "s2mm_mb_s", "S2MM, both running"))


def series(path, rows, column):
    points = sorted((charts.needed(path, row, "bytes"), charts.needed(path, row, column)) for row in rows)
    return [p[0] for p in points], [p[1] for p in points]


def draw_closed_form(axes, path, rows):
    columns = ("bytes", "closed_form_period", "closed_form_least", "closed_form_most")
    points = sorted(tuple(charts.number(path, row, column) for column in columns) for row in rows)
    if not points or None in points[0]:
        return
    sizes = [p[0] for p in points]
    clock = charts.needed(path, rows[0], "clock_mhz")
    rate = [[p[0] / p[i] * clock for p in points] for i in (1, 2, 3)]
    axes.fill_between(sizes, rate[1], rate[2], color="#000000", alpha=0.12, linewidth=0,
                      label="closed form, range")
    axes.plot(sizes, rate[0], color="#000000", linewidth=0.8, label="closed form")


def check_rates(path, rows):
    """No rate is above what nve-sweep says of port and memory."""
    for row in rows:
        rates = [charts.number(path, row, column) or 0 for column in ("mm2s_mb_s", "s2mm_mb_s")]
        charts.check_rates(f"{path}: {row['profile']}, {row['memory']}, {row['bytes']} bytes", rates,
                           charts.needed(path, row, "peak_mb_s"),
                           charts.needed(path, row, "peak_together_mb_s"))


def draw_panel(axes, path, rows, direction, column, title):
    rows = [r for r in rows if r["direction"] == direction and r[column] != ""]
    if column == "mm2s_mb_s":
        known = [r for r in rows if r["profile"] == "axi_dma" and r["ports"] == "separate"]
        draw_closed_form(axes, path, known)
    for colour, profile in zip(charts.COLOURS, sorted({r["profile"] for r in rows})):
        for ports, style in (("separate", "-"), ("shared", "--")):
            chosen = [r for r in rows if r["profile"] == profile and r["ports"] == ports]
            if chosen:
                axes.plot(*series(path, chosen, column), style, color=colour, marker=".", markersize=4,
                          linewidth=1.2, label=f"{profile}, {ports}")
    port = charts.needed(path, rows[0], "port_mb_s")
    axes.axhline(port, color="#999999", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_ylim(0, port * 1.08)
    axes.set_title(title)
    axes.grid(True, color="#dddddd", linewidth=0.5)


def main():
    parser = charts.parser(__doc__)
    parser.add_argument("table")
    parser.add_argument("svg")
    arguments = parser.parse_args()
    try:
        own_files.refuse_overwriting([arguments.table], [arguments.svg])
    except InputError as error:
        charts.fail("plot_sweep.py", error)
    draw(arguments.table, arguments.svg)


def draw(table, svg):
    rows = charts.rows_of(table, COLUMNS)
    if not rows:
        charts.fail(table, "no measurement in it")
    check_rates(table, rows)
    memories = list(dict.fromkeys(row["memory"] for row in rows))
    present = [d for d in DIRECTIONS if any(r["direction"] == d[0] for r in rows)]
    size = (3.6 * len(present), 2.9 * len(memories))
    figure, panels = charts.plot.subplots(len(memories), len(present), squeeze=False, sharex=True,
                                          sharey=True, figsize=size)
    for line, memory in zip(panels, memories):
        for axes, (direction, column, title) in zip(line, present):
            draw_panel(axes, table, [r for r in rows if r["memory"] == memory], direction, column,
                       f"{title}, memory {memory}")
        line[0].set_ylabel("MB/s")
    for axes in panels[-1]:
        axes.set_xlabel("bytes of a transfer")
    handles = {}
    for axes in panels.flat:
        handles.update(zip(*reversed(axes.get_legend_handles_labels())))
    figure.legend(handles.values(), handles.keys(), loc="upper center", ncol=4, bbox_to_anchor=(0.5, 0.0),
                  frameon=False)
    figure.tight_layout()
    charts.save(figure, svg)


if __name__ == "__main__":
    main()
