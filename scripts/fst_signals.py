#!/usr/bin/env python3
"""Lists the signals of an FST wave file, one `scope.name bits` a line.

  fst_signals.py nve.fst
  fst_signals.py nve.fst --scope TOP.nve_top.u_core

Only the hierarchy block is read. An FST file is a row of blocks: a type byte, the length of the rest (8
bytes, big endian, itself included), data. The hierarchy comes as gzip, or once or twice through LZ4.
Standard library only.
"""
import argparse
import gzip
import sys

GZIP, LZ4, LZ4_TWICE = 4, 6, 7
SCOPE, UPSCOPE, ATTRIBUTE, ATTRIBUTE_END = 254, 255, 252, 253


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


def read_signals(path):
    """{full name without range: bits}, in the order of the file."""
    with open(path, "rb") as file:
        text = hierarchy(file.read())
    signals, scopes, at = {}, [], 0

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
            at += 2
            string()
            number()
        elif tag != ATTRIBUTE_END:
            at += 1
            name = string().split(" ")[0]
            signals[".".join(scopes + [name])] = number()
            number()
    return signals


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fst")
    parser.add_argument("--scope", default="")
    options = parser.parse_args()
    try:
        signals = read_signals(options.fst)
    except (OSError, FstError, ValueError, IndexError) as problem:
        print(f"{options.fst}: error: {problem}", file=sys.stderr)
        return 2
    for name, bits in signals.items():
        if name.startswith(options.scope):
            print(name, bits)
    return 0


if __name__ == "__main__":
    sys.exit(main())
