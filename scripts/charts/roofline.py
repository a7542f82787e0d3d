#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures networks in every feed and draws their rooflines and waterfalls.

  roofline.py BIN OUT [--networks A,B] [--modes A,B] [--memory NAME|FILE] [--ports separate|shared]
              [--strips N] [--engine ninja|slurm|list] [--jobs N] ...

BIN holds nvec, nve-cosim, nve-sweep and nve-report. Every network runs whole, 1280x720, in each mode (with
--strips only the first N strips of each layer, which the table and the charts say); filter3x3 with vertical,
the others with horizontal vectors. A shard (docs/campaigns.md) compiles a network, runs it in a mode, with
--strips one layer of it, or measures a bandwidth; results stay in OUT/results, and the next call runs what
has none. In OUT:

  roofline.csv         a line for every layer and mode: memory, cycles, GOPs/s of useful MACs, both
                       intensities, waterfall
  roofline.json        the same with the parameters of the memory and the measured bandwidths
  roofline_NET.svg     GOPs/s against operations per byte under the compute roof and the port's bandwidth;
                       each layer at the thesis's intensity (every pixel once, filled) and at the bytes
                       really moved (hollow)
  report.html          all of this as a page
  waterfall_NET.svg    where the cycles of each layer and mode go, as shares of the cycles of its bound

Exit code: 0; 1 if a shard has failed or has no result, or a waterfall is not the sum of its parts; 2 for
wrong options or files; 70 for an internal error; 128 and its number for a signal.
"""
import argparse
import csv
import io
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "campaign")]
import charts  # noqa: E402
import own_files  # noqa: E402
import result_page  # noqa: E402
import result_tables  # noqa: E402
import roofline_charts  # noqa: E402
import runner  # noqa: E402
import script_main  # noqa: E402
import shard_list  # noqa: E402
import sweep  # noqa: E402
from roofline_charts import MODES, PARTS  # noqa: E402
from shard_list import RESULT  # noqa: E402

IMAGE = ROOT / "images" / "street.png"
# Seconds of processor time of a whole frame, in the mean of the modes, and the part of it that a strip is
NETWORKS = {"filter3x3": 2, "face_detection": 12, "speed_sign": 130}
STRIP = 1 / 80
SEED = "1"
OPS_PER_MAC = 2
MOST_STRIPS = 65535  # that nve-cosim takes
COLUMNS = ("network", "layer", "mode", "memory", "ports", "strips", "macs", "cycles", "gops", "bytes_once",
           "bytes_moved", "ops_per_byte_once", "ops_per_byte_moved") + PARTS
COLUMN_BYTES = "24"
# What is measured with nve-sweep: profile, direction, bytes
BANDWIDTHS = {"measured, both directions": ("mover", "both", "4096"),
              "measured, reading alone": ("mover", "mm2s", "4096"),
              f"measured, a descriptor for every {COLUMN_BYTES} bytes": ("axi_dma", "both", COLUMN_BYTES)}


def xml_of(network):
    return ROOT / "networks" / f"{network}.xml"


class Roofline(runner.Campaign):
    def __init__(self, options):
        self.options = options
        self.memory_files = sweep.files_of([options.memory])
        # nve-cosim goes on in that of nvec's machine, which lies in another build if BIN has links.
        cosims = (options.bin / "nve-cosim", (options.bin / "nvec").resolve().with_name("nve-cosim"))
        self.cosims = [path for path in cosims if path == cosims[0] or path.is_file()]
        compiled = {network: self.compiled(network) for network in options.networks}
        super().__init__([*compiled.values(), *(self.bandwidth(name) for name in BANDWIDTHS),
                          *(self.measured(compiled[network], network, mode, layer)
                            for network in options.networks for mode in options.modes
                            for layer in self.parts_of(network))])

    def compiled(self, network):
        tool, vectors = self.options.bin / "nvec", "vertical" if network == "filter3x3" else "horizontal"
        argv = [tool, xml_of(network), "--seed", SEED, "--vectors", vectors, "-o", f"{RESULT}/{network}.nve"]
        return shard_list.shard(network, argv, {"campaign": "roofline"}, inputs=[tool, xml_of(network)])

    def bandwidth(self, name):
        tool, (profile, direction, size) = self.options.bin / "nve-sweep", BANDWIDTHS[name]
        argv = [tool, "--profiles", profile, "--directions", direction, "--sizes", size, "--memory",
                self.options.memory, "--ports", self.options.ports, "--json", f"{RESULT}/sweep.json"]
        about = {"campaign": "roofline", "bandwidth": name, "memory": self.options.memory}
        return shard_list.shard(f"{profile}.{direction}.{size}", argv, about,
                                inputs=[tool, *self.memory_files])

    def parts_of(self, network):
        """The layers, if each runs by itself."""
        layers = ElementTree.parse(xml_of(network)).getroot().findall("layerDescriptor")
        return range(1, len(layers) + 1) if self.options.strips else [None]

    def measured(self, compiled, network, mode, layer):
        options, xml = self.options, xml_of(network)
        # Named from the shard's own folder: the key is the same wherever OUT is. With the reference a wrong
        # pixel is exit code 1.
        program = f"{RESULT}/../../../results/{compiled.id}/{network}.nve"
        argv = [options.bin / "nve-cosim", program, "--input", IMAGE, "--feed", mode, "--memory",
                options.memory, "--memory-ports", options.ports, "--no-lockstep", "--reference", xml,
                "--seed", SEED, "--json", f"{RESULT}/report.json"]
        if layer:
            argv += ["--layers", layer, "--strips", options.strips]
        about = {"campaign": "roofline", "network": network, "mode": mode, "memory": options.memory,
                 "ports": options.ports, "strips": options.strips or "all"}
        seconds = NETWORKS[network] * (options.strips * STRIP if layer else 1)
        return shard_list.shard(f"{network}.{mode}" + (f".{layer}" if layer else ""), argv, about,
                                inputs=[*self.cosims, xml, IMAGE, *self.memory_files], more=compiled.key,
                                seconds=seconds, needs=[compiled.id])

    def told(self, result):
        if not result.passed or not (result.folder / "report.json").is_file():
            return ""
        return f"{sum(layer['elapsed_cycles'] for layer in layers_of(result))} cycles"


def layers_of(result):
    """Those that have run."""
    report = json.loads((result.folder / "report.json").read_text(encoding="utf-8"))
    return [layer for layer in report["layers"] if layer["elapsed_cycles"] > 0]


def row_of(about, clock_mhz, layer):
    ops = OPS_PER_MAC * layer["macs"]
    once = layer["pixels"]
    moved = sum(side["bytes"] for port in layer["axi"].values() for side in port.values())
    cycles, waterfall = layer["elapsed_cycles"], layer["waterfall"]
    if waterfall["sum"] != cycles:
        print(f"roofline.py: error: {about['network']} {layer['name']}: the waterfall's sum is "
              f"{waterfall['sum']}, measured {cycles}", file=sys.stderr)
        sys.exit(1)
    return {"network": about["network"], "layer": layer["name"], "mode": about["mode"],
            "memory": about["memory"], "ports": about["ports"], "strips": about["strips"],
            "macs": layer["macs"], "cycles": cycles, "gops": round(ops / cycles * clock_mhz / 1000, 4),
            "bytes_once": once, "bytes_moved": moved,
            "ops_per_byte_once": round(ops / once, 3), "ops_per_byte_moved": round(ops / moved, 3),
            **{part: waterfall[part] for part in PARTS}}


def gb_s_of(shard, swept):
    """The bandwidth of the port as the sweep measures it."""
    row = swept["transfers"][0]
    rates = [row[side]["mb_s"] for side in ("mm2s", "s2mm") if side in row]
    charts.check_rates(shard.id, rates, row["peak_mb_s"]["direction"], row["peak_mb_s"]["together"])
    return sum(rates) / 1000


def table_of(rows):
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def judge(shards, outcome, out):
    """Writes tables, charts and the page. The exit code."""
    if not runner.all_passed("roofline.py", outcome):
        return 1
    bandwidths, rows = [], []
    for one in shards:
        result = outcome.results[one.id]
        if "bandwidth" in one.about:
            swept = json.loads((result.folder / "sweep.json").read_text(encoding="utf-8"))
            bandwidths.append((one.about["bandwidth"], gb_s_of(one, swept)))
            memory = swept["memories"][one.about["memory"]]
        elif "mode" in one.about:  # behind the bandwidths
            rows += [row_of(one.about, swept["clock_mhz"], layer) for layer in layers_of(result)]
    charts.write(out / "roofline.csv", table_of(rows))
    results = result_tables.file_of("roofline", {
        **{key: swept[key] for key in ("clock_mhz", "lanes", "port_mb_s")},
        "compute_gops": swept["lanes"] * OPS_PER_MAC * swept["clock_mhz"] / 1000,
        "memory": memory, "ports": rows[0]["ports"], "gb_s": dict(bandwidths), "layers": rows})
    charts.write(out / "roofline.json", json.dumps(results, indent=1) + "\n")
    drawn = roofline_charts.draw(results, out)
    page = result_page.write(result_page.tools_of(shards), out / "roofline.json", drawn)
    for name, bandwidth in bandwidths:
        print(f"bandwidth {name}: {bandwidth:.3f} GB/s")
    print(f"{out}/roofline.csv, roofline.json, roofline_*.svg, waterfall_*.svg; the page: {page}")
    return 0


def choice(names):
    def check(text):
        chosen = text.split(",")
        wrong = [name for name in chosen if name not in names]
        if wrong:
            raise argparse.ArgumentTypeError(f"found '{wrong[0]}', allowed: {', '.join(names)}")
        return list(dict.fromkeys(chosen))
    return check


def strips(text):
    return script_main.number(text, int, lambda value: value <= MOST_STRIPS, f"0 to {MOST_STRIPS}")


def check_memory(options):
    """A memory may be a file of the user, whose mistakes nve-sweep tells."""
    written = [f"{kind}_{network}.svg" for kind in ("roofline", "waterfall") for network in options.networks]
    own_files.refuse_overwriting([options.memory], [options.out / name for name in
                                                    ("roofline.csv", "roofline.json", result_page.FILE,
                                                     *written)])
    sweep.planned(options.bin / "nve-sweep", ["--memory", options.memory, "--ports", options.ports])


def main():
    parser = charts.parser(__doc__)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--networks", type=choice(NETWORKS), default=list(NETWORKS))
    parser.add_argument("--modes", type=choice(MODES), default=list(MODES))
    parser.add_argument("--memory", default="bank")
    parser.add_argument("--ports", choices=("separate", "shared"), default="shared")
    parser.add_argument("--strips", type=strips, default=0)
    options = runner.options_of(parser)
    check_memory(options)
    with script_main.alone_in(options.out):
        return runner.judged(Roofline(options), options, judge)


if __name__ == "__main__":
    sys.exit(script_main.run("roofline.py", main, "what has ended is kept, the next call goes on"))
