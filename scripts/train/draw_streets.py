#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""draw_streets.py OUT --first SEED [--count N]: streets with the fonts of the test part, as SEED.png and what
is where in them as SEED.json, in the form of networks/trained/speed_sign/scene.json."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))

import script_main  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", metavar="OUT", type=pathlib.Path)
    parser.add_argument("--first", metavar="SEED", type=script_main.whole, required=True)
    parser.add_argument("--count", metavar="N", type=script_main.count, default=1, help="seeds (default: 1)")
    options = parser.parse_args()
    import model_folder  # pylint: disable=import-outside-toplevel
    import sources  # pylint: disable=import-outside-toplevel
    import street_scene  # pylint: disable=import-outside-toplevel
    sources.require()
    for seed in range(options.first, options.first + options.count):
        with model_folder.Parts(options.out) as parts:
            model_folder.write_scene(parts.path, str(seed), street_scene.drawn(seed, sources.fonts("test")))
            parts.commit()
        print(options.out / f"{seed}.png", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(script_main.run("draw_streets.py", main, "the streets that are whole stay"))
