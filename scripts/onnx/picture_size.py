# SPDX-License-Identifier: Apache-2.0
"""Rows and columns of a picture that --fit names, after nvec has taken it."""
import re
import struct

import numpy

PNG = b"\x89PNG\r\n\x1a\n"
NUMPY = b"\x93NUMPY"
# P5 or P6, then two numbers, behind white space and comments
NETPBM = re.compile(rb"P[1-6](?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d+)\s")
MOST_HEADER = 65536


def size_of(text):
    """Of HEIGHTxWIDTH or a file"""
    if given := re.fullmatch(r"([0-9]+)x([0-9]+)", text):
        return tuple(map(int, given.groups()))
    with open(text, "rb") as file:
        head = file.read(MOST_HEADER)
    if head.startswith(PNG):
        return struct.unpack(">II", head[16:24])[::-1]
    if head.startswith(NUMPY):
        return numpy.load(text, mmap_mode="r").shape[-2:]
    columns, rows = map(int, NETPBM.match(head).groups())
    return rows, columns
