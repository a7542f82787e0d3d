# SPDX-License-Identifier: Apache-2.0
"""Draws a result of cores.py, cores.json: speed-ups and waits of its networks as SVG files."""
import charts
from roofline_charts import PART_COLOURS

COLOURS = PART_COLOURS | {"other_cores": "#e8c547", "processor": "#b98b00", "done": "#dddddd"}


def draw(results, out):
    """All charts of a cores.json, and their files. No number comes from anywhere else."""
    drawn = []
    for network in dict.fromkeys(row["network"] for row in results["rows"]):
        rows = [row for row in results["rows"] if row["network"] == network]
        name = network.replace("/", "_")
        drawn += [out / f"{kind}_{name}.svg" for kind in ("speed_up", "waits")]
        draw_speed_up(rows, drawn[-2])
        draw_waits(rows, drawn[-1])
    return drawn


def draw_speed_up(rows, path):
    figure, axes = charts.plot.subplots(figsize=(6.4, 4.6))
    memories = list(dict.fromkeys(row["memory"] for row in rows))
    first = [row for row in rows if row["memory"] == memories[0]]
    cores = [row["cores"] for row in first]
    axes.plot(cores, cores, ":", color="#bbbbbb", label="as many as cores")
    axes.plot(cores, [row["bound"] for row in first], "-", color="#333333", linewidth=1, label="bound")
    for colour, memory in zip(charts.COLOURS, memories):
        chosen = [row for row in rows if row["memory"] == memory]
        one = next(row for row in chosen if row["cores"] == 1)
        name = f"{chosen[0]['feed']}, {memory}"
        axes.plot(cores, [one["predicted"] / row["predicted"] for row in chosen], "--", color=colour,
                  linewidth=1, label=f"{name}, predicted")
        axes.plot(cores, [row["speed_up"] for row in chosen], "o", color=colour, markersize=5,
                  label=f"{name}, measured")
    for axis, scale in ((axes.xaxis, axes.set_xscale), (axes.yaxis, axes.set_yscale)):
        scale("log", base=2)
        axis.set_major_formatter("{x:g}")
    axes.set_xlabel("cores")
    axes.set_ylabel("speed-up against one core")
    axes.set_title(f"{rows[0]['network']} on several cores")
    axes.grid(True, color="#e2e2e2", linewidth=0.5)
    axes.legend(fontsize=7, frameon=False)
    charts.save(figure, path)


def draw_waits(rows, path):
    figure, axes = charts.plot.subplots(figsize=(8, 0.9 + 0.24 * len(rows)))
    labels = []
    rows = sorted(rows, key=lambda row: (row["memory"] != rows[0]["memory"], row["cores"]))
    for y, row in enumerate(rows):
        left = 0
        for part, cycles in row["shares"].items():
            width = 100 * cycles / sum(row["shares"].values())
            if width > 0:
                axes.barh(y, width, left=left, color=COLOURS[part], height=0.8)
            left += width
        labels.append(f"{row['cores']}, {row['feed']}, {row['memory']}")
    axes.set_yticks(range(len(rows)), labels, fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("percent of the cycles of all cores")
    axes.set_title(f"{rows[0]['network']}: what the cycles of cores are for")
    used = [part for part in COLOURS if any(row["shares"][part] for row in rows)]
    patches = [charts.plot.Rectangle((0, 0), 1, 1, color=COLOURS[part]) for part in used]
    axes.legend(patches, used, fontsize=7, loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    charts.save(figure, path)
