# SPDX-License-Identifier: Apache-2.0
"""Where the project's scripts lie. Whoever imports this can import their modules too."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [folder for top in ("scripts", "tb") for folder in sorted((ROOT / top).iterdir())
           if folder.is_dir()]
sys.path += map(str, FOLDERS)


def script(name):
    """Path of the one script of this name, whatever folder it is in."""
    path, = (folder / name for folder in FOLDERS if (folder / name).is_file())
    return path
