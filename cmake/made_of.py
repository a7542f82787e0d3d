#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what a program was made of, with a CRC-32 of each file: made_of.py OUT.json FILE...

  made_of.py --touch FOLDER    of the lists in it: gives sources whose content is another one a new time stamp

arch/machine_programs.cpp refuses a program whose files have changed since. Ninja sees what is newer than the
program only, not an older file that was put back: --touch, before it runs, makes it see that too.

A file that was edited while ninja ran has null in place of its CRC: nobody knows which of its contents was
read. So its program is refused, and --touch has it built again. Standard library only.
"""
import contextlib
import glob
import json
import os
import sys
import time
import zlib


def checksum(path):
    with open(path, "rb") as file:
        return zlib.crc32(file.read())


def ninja_began():
    """When the ninja that called this, by a shell or not, was started, as time.time() says it; else now."""
    now, process = time.time(), os.getppid()
    for _ in range(2):
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            name, fields = file.read().rsplit(")", 1)
        parent, *_, ticks = fields.split()[1:20]
        if name.endswith("(ninja"):
            with open("/proc/uptime", encoding="utf-8") as file:
                up = float(file.read().split()[0])
            return now - up + int(ticks) / os.sysconf("SC_CLK_TCK")
        process = int(parent)
    return now


def main(out, paths):
    # The change of the inode, which no tool sets back as it may the time of the contents. Ticks are coarse.
    began = ninja_began() + 0.05
    made_of = {path: checksum(path) if os.stat(path).st_ctime < began else None for path in sorted(paths)}
    part = out + ".part"
    with open(part, "w", encoding="utf-8") as file:
        json.dump({"files": made_of}, file, indent=2)
        file.write("\n")
    os.replace(part, out)


def touch(folder):
    """Nothing outside the checkout is touched, and nothing that ninja sees by itself: what is newer than a
    program that nobody builds again would be touched by every call."""
    sources = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    listed = set()
    for path in glob.glob(os.path.join(glob.escape(folder), "*.made_of.json")):
        built = os.path.getmtime(path)
        try:
            with open(path, encoding="utf-8") as file:
                listed |= {(source, before) for source, before in json.load(file)["files"].items()
                           if os.path.isfile(source) and os.path.getmtime(source) <= built}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            os.unlink(path)  # its program is refused, and has to be linked again
            with contextlib.suppress(OSError):
                os.unlink(path.removesuffix(".made_of.json"))
    now = {path: checksum(path) for path, _ in listed if path.startswith(sources + os.sep)}
    for path in {path for path, before in listed if now.get(path, before) != before}:
        os.utime(path)


if __name__ == "__main__":
    if sys.argv[1] == "--touch":
        touch(sys.argv[2])
    else:
        main(sys.argv[1], sys.argv[2:])
