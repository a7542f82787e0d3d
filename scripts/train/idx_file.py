# SPDX-License-Identifier: Apache-2.0
"""IDX files, in which the MNIST family comes: magic number, sizes, bytes; packed by gzip or not."""
import gzip
import zlib

import numpy as np

from script_main import InputError

BYTES = 8  # the code of this kind of element


def read_idx(path, dimensions):
    """Bytes of so many dimensions."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except FileNotFoundError as error:
        raise InputError(f"{path}: found no such file, allowed: an IDX file") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: found {error}, allowed: an IDX file that can be read") from error
    head = 4 + 4 * dimensions
    if len(data) < head:
        raise InputError(f"{path}: found {len(data)} bytes, allowed: {head} or more, the sizes are in them")
    if data[:4] != bytes([0, 0, BYTES, dimensions]):
        raise InputError(f"{path}: found the first bytes {data[:4].hex(' ')}, allowed: 00 00 08 "
                         f"{dimensions:02}, bytes in {dimensions} dimensions, and their sizes")
    shape = [int.from_bytes(data[at:at + 4], "big") for at in range(4, head, 4)]
    wanted = int(np.prod(shape, dtype=object))
    if len(data) - head != wanted:
        raise InputError(f"{path}: found {len(data) - head} bytes behind the sizes, allowed: {wanted}, of "
                         f"{' x '.join(map(str, shape))}")
    return np.frombuffer(data, np.uint8, offset=head).reshape(shape)
