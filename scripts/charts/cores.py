#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs whole networks on several cores in lockstep, and draws speed-up, bound and who waits.

  cores.py BIN OUT [--networks A,B] [--cores 1,2,...] [--engine ninja|slurm|list] [--jobs N] ...

BIN holds nvec, nve-cosim and nve-report. Networks are those of networks/, by default both detectors and the
3x3 filter at 1280x720, horizontal vectors; every layer has an activation table of its own
(layer_tables.py). Each runs on each number of cores with the feed contiguous and the memory fixed, where
nothing but cores binds, and with the mover and the memory bank. One core is always run: speed-ups are against
it. A shard (docs/campaigns.md) is a compilation with its prediction or a run, which is compared with the
reference; results stay in OUT/results, and the next call runs what has none. In OUT:

  cores.json, cores.csv  a line for every run (result_tables.py cores)
  speed_up_NET.svg       speed-up over cores: what the bound allows, predicted, measured
  waits_NET.svg          what the cycles of all cores are for
  report.html            all of this as a page

Exit code: 0; 1 if a shard has failed or has no result, or a run has a mismatch; 2 for wrong options or files;
70 for an internal error; 128 and its number for a signal.
"""
import argparse
import csv
import io
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import charts  # noqa: E402
import core_charts  # noqa: E402
import core_shares  # noqa: E402
import result_page  # noqa: E402
import result_tables  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
from shard_list import RESULT  # noqa: E402

IMAGE = ROOT / "images" / "street.png"
TABLES = pathlib.Path(__file__).with_name("layer_tables.py")
SEED = "1"
VECTORS, PORTS = "horizontal", "separate"
# Seconds of processor time of a run, about
NETWORKS = {"filter3x3": 2, "face_detection": 12, "speed_sign": 130}
CORES = (1, 2, 4, 8, 16)
MOST_CORES = 16
FEEDS = {"fixed": "contiguous", "bank": "mover"}  # by memory
COLUMNS = ("network", "cores", "partition", "feed", "memory", "cycles", "predicted", "bound_cycles", "bound",
           "speed_up", "of_bound", "bytes", "of_peak", "rows", "rows_of_peak", "compared_cycles",
           "mismatches")


def xml_of(network):
    return ROOT / "networks" / f"{network}.xml"


def name_of(network):
    """As part of names of shards and files."""
    return network.replace("/", "_")


class Cores(runner.Campaign):
    def __init__(self, options):
        self.options = options
        # nve-cosim goes on in that of nvec's machine, which lies in another build if BIN has links.
        cosims = (options.bin / "nve-cosim", (options.bin / "nvec").resolve().with_name("nve-cosim"))
        self.cosims = [path for path in cosims if path == cosims[0] or path.is_file()]
        shards = []
        for network in options.networks:
            weights = self.weights(network)
            shards.append(weights)
            for cores in options.cores:
                for memory in FEEDS:
                    compiled = self.compiled(weights, network, cores, memory)
                    shards += [compiled, self.measured(weights, compiled, network, cores, memory)]
        super().__init__(shards)

    def weights(self, network):
        tool = self.options.bin / "nvec"
        argv = [TABLES, tool, xml_of(network), SEED, f"{RESULT}/weights.npz"]
        return shard_list.shard(f"{name_of(network)}.weights", argv, {"campaign": "cores"},
                                inputs=[TABLES, tool, xml_of(network)])

    def compiled(self, weights, network, cores, memory):
        tool = self.options.bin / "nvec"
        argv = [tool, xml_of(network), "--weights", made_by(weights, "weights.npz"), "--vectors", VECTORS,
                "--cores", cores, "--predict", "--memory", memory, "--memory-ports", PORTS,
                "-o", f"{RESULT}/program.nve", "--json", f"{RESULT}/compile.json"]
        return shard_list.shard(f"{name_of(network)}.{cores}.{memory}.compiled", argv, {"campaign": "cores"},
                                inputs=[tool, xml_of(network)], more=weights.key,
                                seconds=NETWORKS.get(network, 1) / 10, needs=[weights.id])

    def measured(self, weights, compiled, network, cores, memory):
        xml = xml_of(network)
        argv = [self.options.bin / "nve-cosim", made_by(compiled, "program.nve"), "--input", IMAGE,
                "--feed", FEEDS[memory], "--memory", memory, "--memory-ports", PORTS, "--reference", xml,
                "--weights", made_by(weights, "weights.npz"), "--json", f"{RESULT}/report.json"]
        about = {"campaign": "cores", "network": network, "cores": cores, "feed": FEEDS[memory],
                 "memory": memory, "compiled": compiled.id}
        return shard_list.shard(f"{name_of(network)}.{cores}.{memory}", argv, about,
                                inputs=[*self.cosims, xml, IMAGE], more=compiled.key,
                                seconds=NETWORKS.get(network, 1), needs=[compiled.id, weights.id])

    def told(self, result):
        if not result.passed or not (result.folder / "report.json").is_file():
            return ""
        return f"{core_shares.cycles_of(read(result, 'report.json'))} cycles"


def made_by(shard, file):
    """Named from a shard's own folder: its key is the same wherever OUT is."""
    return f"{RESULT}/../../../results/{shard.id}/{file}"


def read(result, name):
    return json.loads((result.folder / name).read_text(encoding="utf-8"))


def peak_of(report):
    """Bytes per clock cycle that the DRAM's bus carries, both edges of its clock."""
    dram = report["memory"]["config"]["dram"]
    return 2 * dram["bus_bits"] / 8 * 1e6 / report["machine"]["clock_mhz"] / dram["tck_ps"]


def row_peak_of(report):
    """Rows that the DRAM can open per clock cycle: four in tFAW, one in tRRD."""
    dram = report["memory"]["config"]["dram"]
    clocks = 1e6 / report["machine"]["clock_mhz"] / dram["tck_ps"]
    return clocks * min(4 / dram["faw"], 1 / dram["rrd"])


def row_of(about, compiled, report):
    """All but what needs the row of one core."""
    cycles = core_shares.cycles_of(report)
    moved = sum(side["bytes"] for port in report["total"]["axi"].values() for side in port.values())
    row = {"network": about["network"], "cores": about["cores"],
           "partition": " ".join(layer["partition"] for layer in compiled["layers"]),
           "feed": about["feed"], "memory": about["memory"], "cycles": cycles,
           "predicted": compiled["predicted"]["total"]["feeds"][about["feed"]]["cycles"],
           "bound_cycles": compiled["bound_cycles"], "of_bound": round(compiled["bound_cycles"] / cycles, 4),
           "bytes": moved, "compared_cycles": report["lockstep"]["cycles"],
           "mismatches": report["lockstep"]["mismatches"],
           "shares": core_shares.shares_of(report)}
    if "dram" in report["memory"]["config"]:
        row["of_peak"] = round(moved / cycles / peak_of(report), 4)
        row["rows"] = report["memory"]["statistics"]["activates"]
        row["rows_of_peak"] = round(row["rows"] / cycles / row_peak_of(report), 4)
    return row


def rows_of(shards, outcome):
    rows = [row_of(one.about, read(outcome.results[one.about["compiled"]], "compile.json"),
                   read(outcome.results[one.id], "report.json")) for one in shards if "cores" in one.about]
    alone = {(row["network"], row["memory"]): row for row in rows if row["cores"] == 1}
    for row in rows:
        one = alone[row["network"], row["memory"]]
        row["bound"] = round(one["bound_cycles"] / row["bound_cycles"], 4)
        row["speed_up"] = round(one["cycles"] / row["cycles"], 4)
    return rows


def table_of(rows):
    text = io.StringIO()
    table = csv.DictWriter(text, (*COLUMNS, *result_tables.WAITS), lineterminator="\n", extrasaction="ignore")
    table.writeheader()
    table.writerows({**row, **row["shares"]} for row in rows)
    return text.getvalue()


def tell(rows):
    for row in rows:
        whole = sum(row["shares"].values())
        lost = ", ".join(f"{part} {100 * cycles / whole:.1f} %"
                         for part, cycles in core_shares.largest(row["shares"], 3))
        print(f"{row['network']}, {row['feed']}, {row['memory']}, {row['cores']} cores: "
              f"{row['cycles']} cycles, predicted {row['predicted']}; "
              f"speed-up {row['speed_up']:.2f} of {row['bound']:.2f}; {lost}")


def judge(shards, outcome, out):
    """Writes tables, charts and the page. The exit code."""
    if not runner.all_passed("cores.py", outcome):
        return 1
    rows = rows_of(shards, outcome)
    charts.write(out / "cores.csv", table_of(rows))
    results = result_tables.file_of("cores", {"vectors": VECTORS, "ports": PORTS, "rows": rows})
    charts.write(out / "cores.json", json.dumps(results, indent=1) + "\n")
    drawn = core_charts.draw(results, out)
    tools = next(pathlib.Path(one.argv[0]).parent for one in shards if "cores" in one.about)
    page = result_page.write(tools, out / "cores.json", drawn)
    tell(rows)
    print(f"{out}/cores.csv, cores.json, speed_up_*.svg, waits_*.svg; the page: {page}")
    return 0 if all(row["mismatches"] == 0 for row in rows) else 1


def networks(text):
    names = text.split(",")
    for name in names:
        if not xml_of(name).is_file():
            raise argparse.ArgumentTypeError(f"found '{name}', allowed: names of networks/*.xml")
    return list(dict.fromkeys(names))


def numbers(text):
    return sorted({1} | {script_main.number(part, int, lambda value: 1 <= value <= MOST_CORES,
                                            f"1 to {MOST_CORES}") for part in text.split(",")})


def main():
    parser = charts.parser(__doc__)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--networks", type=networks, default=list(NETWORKS))
    parser.add_argument("--cores", type=numbers, default=list(CORES))
    options = runner.options_of(parser)
    with script_main.alone_in(options.out):
        return runner.judged(Cores(options), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("cores.py", main, "what has ended is kept, the next call goes on"))
