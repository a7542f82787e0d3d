# SPDX-License-Identifier: Apache-2.0
"""Files that are there as a whole or as they were before."""
import os
import pathlib


ROOM = 1 << 16  # bytes


def refuse_full_disk(folder):
    """OSError if there is no room in a folder for some more."""
    path = pathlib.Path(folder) / "room"
    try:
        path.write_bytes(bytes(ROOM))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error
    finally:
        path.unlink(missing_ok=True)


def part_of(path):
    """The name of a file that is being written."""
    path = pathlib.Path(path)
    return path.with_name(path.name + ".part")


def write_whole(path, content):
    """All of a file, text or bytes, or nothing of it."""
    part = part_of(path)
    try:
        part.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        os.replace(part, path)
    except OSError as error:  # of a full disk, which does not say what for
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
