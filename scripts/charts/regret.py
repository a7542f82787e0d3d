#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures plans that were predicted: how much is lost by trusting the prediction (docs/planner.md).

  regret.py BIN OUT [--networks A,B] [--cores 4,16] [--memories fixed,bank] [--engine ...] ...

BIN holds nve-layer-plans, nve-cosim and nve-report. Of every layer the ten best plans by prediction and
twenty drawn ones run on the RTL in lockstep, each layer alone, and every pixel is compared. The detectors
have pictures of 288x352; random networks are made of seeds that nothing was tuned with. A shard
(docs/campaigns.md) is a layer on some cores with a memory. In OUT:

  regret.json            by layer: Spearman, Kendall, regret, whether the best is among the first three; the
                         same of models that know less; all plans
  regret.csv             a line for every layer
  predicted_MEMORY.svg   predicted over measured cycles, every plan
  report.html            all of this as a page

Exit code: 0; 1 if a shard has failed or has no result; 2 for wrong options or files; 70 for an internal
error; 128 and its number for a signal.
"""
import argparse
import csv
import io
import json
import pathlib
import random
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import charts  # noqa: E402
import rank_statistics  # noqa: E402
import result_page  # noqa: E402
import result_tables  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
from shard_list import RESULT  # noqa: E402
from whole_file import write_whole  # noqa: E402

IMAGE = ROOT / "images" / "street.png"
RUN = pathlib.Path(__file__).with_name("run_layer_plans.py")
FIT = "288x352"
# Seconds of processor time that all plans of a layer take, about
FITTED = {"face_detection": 20, "speed_sign": 90}
SMALL = ("filter3x3", "filter5x5", "padded", "stride2_6x6", "two_layers")
RANDOM = ("random_1", "random_2", "random_3")
CORES, MOST_CORES = (4, 16), 16
MEMORIES = ("fixed", "bank")
MODELS = {"volume": "volume_cycles", "bursts": "bursts_cycles", "banks": "banks_cycles",
          "exact": "predicted_cycles"}
SPREAD = 0.05  # of a layer whose plans are worth a choice
TOP = 3


class Regret(runner.Campaign):
    def __init__(self, options):
        self.options = options
        super().__init__([self.shard(name, layer, cores, memory)
                          for name in options.networks for layer in layers_of(self.file_of(name))
                          for cores in options.cores for memory in options.memories])

    def file_of(self, name):
        if name in FITTED:
            return ROOT / "networks" / f"{name}.xml"
        if name in SMALL:
            return ROOT / "networks" / "small" / f"{name}.xml"
        path = self.options.out / f"{name}.xml"
        write_whole(path, random_network(int(name.removeprefix("random_"))))
        return path

    def shard(self, name, layer, cores, memory):
        tools, network = self.options.bin, self.file_of(name)
        fit = FIT if name in FITTED else "-"
        argv = [RUN, tools, RESULT, network, layer, cores, memory, fit, IMAGE]
        about = {"campaign": "regret", "network": name, "layer": layer, "cores": cores, "memory": memory}
        return shard_list.shard(f"{name}.{layer}.{cores}.{memory}", argv, about, seconds=FITTED.get(name, 15),
                                inputs=[RUN, tools / "nve-layer-plans", tools / "nve-cosim", network, IMAGE])


def layers_of(path):
    layers = re.findall(r'<layerDescriptor idx="(\d+)">', path.read_text(encoding="utf-8"))
    if not layers:
        raise script_main.InputError(f"{path}: found no layerDescriptor with an idx, allowed: one for each "
                                     "layer")
    return [f"L{1 + int(number)}" for number in layers]


def random_network(seed):
    """A descriptor of two or three layers, the last of 1x1 kernels; the same for the same seed."""
    draw = random.Random(seed)
    layers, height, width = [], 16 * draw.randint(3, 8), 16 * draw.randint(3, 8)
    for kernel, step in [(1, 1), (draw.choice((3, 5)), 1), (draw.choice((3, 5)), draw.choice((1, 2)))][
            :draw.randint(2, 3)]:  # from the last layer to the first
        layers.insert(0, {"height": height, "width": width, "kernel": kernel, "step": step,
                          "maps": draw.randint(4, 16)})
        height, width = (height - 1) * step + kernel, (width - 1) * step + kernel
    text, before = [f'<convNetDescriptor name="Random {seed}" layerCount="{len(layers)}">'], 1
    for index, layer in enumerate(layers):
        text.append(f'  <layerDescriptor idx="{index}">')
        text += [f"    <{tag}>{layer[key]}</{tag}>" for tag, key in (
            ("outHeight", "height"), ("outWidth", "width"), ("kernelHeight", "kernel"),
            ("kernelWidth", "kernel"), ("subHeight", "step"), ("subWidth", "step"), ("outCount", "maps"))]
        for number in range(layer["maps"]):
            inputs = sorted(draw.sample(range(before), draw.randint(1, min(before, 6))))
            if number < before and number not in inputs:
                inputs = sorted([*inputs[1:], number])  # so that every map is read
            maps = ",".join(map(str, inputs))
            text.append(f'    <outNet idx="{number}" cnt="{len(inputs)}">{maps}</outNet>')
        text.append("  </layerDescriptor>")
        before = layer["maps"]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *text, "</convNetDescriptor>", ""])


def judged_by(plans, key):
    """What a model's cycles are worth as an order of the plans."""
    said, measured = [plan[key] for plan in plans], [plan["measured_cycles"] for plan in plans]
    order = sorted(range(len(plans)), key=lambda i: said[i])
    least = min(measured)
    spread = max(measured) / least - 1
    row = {"regret": round(measured[order[0]] / least - 1, 6),
           f"top{TOP}": min(measured[i] for i in order[:TOP]) == least}
    if spread >= SPREAD:
        row["spearman"] = rank_statistics.spearman(said, measured)
        row["kendall"] = rank_statistics.kendall(said, measured)
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in row.items()
            if value is not None}


def layer_of(about, said):
    plans = said["plans"]
    measured = [plan["measured_cycles"] for plan in plans]
    models = {name: judged_by(plans, key) for name, key in MODELS.items()}
    return {**{key: about[key] for key in ("network", "layer", "cores", "memory")}, **models.pop("exact"),
            "space": said["space"], "spread": round(max(measured) / min(measured) - 1, 4),
            "wrong": sum(plan["predicted_cycles"] != plan["measured_cycles"] for plan in plans),
            "compared_cycles": sum(plan["compared_cycles"] for plan in plans), "models": models,
            "plans": plans}


def total_of(layers):
    """Means over layers by memory and model, with the interval that the layers drawn again give."""
    total = {}
    for memory in dict.fromkeys(layer["memory"] for layer in layers):
        total[memory] = {}
        for model in MODELS:
            rows = [layer if model == "exact" else layer["models"][model] for layer in layers
                    if layer["memory"] == memory]
            regrets = [row["regret"] for row in rows]
            figures = {"regret": regrets, "top3": [float(row["top3"]) for row in rows],
                       **{key: [row[key] for row in rows if key in row] for key in ("spearman", "kendall")}}
            entry = {"layers": len(rows), "choices": len(figures["spearman"]),
                     "worst_regret": max(regrets)}
            for key, values in figures.items():
                if values:
                    low, high = rank_statistics.interval(values)
                    entry[key] = {"mean": round(statistics.fmean(values), 6), "low": round(low, 6),
                                  "high": round(high, 6), "least": round(min(values), 6)}
            total[memory][model] = entry
    return total


def table_of(layers):
    text = io.StringIO()
    columns = ("network", "layer", "cores", "memory", "space", "plans", "spread", "spearman", "kendall",
               "regret", "top3", "wrong", "spearman_volume", "spearman_bursts", "spearman_banks")
    table = csv.DictWriter(text, columns, lineterminator="\n", extrasaction="ignore")
    table.writeheader()
    table.writerows({**layer, "plans": len(layer["plans"]),
                     **{f"spearman_{model}": row.get("spearman", "")
                        for model, row in layer["models"].items()}} for layer in layers)
    return text.getvalue()


def draw(layers, memory, path):
    figure, axes = charts.plot.subplots(1, len(MODELS), figsize=(12, 3.4), sharey=True)
    for axis, (model, key) in zip(axes, MODELS.items()):
        plans = [plan for layer in layers if layer["memory"] == memory for plan in layer["plans"]]
        measured = [plan["measured_cycles"] for plan in plans]
        axis.plot(measured, [plan[key] for plan in plans], ".", color=charts.COLOURS[0], markersize=3)
        axis.plot([min(measured), max(measured)], [min(measured), max(measured)], "-", color="#bbbbbb",
                  linewidth=0.8)
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.set_title(model)
        axis.set_xlabel("measured, cycles")
    axes[0].set_ylabel(f"predicted, {memory}")
    charts.save(figure, path)


def tell(total):
    for memory, models in total.items():
        for model, entry in models.items():
            rank = entry.get("spearman")
            said = f"Spearman {rank['mean']:.4f}, least {rank['least']:.4f}" if rank else "no choices"
            print(f"{memory}, {model}: {said} of {entry['choices']} layers with a choice; regret "
                  f"{100 * entry['regret']['mean']:.3f} %, worst {100 * entry['worst_regret']:.3f} %; "
                  f"best among the first {TOP} in {100 * entry['top3']['mean']:.0f} % of "
                  f"{entry['layers']}")


def judge(shards, outcome, out):
    """Writes tables, charts and the page. The exit code."""
    if not runner.all_passed("regret.py", outcome):
        return 1
    layers = [layer_of(one.about, json.loads((outcome.results[one.id].folder / "plans.json").read_text(
        encoding="utf-8"))) for one in shards]
    total = total_of(layers)
    results = result_tables.file_of("regret", {"tie": rank_statistics.TIE, "total": total, "layers": layers})
    charts.write(out / "regret.json", json.dumps(results, indent=1) + "\n")
    charts.write(out / "regret.csv", table_of(layers))
    drawn = []
    for memory in total:
        drawn.append(out / f"predicted_{memory}.svg")
        draw(layers, memory, drawn[-1])
    tools = pathlib.Path(shards[0].argv[1])
    page = result_page.write(tools, out / "regret.json", drawn)
    tell(total)
    wrong = sum(layer["wrong"] for layer in layers)
    print(f"{sum(len(layer['plans']) for layer in layers)} plans of {len(layers)} layers, "
          f"{sum(layer['compared_cycles'] for layer in layers)} cycles compared; {wrong} not as predicted")
    print(f"{out}/regret.json, regret.csv, predicted_*.svg; the page: {page}")
    return 0


def networks(text):
    allowed = (*FITTED, *SMALL)
    names = text.split(",")
    for name in names:
        if name not in allowed and not re.fullmatch(r"random_[1-9]\d{0,5}", name):
            raise argparse.ArgumentTypeError(f"found '{name}', allowed: {', '.join(allowed)}, random_N")
    return list(dict.fromkeys(names))


def numbers(text):
    return sorted({script_main.number(part, int, lambda value: 1 <= value <= MOST_CORES,
                                      f"1 to {MOST_CORES}") for part in text.split(",")})


def memories(text):
    names = text.split(",")
    for name in names:
        if name not in MEMORIES + ("tso", "ideal"):
            raise argparse.ArgumentTypeError(f"found '{name}', allowed: ideal, fixed, tso, bank")
    return list(dict.fromkeys(names))


def main():
    parser = charts.parser(__doc__)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--networks", type=networks, default=[*FITTED, *SMALL, *RANDOM])
    parser.add_argument("--cores", type=numbers, default=list(CORES))
    parser.add_argument("--memories", type=memories, default=list(MEMORIES))
    options = runner.options_of(parser)
    with script_main.alone_in(options.out):
        return runner.judged(Regret(options), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("regret.py", main, "what has ended is kept, the next call goes on"))
