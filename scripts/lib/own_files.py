# SPDX-License-Identifier: Apache-2.0
"""What scripts may write and remove in a folder that somebody names: their own files and no others, whatever
links lead there."""
import contextlib
import os

from script_main import InputError


def same(one, other):
    """Whether two paths are of one file, or would be."""
    with contextlib.suppress(OSError):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def refuse_overwriting(inputs, outputs):
    """No input may be among the files to be written, by another name or a link either."""
    for given in inputs:
        for written in outputs:
            if same(given, written):
                raise InputError(f"{given}: found an input that would be overwritten, as {written}; allowed: "
                                 "another file or folder for the results")


def remove_named(folder, pattern):
    """Removes the files directly in a folder whose whole names match a compiled pattern, and the folder if
    nothing is left."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if pattern.fullmatch(path.name) and not path.is_dir():
            path.unlink()
    with contextlib.suppress(OSError):
        folder.rmdir()


def refuse_foreign(out, folders, *marks):
    """Folders in OUT that are about to be emptied must be of an earlier call, which has left one of the marks
    in OUT."""
    if any((out / mark).exists() for mark in marks):
        return
    for folder in folders:
        if folder.exists():
            raise InputError(f"{folder}: found files in the way and no {marks[0]} in {out}, which would say "
                             "that they are of an earlier call; allowed: another folder for the results")
