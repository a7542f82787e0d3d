# SPDX-License-Identifier: Apache-2.0
"""Fonts and photographs of Debian packages, split once and for all: none serves in two of the three parts."""
import pathlib

import PIL.Image

from script_main import InputError

PARTS = ("train", "validation", "test")
FONT_FOLDER = "/usr/share/fonts/truetype"
FONTS = {  # package: {part: files}
    "fonts-roadgeek": {"train": ("roadgeek/RG2014C.ttf", "roadgeek/RG2014E.ttf", "roadgeek/RG2014EM.ttf"),
                       "validation": ("roadgeek/RG2014B.ttf",), "test": ("roadgeek/RG2014D.ttf",)},
    "fonts-dejavu-core": {"train": ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf")},
    "fonts-dejavu-extra": {"train": ("dejavu/DejaVuSansCondensed-Bold.ttf",)},
    "fonts-liberation": {"train": ("liberation/LiberationSans-Bold.ttf",
                                   "liberation/LiberationSansNarrow-Bold.ttf")},
    "fonts-lato": {"train": ("lato/Lato-Medium.ttf", "lato/Lato-Bold.ttf", "lato/Lato-Black.ttf")},
    "fonts-roboto-unhinted": {"train": ("roboto/unhinted/RobotoTTF/Roboto-Medium.ttf",
                                        "roboto/unhinted/RobotoTTF/Roboto-Bold.ttf",
                                        "roboto/unhinted/RobotoCondensed-Bold.ttf")},
    "fonts-open-sans": {"validation": ("open-sans/OpenSans-Bold.ttf", "open-sans/OpenSans-CondBold.ttf")},
    "fonts-opendin": {"test": ("opendin/OSP-DIN.ttf",)},
    "fonts-freefont-ttf": {"test": ("freefont/FreeSansBold.ttf",)}}
PHOTOGRAPHS = {
    "python3-skimage": {
        "folder": "/usr/lib/python3/dist-packages/skimage/data",
        "train": ("coffee.png", "chelsea.png", "motorcycle_left.png", "rocket.jpg", "brick.png", "gravel.png",
                  "page.png"),
        "validation": ("camera.png", "moon.png", "ihc.png"),
        "test": ("astronaut.png", "coins.png", "grass.png", "retina.jpg")},
    "python3-sklearn": {
        "folder": "/usr/lib/python3/dist-packages/sklearn/datasets/images",
        "train": ("china.jpg",), "test": ("flower.jpg",)}}


def font_paths(part):
    return [pathlib.Path(FONT_FOLDER) / name for parts in FONTS.values() for name in parts.get(part, ())]


def photograph_paths(part):
    return [pathlib.Path(parts["folder"]) / name for parts in PHOTOGRAPHS.values()
            for name in parts.get(part, ())]


def require():
    """Every file of every part, or all packages that are missing in one message."""
    missing = []
    for package, parts in [*FONTS.items(), *PHOTOGRAPHS.items()]:
        folder = pathlib.Path(parts.get("folder", FONT_FOLDER))
        if not all((folder / name).is_file() for part in PARTS for name in parts.get(part, ())):
            missing.append(package)
    if missing:
        raise InputError(f"found no files of the packages {', '.join(missing)}, allowed: all of them, which "
                         f"hold fonts and photographs; as root: apt-get install {' '.join(missing)}")


def photographs(part):
    return [PIL.Image.open(path).convert("L") for path in photograph_paths(part)]


def fonts(part):
    return [str(path) for path in font_paths(part)]


def listed():
    """Of the provenance: {part: {"fonts": [], "photographs": []}}"""
    return {part: {"fonts": [path.name for path in font_paths(part)],
                   "photographs": [path.name for path in photograph_paths(part)]} for part in PARTS}
