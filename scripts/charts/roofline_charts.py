# SPDX-License-Identifier: Apache-2.0
"""Draws a result of roofline.py, roofline.json: rooflines and waterfalls of its networks as SVG files."""
import charts

MODES = ("column", "reordered", "contiguous", "mover")
PARTS = ("bound", "schedule", "prologue", "load", "host", "copy", "ramp", "drain", "descriptors", "transfer",
         "row", "turnaround", "refresh", "writes", "latency", "output")
PART_COLOURS = dict(zip(PARTS, (
    "#2f7d4f", "#7fb69a", "#b9d6c6", "#1f5f99", "#6f9cc4", "#8a6d1d", "#a9c3de", "#c9d9ea",
    "#c0491f", "#d97f5e", "#7a4fa3", "#9d7cbd", "#b89fd0", "#d3c4e2", "#8d8d8d", "#4d4d4d")))
# In points: two of them often coincide.
LABEL_OFFSETS = {"column": -3, "reordered": -3, "contiguous": 3, "mover": -9}


def draw(results, out):
    """All charts of a roofline.json, and their files. No number comes from anywhere else."""
    drawn = []
    for network in dict.fromkeys(row["network"] for row in results["layers"]):
        rows = [row for row in results["layers"] if row["network"] == network]
        rows.sort(key=lambda row: (row["layer"], MODES.index(row["mode"])))
        drawn += [out / f"{kind}_{network}.svg" for kind in ("roofline", "waterfall")]
        draw_roofline(rows, results, drawn[-2])
        draw_waterfall(rows, drawn[-1])
    return drawn


def draw_roofline(rows, results, path):
    compute_gops, port_gb_s = results["compute_gops"], results["port_mb_s"] / 1000
    figure, axes = charts.plot.subplots(figsize=(8, 5.2))
    span = [0.5, 2 * max(r["ops_per_byte_once"] for r in rows)]
    roofs = [("port peak, both directions", 2 * port_gb_s, "#bbbbbb", 3),
             ("port peak, one direction", port_gb_s, "#bbbbbb", 3)]
    roofs += [(name, bandwidth, "#333333", 1) for name, bandwidth in results["gb_s"].items()]
    for (name, bandwidth, colour, width), style in zip(roofs, ("-", "--", "-", "--", ":")):
        points = sorted(span + [compute_gops / bandwidth])
        axes.plot(points, [min(compute_gops, bandwidth * x) for x in points], style, color=colour,
                  linewidth=width, label=f"{name} {bandwidth:.2f} GB/s")
    axes.text(span[1], compute_gops * 1.04, f"compute roof {compute_gops} GOPs/s", ha="right")
    one_layer = len({r["layer"] for r in rows}) == 1
    for colour, mode in zip(charts.COLOURS, MODES):
        chosen = [r for r in rows if r["mode"] == mode]
        for index, row in enumerate(chosen):
            once, moved, gops = row["ops_per_byte_once"], row["ops_per_byte_moved"], row["gops"]
            axes.plot([moved, once], [gops, gops], color=colour, linewidth=0.5)
            axes.plot(once, gops, "o", color=colour, markersize=5, label=mode if index == 0 else None)
            axes.plot(moved, gops, "o", color=colour, markersize=5, markerfacecolor="white")
            axes.annotate(mode if one_layer else row["layer"], (once, gops), (5, LABEL_OFFSETS[mode]),
                          textcoords="offset points", fontsize=7, color=colour)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("operations per byte (filled: every pixel once; hollow: bytes really moved)")
    axes.set_ylabel("GOPs/s of useful MACs")
    part = "whole frame" if rows[0]["strips"] == "all" else f"first {rows[0]['strips']} strips of each layer"
    axes.set_title(f"{rows[0]['network']}, {part}")
    axes.grid(True, color="#e2e2e2", linewidth=0.5)
    axes.legend(loc="lower right", fontsize=7, frameon=False)
    charts.save(figure, path)


def draw_waterfall(rows, path):
    figure, axes = charts.plot.subplots(figsize=(8, 0.9 + 0.24 * len(rows)))
    labels = []
    for y, row in enumerate(rows):
        left = 0
        for part in PARTS:
            width = row[part] / row["bound"]
            if width > 0:
                axes.barh(y, width, left=left, color=PART_COLOURS[part], height=0.8)
            left += width
        axes.text(left, y, f" {left:.3f}", va="center", fontsize=7)
        labels.append(f"{row['layer']} {row['mode']}")
    axes.set_yticks(range(len(rows)), labels, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("cycles / cycles of the bound")
    axes.set_title(f"{rows[0]['network']}: where the cycles go")
    used = [part for part in PARTS if any(row[part] for row in rows)]
    patches = [charts.plot.Rectangle((0, 0), 1, 1, color=PART_COLOURS[part]) for part in used]
    axes.legend(patches, used, fontsize=7, loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    charts.save(figure, path)
