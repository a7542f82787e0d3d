# SPDX-License-Identifier: Apache-2.0
"""What the charts of this project share: look, checked input, SVG files that are the same for the same data.

Needs matplotlib (Debian: python3-matplotlib), whose absence ends the script with words.
"""
import argparse
import csv
import math
import os
import pathlib
import sys
import tempfile

import script_main

matplotlib = script_main.module("matplotlib", "python3-matplotlib")
matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "nve"
matplotlib.rcParams["svg.fonttype"] = "none"
matplotlib.rcParams["font.size"] = 9
plot = script_main.module("matplotlib.pyplot", "python3-matplotlib")  # the back end must be chosen first

COLOURS = ("#1f5f99", "#c0491f", "#2f7d4f", "#7a4fa3", "#8a6d1d", "#4d4d4d", "#b03070", "#2b8a8a")


def parser(documentation):
    return argparse.ArgumentParser(description=documentation,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)


def fail(path, text):
    print(f"{path}: error: {text}", file=sys.stderr)
    sys.exit(2)


def rows_of(path, columns):
    """The lines of a table as dictionaries; `columns` must be there."""
    try:
        with open(path, newline="", encoding="utf-8") as table:
            reader = csv.DictReader(table)
            missing = [c for c in columns if c not in (reader.fieldnames or [])]
            if missing:
                found = ", ".join(reader.fieldnames or [])
                fail(path, f"columns {', '.join(missing)} are missing, found {found}")
            return list(reader)
    except OSError as error:
        fail(path, error.strerror)
    except (UnicodeDecodeError, csv.Error) as error:
        fail(path, f"no table: {error}")


def number(path, row, column):
    """A cell as a number, 0 or more, None if it is empty."""
    text = row[column]
    if text in ("", None):
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        fail(path, f"column {column}: found '{text}', allowed: a number, 0 or more")
    return value


def needed(path, row, column):
    """The same of a cell that must not be empty."""
    value = number(path, row, column)
    if value is None:
        fail(path, f"column {column}: found nothing, allowed: a number, 0 or more")
    return value


def check_rates(where, rates, most, most_together):
    """Ends the script, an internal error, if a rate is above its peak or all are above the common one. Tables
    have a decimal; one clock of a DRAM moves something more at the edge of a measurement."""
    def beyond(rate, peak):
        return rate > peak * 1.0001 + 0.1
    wrong = [f"{rate:.1f} MB/s, at most {most:.1f}" for rate in rates if beyond(rate, most)]
    if beyond(sum(rates), most_together):
        wrong.append(f"{sum(rates):.1f} MB/s in both directions, at most {most_together:.1f}")
    if wrong:
        print(f"{where}: internal error: measured {'; '.join(wrong)}", file=sys.stderr)
        sys.exit(70)


def write(path, text):
    """Replaces a file as a whole."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8",
                                     newline="") as temporary:
        temporary.write(text)
    os.chmod(temporary.name, 0o644)
    os.replace(temporary.name, path)


def save(figure, path):
    """Writes a figure as SVG, without a date in it."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    figure.savefig(temporary, format="svg", metadata={"Date": None}, bbox_inches="tight")
    os.replace(temporary, path)
    plot.close(figure)
