#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the signals of an FST wave file, one `scope.name bits` a line.

  fst_signals.py nve.fst
  fst_signals.py nve.fst --scope TOP.nve_top.u_core

Only the hierarchy block is read. An FST file is a row of blocks: a type byte, the length of the rest (8
bytes, big endian, itself included), data. The hierarchy comes as gzip, or once or twice through LZ4. It
holds the enumeration types too: a table has a name, an empty name refers to the table of that number and
belongs to the next signal. Standard library only.
"""
import argparse
import gzip
import sys
import zlib

HEADER, GZIP, LZ4, LZ4_TWICE = 0, 4, 6, 7
SCOPE, UPSCOPE, ATTRIBUTE, ATTRIBUTE_END = 254, 255, 252, 253
MISC, ENUM_TABLE = 0, 7  # type and subtype of an attribute


class FstError(Exception):
    """Not an FST file, or one without a readable hierarchy."""


def unpack_lz4(data):
    """An LZ4 block: literals and copies from what is already there."""
    out, at = bytearray(), 0

    def extended(length, at):
        if length == 15:
            while True:
                at += 1
                length += data[at - 1]
                if data[at - 1] != 255:
                    break
        return length, at

    while at < len(data):
        token, at = data[at], at + 1
        literals, at = extended(token >> 4, at)
        out += data[at:at + literals]
        at += literals
        if at >= len(data):
            break
        distance, at = int.from_bytes(data[at:at + 2], "little"), at + 2
        length, at = extended(token & 15, at)
        for _ in range(length + 4):
            out.append(out[-distance])
    return bytes(out)


def hierarchy(data):
    at = 0
    while at + 9 <= len(data):
        kind, length = data[at], int.from_bytes(data[at + 1:at + 9], "big")
        body = data[at + 9:at + 1 + length]
        if kind == GZIP:
            return gzip.decompress(body[8:])
        if kind == LZ4:
            return unpack_lz4(body[8:])
        if kind == LZ4_TWICE:
            return unpack_lz4(unpack_lz4(body[16:]))
        if length < 8:
            break
        at += 1 + length
    raise FstError("no signal hierarchy found; expected a complete FST file")


def times(path):
    """The first and last time of the values, as the header says when the file is complete; both 0 if it has
    none."""
    with open(path, "rb") as file:
        header = file.read(25)
    if len(header) < 25 or header[0] != HEADER:
        raise FstError("no header found; expected a complete FST file")
    return int.from_bytes(header[9:17], "big"), int.from_bytes(header[17:25], "big")


def enum_values(text):
    """{code: name} of a table's text, `TYPE COUNT names... codes...`, codes in binary."""
    words = text.split(" ")
    count = int(words[1])
    return {int(code, 2): name for name, code in zip(words[2:2 + count], words[2 + count:])}


def read_signals(path):
    """{full name without range: bits}, in the order of the file."""
    return read_design(path)[0]


def read_design(path):
    """The signals as read_signals, and {full name: {code: name}} of those of an enumeration type."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return parse(hierarchy(data))
    except (LookupError, ValueError, EOFError, zlib.error) as problem:
        raise FstError(f"damaged: its signal hierarchy cannot be read ({problem}); expected a complete "
                       "FST file") from problem


def parse(text):
    """The signals and enumerations of an unpacked hierarchy."""
    signals, enums, tables, table, scopes, at = {}, {}, {}, None, [], 0

    def string():
        nonlocal at
        end = text.index(0, at)
        value, at = text[at:end].decode(), end + 1
        return value

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            value |= (text[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if text[at - 1] < 128:
                return value

    while at < len(text):
        tag, at = text[at], at + 1
        if tag == SCOPE:
            at += 1
            scopes.append(string())
            string()
        elif tag == UPSCOPE:
            scopes.pop()
        elif tag == ATTRIBUTE:
            kind, at = (text[at], text[at + 1]), at + 2
            name, argument = string(), number()
            if kind == (MISC, ENUM_TABLE) and name:
                tables[argument] = enum_values(name)
            elif kind == (MISC, ENUM_TABLE):
                table = tables[argument]
        elif tag != ATTRIBUTE_END:
            at += 1
            name = ".".join(scopes + [string().split(" ")[0]])
            signals[name] = number()
            number()
            if table is not None:
                enums[name], table = table, None
    return signals, enums


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fst")
    parser.add_argument("--scope", default="")
    options = parser.parse_args()
    try:
        signals = read_signals(options.fst)
    except (OSError, FstError) as problem:
        print(f"{options.fst}: error: {problem}", file=sys.stderr)
        return 2
    for name, bits in signals.items():
        if name.startswith(options.scope):
            print(name, bits)
    return 0


if __name__ == "__main__":
    sys.exit(main())
