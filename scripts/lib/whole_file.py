# SPDX-License-Identifier: Apache-2.0
"""Files that are there as a whole or as they were before."""
import os
import pathlib


def write_whole(path, text):
    """All of a file or nothing of it."""
    path = pathlib.Path(path)
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:  # of a full disk, which does not say what for
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
