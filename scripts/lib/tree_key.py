# SPDX-License-Identifier: Apache-2.0
"""A digest of all that the results of tests depend on: every file of the sources, what the build folders hold
for their cases, and the versions of the installed packages. As long as it is the same, a case that has passed
need not run again. Where nobody knows the packages there is none."""
import hashlib
import json
import os
import pathlib
import stat
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
        links = [name for name in folders if (here / name).is_symlink()]
        for name in sorted([*names, *links]):
            yield here / name


def digest_of(path):
    """Of a file's contents, and whether it can be run; of a link, where it leads."""
    if path.is_symlink():
        return os.readlink(path)
    digest = hashlib.sha256(str(path.stat().st_mode & stat.S_IXUSR).encode())
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def packages():
    """Names and versions of what is installed, or None."""
    try:
        return subprocess.run(["dpkg-query", "-W"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def stamps(folder):
    """Of what cases read besides programs: netlists, generated files, what the build was configured with."""
    paths = [folder / "CMakeCache.txt", *folder.glob("netlist/*"), *folder.glob("generated/*")]
    return {str(path): [path.stat().st_size, path.stat().st_mtime_ns] for path in paths if path.is_file()}


def tree_key(builds, root=ROOT):
    """`builds`: of ctest_build. None where there is no key."""
    installed = packages()
    if installed is None:
        return None
    files = {str(path.relative_to(root)): digest_of(path) for path in files_of(root) if path.exists()}
    programs = {build.machine: [str(build.folder.resolve()), build.programs, build.definitions,
                                stamps(build.folder)]
                for build in builds}
    text = json.dumps([files, programs, installed], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
