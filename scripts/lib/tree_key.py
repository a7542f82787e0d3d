# SPDX-License-Identifier: Apache-2.0
"""A digest of all that the results of tests depend on: every file of the sources, the programs and cases of the
build folders, and the versions of the installed packages. As long as it is the same, a case that has passed
need not run again."""
import hashlib
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Of the top folder; what builds and runs write is no source.
NO_SOURCES = ("out", ".git")
CHUNK = 1 << 20


def is_source(name):
    return name not in NO_SOURCES and not name.startswith("build")


def files_of(root):
    for folder, folders, names in os.walk(root):
        here = pathlib.Path(folder)
        if here == root:
            folders[:] = filter(is_source, folders)
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            yield here / name


def digest_of(path):
    """Of a file's contents; of a link, where it leads."""
    if path.is_symlink():
        return os.readlink(path)
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def packages():
    """Names and versions of what is installed; nothing where nobody knows."""
    try:
        return subprocess.run(["dpkg-query", "-W"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def tree_key(builds, root=ROOT):
    """`builds`: of ctest_build."""
    files = {str(path.relative_to(root)): digest_of(path) for path in files_of(root) if path.exists()}
    programs = {build.machine: [str(build.folder.resolve()), build.programs, build.definitions]
                for build in builds}
    text = json.dumps([files, programs, packages()], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
