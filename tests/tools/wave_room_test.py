#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is missing for waves is named before the first cycle and leaves nothing: wave_room_test.py BUILD OUT
[COUNT [SEED]].

Limits of open files and of a file's size are drawn at random. Where a user may have a name space of mounts,
/tmp is read-only or full, and so is the folder of the waves. Without room --wave is refused; for
--wave-on-mismatch it is a warning, since a run that passes writes none. A trace of nve-sim has the same
manners. A run that a signal ends, also while its snapshot goes through it again, or that has no room for the
waves of a mismatch leaves earlier ones as they were; nve-diff names the files it needs.
Standard library only.
"""
import os
import pathlib
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR2, signal.SIGXCPU)
REPLAY = ("--max-cycles", "100000", "--wave-on-mismatch")  # long enough for a signal to come meanwhile
LEAST_ROOM = 1 << 20  # bytes that nve-cosim asks for
FULL = "mount -t tmpfs -o size=64k none {0} && head -c 65536 /dev/zero > {0}/ballast"


class Runs:
    def __init__(self, build, out):
        self.build, self.out, self.failures, self.count = build, out, [], 0
        shutil.rmtree(out, ignore_errors=True)
        self.waves = shlex.quote(str(out / "w"))
        self.earlier = {name: name.encode() for name in ("w.fst", "w.fst.json")}
        (out / "w").mkdir(parents=True)
        network = (ROOT / "networks" / "small" / "filter3x3.xml").read_text(encoding="utf-8")
        (out / "n.xml").write_text(network, encoding="utf-8")
        self.tool("nvec", out / "n.xml", "--seed", "1", "-o", out / "p.nve", check=True)
        self.tool("nvec", ROOT / "networks" / "filter3x3.xml", "--seed", "1", "-o", out / "long.nve",
                  check=True)
        self.tool("nve-cosim", out / "p.nve", "--input", ROOT / "images" / "readme.png",
                  "--wave", out / "a.fst", "--wave-window", "1:20", check=True)

    def tool(self, name, *arguments, check=False, before=None, shell=None):
        command = [self.build / "bin" / name, *arguments]
        if shell:
            script = f'{shell} && {{ "$@"; code=$?; echo left: $(ls -A {self.waves}); exit $code; }}'
            command = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", *command]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=check,
                              preexec_fn=before, timeout=120)

    def cosim(self, *options, **how):
        return self.tool("nve-cosim", self.out / "p.nve", "--input", ROOT / "images" / "readme.png", *options,
                         self.out / "w" / "w.fst", **how)

    def write_earlier(self):
        for name, content in self.earlier.items():
            (self.out / "w" / name).write_bytes(content)

    def take_left(self):
        """What there is in the folder of the waves, name by name, and no longer."""
        left = {path.name: path.read_bytes() for path in (self.out / "w").iterdir()}
        for name in left:
            (self.out / "w" / name).unlink()
        return left

    def expect(self, run, name, code, *texts):
        """The exit code, the sentences, and that nothing stays of waves."""
        self.count += 1
        missing = [text for text in texts if text not in run.stderr]
        _, mounted, seen = run.stdout.rpartition("left:")
        there = seen.split() if mounted else os.listdir(self.out / "w")
        left = [name for name in there if name != "ballast"]
        if run.returncode != code or missing or left:
            self.failures.append(f"{name}: exit code {run.returncode}, {run.stderr!r}, left {left}; "
                                 f"expected {code}, {texts}")

    def limited(self, kind, limit, texts):
        def before():
            resource.setrlimit(kind, (limit, limit))
        name = f"limit {limit} of {kind}"
        self.expect(self.cosim("--wave", before=before), name, 2, "--wave: writing waves needs ", *texts)
        self.expect(self.cosim("--wave-on-mismatch", before=before), name, 0,
                    "nve-cosim: warning: --wave-on-mismatch: writing waves needs ", *texts)

    def without_room(self, limit):
        """A mismatch whose waves are larger than files may be."""
        self.count += 1
        self.write_earlier()
        run = self.cosim("--fault", "probe", "--wave-on-mismatch",
                         before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        left, path = self.take_left(), self.out / "w" / "w.fst"
        told = f"; {path} and {path}.json are of an earlier run\n" in run.stderr
        if run.returncode != 1 or not told or left != self.earlier:
            self.failures.append(f"limit {limit}: exit code {run.returncode}, {run.stderr!r}, "
                                 f"left {sorted(left)}")

    def interrupted(self, number, *options):
        """A signal to the tool alone while waves are written."""
        self.count += 1
        self.write_earlier()
        folder = self.out / "w"
        command = [self.build / "bin" / "nve-cosim", self.out / "long.nve", "--input",
                   ROOT / "images" / "street.png", *options, folder / "w.fst"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
            end = time.monotonic() + 60
            while len(os.listdir(folder)) < 4 and run.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            run.send_signal(number)
            run.stdout.read()  # which snapshots hold as long as they live
        left = self.take_left()
        if run.returncode != -number or left != self.earlier:
            self.failures.append(f"{options}, {number!r}: exit code {run.returncode}, left {sorted(left)}")

    def few_files(self, limit):
        """nve-diff with too few open files says so, or has enough."""
        self.count += 1
        run = self.tool("nve-diff", self.out / "a.fst", self.out / "a.fst",
                        before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
        said = "more open files: Too many open files; close some, or raise ulimit -n" in run.stderr
        if run.returncode != (2 if said else 0):
            self.failures.append(f"nve-diff with {limit} files: exit code {run.returncode}, {run.stderr!r}")

    def mounted(self):
        """Folders that are read-only or full; False where there can be none."""
        waves = self.out / "w"
        can_mount = "mount -t tmpfs none /tmp"
        if not shutil.which("unshare") or self.tool("nvec", "--version", shell=can_mount).returncode:
            return False
        full = "No space left on device"
        for shell, texts in (("mount -t tmpfs -o ro none /tmp", ["/tmp: cannot make files there: Read-only"]),
                             (FULL.format("/tmp"), ["/tmp: no room for", full]),
                             (FULL.format(self.waves), [f"{waves}: no room for", full])):
            self.expect(self.cosim("--wave", shell=shell), shell, 2, "--wave: writing waves needs ", *texts)
            self.expect(self.cosim("--wave-on-mismatch", shell=shell), shell, 0,
                        "warning: --wave-on-mismatch: writing waves needs ", *texts)
            run = self.tool("nve-random", "--seeds", "1", "--wave-on-mismatch", waves / "w.fst", shell=shell)
            self.expect(run, shell, 0, "warning: --wave-on-mismatch: writing waves needs ", *texts)
        run = self.tool("nve-sim", self.out / "p.nve", "--input", ROOT / "images" / "readme.png", "--output",
                        self.out / "maps", "--trace", waves / "t.txt", shell=FULL.format(self.waves))
        self.expect(run, "a trace", 2, f"{waves}/t.txt: error: cannot write: No space left on device")
        return True


def main():
    build, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    count, seed = (int(argument) for argument in (sys.argv[3:] + ["6", "1"][len(sys.argv) - 3:]))
    draw = random.Random(seed)
    runs = Runs(build, out)
    for _ in range(count // 2):
        # Three are open when a tool begins, and its libraries are read one by one.
        runs.limited(resource.RLIMIT_NOFILE, draw.randint(5, 9), ["more open files: Too many open files"])
        runs.limited(resource.RLIMIT_FSIZE, draw.randrange(LEAST_ROOM), ["no room for", "File too large"])
        runs.without_room(draw.randrange(1 << 12, 1 << 16))
    for number in draw.sample(SIGNALS, min(len(SIGNALS), count // 3)):
        runs.interrupted(number, "--wave")
        runs.interrupted(number, *REPLAY)
    runs.interrupted(signal.SIGKILL, *REPLAY)
    for limit in draw.sample(range(4, 16), min(12, count)):
        runs.few_files(limit)
    if not runs.mounted():
        print("no name spaces of mounts here: folders that are read-only or full were not tried")
    for failure in runs.failures[:20]:
        print("error:", failure, file=sys.stderr)
    print(f"{runs.count} runs, {len(runs.failures)} failures")
    return 1 if runs.failures else 0


if __name__ == "__main__":
    sys.exit(main())
