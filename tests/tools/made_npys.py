# SPDX-License-Identifier: Apache-2.0
"""NumPy files (.npy, version 1) without NumPy."""


def made_npy(kind, shape, data):
    """The bytes of a file. `kind` in NumPy's words: |u1, <f4; `data`: all elements, last index fastest."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00v\x00" + header.encode() + bytes(data)
