#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what a program was made of, with a CRC-32 of each file: made_of.py OUT.json FILE...

arch/machine_programs.cpp refuses a program whose files have changed since. Standard library only.
"""
import json
import os
import sys
import zlib


def checksum(path):
    with open(path, "rb") as file:
        return zlib.crc32(file.read())


def main(out, paths):
    part = out + ".part"
    with open(part, "w", encoding="utf-8") as file:
        json.dump({"files": {path: checksum(path) for path in sorted(paths)}}, file, indent=2)
        file.write("\n")
    os.replace(part, out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
