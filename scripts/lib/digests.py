# SPDX-License-Identifier: Apache-2.0
"""SHA-256 of files and of texts: what results depend on."""
import hashlib


def of_file(path):
    """The digest of a file's bytes, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def of_text(text):
    return hashlib.sha256(text.encode()).hexdigest()
