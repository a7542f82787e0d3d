# SPDX-License-Identifier: Apache-2.0
"""A checkout whose tools only write down how they were called: for tests of the Makefile and its shell
scripts."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PATIENCE = 60  # seconds
MACHINES = ("nve", "nve_small", "nve_split")
SCRIPTS = ("scripts/run/test.py", "scripts/run/check.py", "scripts/charts/roofline.py",
           "scripts/charts/sweep.py", "scripts/charts/plans.py", "scripts/charts/cores.py",
           "scripts/train/train.py", "scripts/dev/compare_cells.py",
           "scripts/waves/make_gtkw.py", "tb/regress/regress.py", "tb/regress/nightly.py",
           "tb/faults/faults.py", "tb/fuzz/fuzz.py", "tb/formal/formal.py", "tb/mutation/mutate.py",
           "tb/coverage/coverage.py", "tb/onnx/onnx_check.py")
TOOLS = ("nvec", "nve-cosim", "nve-sim", "nve-cosim-mac_sign", "nve-cpu", "nve-random", "core_test",
         "core_corner_test", "dma_test", "dma_corner_test", "nve-report")
# What make takes from the environment, and what a test must not inherit from the make that runs it
SETTINGS = ("MACHINE NETWORK IMAGE WEIGHTS SEED PRESET VECTORS OUT NET MODEL SIZES STRIDE OUTSTANDING "
            "LATENCY MEMORY PORTS PROOFS PARTS ROOFLINE_MEMORY STRIPS TEST_MINUTES GATE FRESH T MINUTES "
            "ENGINE RESUME ONLY KEEP WERROR CMAKE_FLAGS BUILD BIN SEED_FROM IMAGE_FROM OUT_FROM BUILD_FROM "
            "SETTINGS GIVEN UNKNOWN GOALS").split()

# A call is a file of the folder RECORD: the tool and its arguments, a NUL behind each. Its name is the
# next free number: numbers of processes start over, and several calls fit into one tick of a file's time.
RECORD_CALL = """call=0
set -C
until true > "$RECORD/$call"; do
  [ -e "$RECORD/$call" ] || exit 1
  call=$((call + 1))
done 2> /dev/null
set +C
printf '%s\\0' "${0##*/}" "$@" > "$RECORD/$call"
"""
# What a tool writes it writes in place, so that a link to an input would cost the input.
TOOL = f"""#!/bin/sh
{RECORD_CALL}""" + """while [ $# -gt 1 ]; do
  case $1 in
  -o | --json | --csv | --wave) echo result > "$2" ;;
  --output) for name in input.png output.png input.npy output.npy; do echo result > "$2/$name"; done ;;
  esac
  shift
done
exit 0
"""
CMAKE = f"""#!/bin/sh
{RECORD_CALL}""" + """[ "$1" = --preset ] || exit 0
mkdir -p "$4/bin"
cp "$TOY_TOOLS"/* "$4/bin"
printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\\nCMAKE_PROJECT_NAME:STATIC=nve\\n' "$PWD" > "$4/CMakeCache.txt"
"""
SCRIPT = f"""#!/usr/bin/env python3
import itertools, os, sys
def record_of_call():
    for call in itertools.count():
        try:
            return open(f"{{os.environ['RECORD']}}/{{call}}", "xb")
        except FileExistsError:
            pass
with record_of_call() as record:
    words = [os.path.basename(sys.argv[0]), *sys.argv[1:]]
    record.write(b"".join(os.fsencode(word) + b"\\0" for word in words))
"""


class ToyCheckout(unittest.TestCase):
    name = "checkout"

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.top = self.folder / self.name
        self.make_checkout(self.top)

    def make_checkout(self, top):
        top.mkdir()
        for name in ("Makefile", "CMakePresets.json"):
            shutil.copy(ROOT / name, top)
        for path in (*ROOT.glob("scripts/*/*.sh"), *ROOT.glob("scripts/*/*.mk"), *ROOT.glob("tb/*/*.sh"),
                     ROOT / "scripts/run/ninja_progress.py", ROOT / "cmake/made_of.py"):
            copy = top / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        self.program(top / "scripts" / "run" / "install_packages.sh", "#!/bin/sh\n")
        for name in SCRIPTS:
            self.program(top / name, SCRIPT)
        for path in (*(f"arch/{machine}.json" for machine in MACHINES), "networks/filter3x3.xml",
                     "images/street.png", "host/axi_port.cpp"):
            (top / path).parent.mkdir(exist_ok=True)
            (top / path).write_text(path)
        self.path = self.folder / "path"
        for name in TOOLS:
            self.program(self.folder / "tools" / name, TOOL)
        self.program(self.path / "cmake", CMAKE)
        self.program(self.path / "ccache", "#!/bin/sh\nexit 0\n")
        self.record = self.folder / "record"
        self.record.mkdir(exist_ok=True)

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def environment(self, **settings):
        env = {name: value for name, value in os.environ.items()
               if "MAKE" not in name and name not in ("MFLAGS", "DISPLAY", "WAYLAND_DISPLAY", *SETTINGS)}
        return env | {"PATH": f"{self.path}:{env['PATH']}", "RECORD": str(self.record),
                      "TOY_TOOLS": str(self.folder / "tools"), "LC_ALL": "C.UTF-8"} | settings

    def make(self, *words, top=None, **settings):
        """Runs make; `settings` come from the environment."""
        return subprocess.run(["make", *words], cwd=top or self.top, capture_output=True, text=True,
                              check=False, env=self.environment(**settings), timeout=PATIENCE,
                              errors="surrogateescape")

    def calls(self):
        """What has been called since the last time, in order: lists of words."""
        found = []
        for path in sorted(self.record.iterdir(), key=lambda path: int(path.name)):
            found.append([os.fsdecode(word) for word in path.read_bytes().split(b"\0")[:-1]])
            path.unlink()
        return found

    def passes(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def refused(self, ran, *texts):
        """Exit code 2 and sentences, before anything was called."""
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        for text in texts:
            self.assertIn(text, ran.stderr)
        self.assertEqual(self.calls(), [])
