#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how many inputs of an output map fit one program, and where its instructions go.

  input_caps.py NVEC                prints the table
  input_caps.py NVEC --check FILE   exit 1 if FILE holds another one

Every row is a layer of one output map: nvec says of far too many inputs how many fit, compiles that many
and says what one more would need. Columns: instructions that write the coefficients and the first columns,
the repeated part, their sum, and the sum with one more input. Standard library only.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TOO_MANY = 600
# Kernel, stride, options of nvec, what is special.
WINDOWS = ((3, 1, (), ""), (4, 2, (), ""), (5, 1, (), ""), (6, 1, (), ""), (6, 2, (), ""), (7, 2, (), ""),
           (1, 1, ("--half-vectors", "never"), "full vectors"), (1, 1, (), "half vectors"))


def layer_xml(kernel, stride, inputs):
    sizes = {"outHeight": 32, "outWidth": 40, "kernelHeight": kernel, "kernelWidth": kernel,
             "subHeight": stride, "subWidth": stride, "outCount": 1}
    lines = [f"<{name}>{value}</{name}>" for name, value in sizes.items()]
    lines.append(f'<outNet idx="0" cnt="{inputs}">{",".join(map(str, range(inputs)))}</outNet>')
    return ('<convNetDescriptor name="caps" layerCount="1"><layerDescriptor idx="0">\n' + "\n".join(lines) +
            "\n</layerDescriptor></convNetDescriptor>\n")


class Compiler:
    def __init__(self, nvec, folder):
        self.nvec = nvec
        self.network = folder / "caps.xml"
        self.report = folder / "caps.json"

    def run(self, kernel, stride, options, inputs):
        """The layer's report, or what nvec says against it."""
        self.network.write_text(layer_xml(kernel, stride, inputs), encoding="utf-8")
        done = subprocess.run([self.nvec, self.network, "--json", self.report, *options],
                              capture_output=True, text=True)
        if done.returncode not in (0, 2):
            sys.exit(f"error: {self.nvec}: exit code {done.returncode}\n{done.stderr}")
        return json.loads(self.report.read_text())["layers"][0] if done.returncode == 0 else done.stderr


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"error: no '{pattern}' in what nvec says:\n{text}")
    return int(found.group(1))


def row(compiler, kernel, stride, options, remark):
    refusal = compiler.run(kernel, stride, options, TOO_MANY)
    most = number(r"at most (\d+) inputs", refusal)
    layer = compiler.run(kernel, stride, options, most)
    more = number(r"need (\d+) instructions", compiler.run(kernel, stride, options, most + 1))
    rows = layer["outputs_per_iteration"]
    columns = most * (kernel - stride) * (((rows - 1) * stride + kernel + 7) // 8)
    code, repeated = layer["code_words"], layer["ii"]
    name = f"{kernel}x{kernel}"
    if stride > 1:
        name += f" step {stride}"
    if remark:
        name += f", {remark}"
    return name, most, code - repeated - columns, columns, repeated, code, more


def table(nvec):
    with tempfile.TemporaryDirectory() as name:
        compiler = Compiler(nvec, pathlib.Path(name))
        rows = [row(compiler, *window) for window in WINDOWS]
    lines = ["window             inputs  coefficients  columns  repeated  instructions  with one more"]
    lines += [f"{window:17}{most:8}{words:14}{columns:9}{repeated:10}{code:14}{more:15}"
              for window, most, words, columns, repeated, code, more in rows]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nvec", help="the code generator")
    parser.add_argument("--check", metavar="FILE", type=pathlib.Path)
    options = parser.parse_args()
    text = table(options.nvec)
    if options.check is None:
        print(text, end="")
        return 0
    if text == options.check.read_text(encoding="utf-8"):
        return 0
    print(f"{options.check}: is not what nvec says:\n{text}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
