#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Makefile and its shell scripts on a checkout whose tools only write down how they were called."""
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from toy_checkout import MACHINES, PATIENCE, ROOT, TOOLS, ToyCheckout

BUILDS = ("build", "build/machines/nve_small", "build/machines/nve_split")


class Test(ToyCheckout):
    def commands(self, *words):
        self.passes(self.make(*words))
        return self.calls()

    def test_all_machines_in_one_call(self):
        run = self.commands("test")
        self.assertIn(["test.py", "--resume", "--budget", "10", "out/test", *BUILDS], run)
        for build, machine in zip(BUILDS, MACHINES):
            preset, description = "release", []
            if build != "build":
                preset, description = "machine", [f"-DNVE_ARCH={self.top}/arch/{machine}.json"]
            self.assertIn(["cmake", "--preset", preset, "-B", build, "-DNVE_WERROR=OFF", *description], run)
            self.assertIn(["cmake", "--build", build, "--target", "all"], run)

    def test_the_gate_and_its_budget(self):
        self.assertIn(["test.py", "--strict", "--budget", "20", "out/test", *BUILDS],
                      self.commands("test", "GATE=1", "TEST_MINUTES=20"))
        self.assertIn(["test.py", "--budget", "10", "out/test", *BUILDS], self.commands("test", "FRESH=1"))

    def test_one_machine(self):
        self.assertIn(["test.py", "--resume", "--budget", "10", "out/test-nve_small", BUILDS[1]],
                      self.commands("test-machine", "MACHINE=nve_small"))
        self.assertIn(["test.py", "--resume", "--budget", "10", "out/test-nve_small", BUILDS[1]],
                      self.commands("test-instance", "ARCH=nve_small"), "the older names")

    def test_check(self):
        run = self.commands("check")
        self.assertIn(["check.py", "out/check", "build"], run)
        self.assertIn(["cmake", "--build", "build", "--target", "unit_tests", "nvec", "nve-cosim"], run)
        run = self.commands("check", "T=axi_port")
        self.assertIn(["check.py", "out/check", "build", "axi_port"], run)
        self.assertIn(["cmake", "--build", "build", "--target", "unit_tests"], run)
        self.refused(self.make("check", "T=../x"), "T: found '../x'", "axi_port")

    def test_a_machine_of_ones_own(self):
        shutil.copytree(ROOT / "arch", self.top / "arch", dirs_exist_ok=True)
        shutil.copy(ROOT / "arch/nve.json", self.folder / "mine.json")
        run = self.commands("cosim", f"MACHINE={self.folder}/mine.json")
        self.assertIn(["cmake", "--preset", "machine", "-B", "build/machines/mine", "-DNVE_WERROR=OFF",
                       f"-DNVE_ARCH={self.folder}/mine.json"], run)
        self.assertIn(["cmake", "--build", "build", "--target", *(f"common_{tool}" for tool in (
            "nvec", "nve-as", "nve-objdump", "nve-sim", "nve-cosim", "nve-report", "nve-export"))], run)
        wrong = self.folder / "wrong.json"
        wrong.write_text(f'{{"extends": "{ROOT}/arch/nve.json", "clock_mhz": 1, "agu": {{"modes": 1}}}}')
        self.refused(self.make("cosim", f"MACHINE={wrong}"), "clock_mhz: found 1", "agu.modes: found 1")

    def test_the_sanitizers_run_the_same(self):
        run = self.commands("sanitize")
        self.assertIn(["test.py", "out/sanitize", "build-sanitize", "--budget", "30"], run)
        self.assertIn(["cmake", "--preset", "sanitize", "-B", "build-sanitize"], run)

    def test_options_of_other_targets(self):
        for words, call in (
                (("coverage", "ONLY=rtl"), ["coverage.py", "out/coverage", "build-coverage",
                                            "build-coverage-split", "--rtl", "--engine", "ninja"]),
                (("coverage",), ["coverage.py", "out/coverage", "build-coverage", "build-coverage-split",
                                 "build-coverage-cpp", "--engine", "ninja"]),
                (("coverage",), ["cmake", "--preset", "coverage", "-B", "build-coverage-split",
                                 "-DNVE_TOGETHER=0", "-DNVE_COVERAGE=models",
                                 f"-DNVE_ARCH={self.top}/arch/nve_split.json"]),
                (("regress", "RESUME=1"), ["regress.py", "out/regress", BUILDS[0], BUILDS[2], "--resume",
                                           "--engine", "ninja"]),
                (("regress", "ENGINE=slurm"), ["faults.py", "out/faults", BUILDS[0], BUILDS[2], "--engine",
                                               "slurm"]),
                (("faults",), ["faults.py", "out/faults", BUILDS[0], BUILDS[2], "--engine", "ninja"]),
                (("nightly",), ["nightly.py", "out/nightly", *BUILDS, "--engine", "ninja"]),
                (("formal", "PROOFS=fifo *"), ["formal.py", "--engine", "ninja", "fifo", "*"]),
                (("mutate", "PARTS=core_a golden"),
                 ["mutate.py", "--engine", "ninja", "build", "out/mutate", "core_a", "golden"]),
                (("fuzz", "MINUTES=2.5", "KEEP=1"), ["fuzz.py", "build-fuzz", "out/fuzz", "--keep"]),
                (("fuzz", "MINUTES=2.5"), ["fuzz.py", "build-fuzz", "out/fuzz", "--minutes", "2.5",
                                           "--engine", "ninja"]),
                (("roofline", "STRIPS=4"), ["roofline.py", "build/bin", "out/roofline", "--memory", "bank",
                                            "--strips", "4", "--engine", "ninja"]),
                (("onnx",), ["cmake", "--build", "build", "--target", "nvec", "nve-export",
                             "layer_reference"]),
                (("onnx",), ["onnx_check.py", "build", "out/onnx"]),
                (("cores",), ["cores.py", "build/bin", "out/cores", "--engine", "ninja"]),
                (("plans", "ENGINE=slurm"), ["plans.py", "build/bin", "out/plans", "--engine", "slurm"]),
                (("sweep", "SIZES=8,64", "LATENCY=9"),
                 ["sweep.py", "build/bin", "out/sweep", "--sizes", "8,64", "--stride", "0", "--outstanding",
                  "16", "--memory", "fixed", "--ports", "separate,shared", "--latency", "9", "--engine",
                  "ninja"]),
                (("train", "NET=fashion", "SEED=2"),
                 ["train.py", "fashion", "out/train/fashion", "--seed", "2", "--quantise",
                  "build/bin/nve-quantise"]),
                (("sweep",),
                 ["sweep.py", "build/bin", "out/sweep", "--stride", "0", "--outstanding", "16", "--memory",
                  "fixed,tso,bank", "--ports", "separate,shared", "--engine", "ninja"])):
            with self.subTest(words):
                self.assertIn(call, self.commands(*words))

    def test_flags_of_cmake_keep_their_quotes(self):
        run = self.commands("configure", 'CMAKE_FLAGS=-DA="b c" -DD=e')
        self.assertEqual(run[0][-2:], ["-DA=b c", "-DD=e"])

    def test_a_moved_checkout(self):
        self.commands("configure")
        moved = self.folder / "moved"
        self.top.rename(moved)
        self.refused(self.make("cosim", top=moved), f"found a build folder of the checkout {self.top}",
                     "run `make clean`")
        self.passes(self.make("clean", top=moved))
        self.passes(self.make("cosim", top=moved))

    def test_a_link_to_the_checkout_is_the_same_one(self):
        self.commands("configure")
        link = self.folder / "link"
        link.symlink_to(self.top)
        self.passes(self.make("cosim", top=link))

    def test_a_cache_that_cannot_be_written(self):
        for broken, allowed in (("true", "none"), ("false", "none"),
                                ('[ -z "$CCACHE_DIR" ]', "a cache in the build folder")):
            with self.subTest(broken):
                self.program(self.path / "ccache", f"#!/bin/sh\nif {broken}; then exit 1; fi\n")
                self.program(self.path / "cmake", '#!/bin/sh\n[ "$1" = -S ] || '
                             'echo "dir=$CCACHE_DIR off=$CCACHE_DISABLE"\n')
                said = self.make("build-machine", CCACHE_DIR="").stdout
                expected = {"true": f"dir={self.top}/build/ccache off=1", "false": "dir= off="}.get(
                    broken, f"dir={self.top}/build/ccache off=")
                self.assertEqual(said.strip(), expected, allowed)


class Cosim(ToyCheckout):
    def test_two_at_once(self):
        """Neither takes files of the other away; the second waits."""
        cmake = (self.path / "cmake").read_text()
        self.program(self.path / "cmake", cmake.replace('[ "$1" = -S ]', 'sleep 0.2\n[ "$1" = -S ]'))
        pair = [subprocess.Popen(["make", "cosim"], cwd=self.top, env=self.environment(), text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
        said = [each.communicate(timeout=PATIENCE) for each in pair]
        self.assertEqual([each.returncode for each in pair], [0, 0], said)
        self.assertEqual(sum("another call works in build, waiting for it" in errors for _, errors in said),
                         1)
        self.assertTrue((self.top / "build" / "configure.log").exists())

    def test_results_of_an_earlier_run_go(self):
        self.passes(self.make("cosim"))
        out = self.top / "out" / "cosim"
        for name in ("output_0.png", "output_final.png", "output.png.txt", "mismatch.fst", "mine.fst"):
            (out / name).write_text(name)
        self.passes(self.make("cosim"))
        self.assertEqual(sorted(path.name for path in out.iterdir()),
                         ["compile.json", "input.npy", "input.png", "mine.fst", "output.npy", "output.png",
                          "output.png.txt", "output_final.png", "program.nve", "report.html", "report.json"])

    def trained(self, name):
        folder = self.top / "networks" / "trained" / name
        folder.mkdir(parents=True)
        for file in ("model.json", "network.xml", "weights.npz", "scene.png", "scene.json"):
            (folder / file).write_text(file)
        return f"networks/trained/{name}"

    def test_detect_runs_the_scene_in_lockstep(self):
        net = self.trained("speed_sign")
        self.passes(self.make("detect"))
        run = self.calls()
        read_out = ["--read-out", f"{net}/model.json", "--input", f"{net}/scene.png"]
        self.assertIn(["nvec", *read_out, "--preset", "default", "--vectors", "vertical", "-o",
                       "out/detect/program.nve", "--json", "out/detect/compile.json"], run)
        self.assertIn(["nve-cosim", "out/detect/program.nve", *read_out[2:], *read_out[:2], "--output",
                       "out/detect", "--json", "out/detect/report.json", "--labels", f"{net}/scene.json",
                       "--wave-on-mismatch",
                       "out/detect/mismatch.fst", "--reference", f"{net}/network.xml", "--weights",
                       f"{net}/weights.npz"], run)
        self.assertIn(["nve-report", "out/detect/report.json", "-o", "out/detect/report.html"], run)

    def test_detect_takes_a_picture_and_the_golden_model(self):
        net = self.trained("mine")
        (self.top / "my picture.png").write_text("picture")
        self.passes(self.make("detect", "NET=mine", "IMAGE=my picture.png", "MODEL=golden", "OUT=o"))
        run = self.calls()
        self.assertIn(["nve-sim", "o/program.nve", "--input", "my picture.png", "--read-out",
                       f"{net}/model.json", "--output", "o", "--json", "o/report.json", "--reference",
                       f"{net}/network.xml", "--weights",
                       f"{net}/weights.npz"], run)
        self.refused(self.make("detect", "NET=other", "MODEL=rlt", "IMAGE=nosuch.png"),
                     "NET: found 'other', allowed: mine", "MODEL: found 'rlt', allowed: rtl, golden",
                     "IMAGE: found 'nosuch.png'")
        self.refused(self.make("detect", "NET=mine", f"OUT={net}", f"IMAGE={net}/detections.png"),
                     "IMAGE: found")

    def test_a_refused_network_leaves_them(self):
        self.passes(self.make("cosim"))
        (self.top / "out" / "cosim" / "output.png").write_text("earlier")
        self.program(self.top / "rec" / "nvec", "#!/bin/sh\nexit 2\n")
        self.assertEqual(self.make("cosim", "BIN=rec").returncode, 2)
        self.assertEqual((self.top / "out" / "cosim" / "output.png").read_text(), "earlier")

    def test_a_report_of_every_run_but_refused_ones(self):
        tool = (self.folder / "tools" / "nve-cosim").read_text()
        for code, written in ((0, True), (1, True), (2, False), (70, False)):
            with self.subTest(code):
                self.program(self.folder / "tools" / "nve-cosim", tool.replace("exit 0", f"exit {code}"))
                shutil.rmtree(self.top / "build", ignore_errors=True)
                ran = self.make("cosim")
                self.assertEqual(ran.returncode, 2 if code else 0, ran.stderr)
                self.assertEqual((self.top / "out/cosim/report.html").exists(), written)
                self.assertEqual(ran.stdout.endswith("report: out/cosim/report.html\n"), written)

    def test_a_signal_ends_the_run(self):
        """Whoever ends make ends the simulation, which tidies up."""
        slow = "#!/bin/sh\ntrap 'echo told > \"$RECORD\"/../told; exit 3' TERM\necho begun\n" \
            "while :; do sleep 0.05; done\n"
        self.program(self.folder / "tools" / "nve-cosim", slow)
        with subprocess.Popen(["make", "cosim"], cwd=self.top, env=self.environment(), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            while process.stdout.readline() != "begun\n":
                self.assertIsNone(process.poll())
            process.terminate()
            process.wait(PATIENCE)
        self.assertEqual((self.folder / "told").read_text(), "told\n")
        self.assertFalse((self.top / "out/cosim/report.html").exists())

    def test_a_folder_of_somebody_else_is_not_tidied(self):
        mine = self.top / "mine"
        mine.mkdir()
        (mine / "output_1.png").write_text("mine")
        self.passes(self.make("cosim", "OUT=mine"))
        self.assertEqual((mine / "output_1.png").read_text(), "mine")

    def test_an_input_that_the_run_would_replace(self):
        self.passes(self.make("cosim"))
        out = self.top / "out" / "cosim"
        (self.top / "linked.png").symlink_to(out / "output.png")
        os.link(out / "output.png", self.top / "hard.png")
        for word in ("IMAGE=out/cosim/output.png", "IMAGE=linked.png", "IMAGE=hard.png",
                     "IMAGE=out/cosim/input.png",
                     "NETWORK=out/cosim/compile.json", "WEIGHTS=out/cosim/input.npy"):
            with self.subTest(word):
                self.calls()
                name, value = word.split("=")
                self.refused(self.make("cosim", word), f"{name}: found '{value}', allowed: a file that this "
                             "run does not replace; it would replace out/cosim/")
                self.assertTrue((out / "output.png").exists())

    def test_every_problem_in_one_call(self):
        for words in ((), ("-n",)):
            self.refused(self.make(*words, "cosim", "OUT=", "SEED=", "PRESET=", "IMAGE=nosuch.png",
                                   "MACHINE=x"),
                         "OUT: found nothing, allowed: a folder", "SEED: found nothing",
                         "PRESET: found nothing",
                         "IMAGE: found 'nosuch.png', allowed: a file that is there",
                         "MACHINE: found 'x', allowed: nve, nve_small, nve_split")

    def test_a_dry_run_starts_nothing(self):
        for target in ("cosim", "test", "regress", "faults", "nightly", "waves"):
            self.calls()
            self.passes(self.make("-n", target))
            self.assertEqual(self.calls(), [], target)

    def test_lists(self):
        """A part is no empty text, and a file may have commas in its name."""
        (self.top / "a,b.json").write_text("{}")
        (self.top / "out" / "sweep").mkdir(parents=True)
        (self.top / "out" / "sweep" / "sweep.csv").write_text("mine")
        (self.top / "x,y.json").hardlink_to(self.top / "out" / "sweep" / "sweep.csv")
        for name, value, sentence in (
                ("SIZES", "8,", "with an empty part, allowed: decimal numbers from 8"),
                ("SIZES", "8,,16", "with an empty part, allowed: decimal numbers from 8"),
                ("MEMORY", ",bank", "with an empty part, allowed: ideal, fixed, tso, bank"),
                ("PORTS", "shared,", "with an empty part, allowed: separate, shared"),
                ("MEMORY", "a,c.json", ", allowed: ideal, fixed, tso, bank"),
                ("MEMORY", "a,b.json,bank", ", allowed: ideal, fixed, tso, bank"),
                ("MEMORY", "x,y.json", ", allowed: a file that this run does not replace")):
            with self.subTest(f"{name}={value}"):
                self.refused(self.make("-n", "sweep", f"{name}={value}"),
                             f"{name}: found '{value}'{' ' if sentence[0] == 'w' else ''}{sentence}")
        self.passes(self.make("sweep", "MEMORY=a,b.json", "LATENCY=9"))
        sweep = next(call for call in self.calls() if call[0] == "sweep.py")
        self.assertEqual(sweep[sweep.index("--memory") + 1], "a,b.json")

    def test_two_sources_of_weights(self):
        (self.top / "w.npz").write_text("w")
        self.refused(self.make("cosim", "WEIGHTS=w.npz", "SEED=1"), "found WEIGHTS='w.npz' and SEED='1'")
        self.passes(self.make("cosim", "WEIGHTS=w.npz"))
        self.assertIn("--weights", self.calls()[-2])


class Builds(ToyCheckout):
    """Folders that a user chooses."""

    def content(self):
        return sorted((str(path), path.lstat().st_mtime_ns) for path in self.folder.rglob("*")
                      if self.record not in (path, *path.parents))

    def stays(self, *folders, sentence):
        before = self.content()
        for dry, folder in zip(itertools.cycle(((), ("-n",))), folders):
            with self.subTest(folder=folder, dry=dry):
                self.refused(self.make(*dry, "configure", f"BUILD={folder}"),
                             f"make configure: error: BUILD: found '{folder}', {sentence}")
                self.assertEqual(self.content(), before)

    def test_sources_and_what_is_above_them(self):
        (self.top / "arch" / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.top}\n")
        (self.top / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.top}\n")
        (self.top / "link").symlink_to("arch")
        self.stays("/", "..", ".", "../..", str(self.top), str(self.folder), "arch", "./scripts/", "link",
                   sentence="allowed: a folder that is neither one of the sources nor above them")

    def test_all_folders_of_sources(self):
        """Folders that are there, each part of the program among them; a user may have others."""
        listed = re.search(r'^SOURCES="(.*?)"', (ROOT / "scripts" / "run" / "check_settings.sh").read_text(),
                           re.MULTILINE)[1].split()
        self.assertEqual([name for name in listed if not (ROOT / name).is_dir()], [])
        parts = {path.parent.name for path in ROOT.glob("*/CMakeLists.txt")
                 if not (path.parent / "CMakeCache.txt").is_file()}
        self.assertEqual(sorted(parts - set(listed)), [])

    def test_folders_of_somebody_else(self):
        for name in ("mine/notes.txt", "hidden/.notes", "arch/below/x", "ccache/ccache/x"):
            (self.top / name).parent.mkdir(parents=True)
            (self.top / name).write_text(name)
        (self.top / "ccache" / "ccache.conf").write_text("x")
        (self.top / "dangling").mkdir()
        (self.top / "dangling" / "x").symlink_to("nosuch")
        (self.top / "nothing").mkdir()
        (self.top / "nothing" / "CMakeCache.txt").write_text("")
        allowed = "allowed: a folder that is missing, empty or a build folder of this checkout"
        self.stays("mine", "mine/", "hidden", "arch/below", "ccache", "dangling", "nothing", sentence=allowed)
        self.stays("Makefile", "mine/notes.txt", sentence="allowed: a folder")
        (self.top / "other").mkdir()
        (self.top / "other" / "CMakeCache.txt").write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/nosuch/x\n")
        self.stays("other", sentence="a build folder of the checkout /nosuch/x, " + allowed)

    def test_folders_for_a_build(self):
        (self.top / "empty").mkdir()
        (self.top / "stopped" / "CMakeFiles").mkdir(parents=True)
        for name in ("configure.log", "cache_probe.7.cpp"):
            (self.top / "stopped" / name).write_text("")
        (self.top / "link").symlink_to("empty")
        for folder in ("empty", "empty", "link", "new/below", "stopped", str(self.folder / "outside")):
            with self.subTest(folder):
                self.passes(self.make("configure", f"BUILD={folder}"))
                self.assertIn(folder, self.calls()[0])

    def test_the_folder_that_nobody_chose(self):
        """What `make clean` leaves in it stops no build."""
        (self.top / "build").mkdir()
        (self.top / "build" / "mine.png").write_text("mine")
        self.passes(self.make("configure"))
        self.passes(self.make("clean"))
        self.assertTrue((self.top / "build" / "mine.png").exists())
        self.assertFalse((self.top / "build" / "CMakeCache.txt").exists())
        self.passes(self.make("configure", BUILD="arch"))  # of the environment: none that make reads
        self.assertIn("build", self.calls()[-1])


class Names(ToyCheckout):
    name = "my nve"

    def test_a_checkout_with_a_blank(self):
        for target in ("cosim", "test", "waves", "demo-mismatch", "sweep"):
            self.refused(self.make(target), "found the checkout in '", "move it")
        self.passes(self.make("help"))
        self.passes(self.make("clean"))


class Clean(ToyCheckout):
    def test_what_stays(self):
        self.passes(self.make("cosim"))
        self.program(self.top / "build" / "build.ninja",
                     "build bin/nvec: LINK x.o\nbuild bin/nve-cosim: LINK\n")
        foreign = ["build/mine.png", "build/bin/n.xml", "build/sub/x.npy", "build/host/my.png",
                   "build-mine/a",
                   "build-other/CMakeCache.txt", "out/a.png", "out/mine/report.json", "out/cosim/my.png",
                   "out/cosim/output_final.png", "out/waves/notes.txt", "out/formal/mine/x", "build.log"]
        made = ["build/host/x.o", "build/tests/a/b.png", "build/CMakeFiles/x",
                "build-sanitize/CMakeCache.txt",
                "out/cosim/output_3.png", "out/test/failures/x.log", "out/formal/results/fifo.prove/log",
                "out/test-nve_small/junit.xml", "build/scripts/onnx/x.cmake", "out/onnx/a.onnx",
                "out/onnx/package.json", "out/onnx/node_modules/a/b.node"]
        for name in foreign + made:
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            (self.top / name).write_text(name)
        self.passes(self.make("clean"))
        left = {str(path.relative_to(self.top)) for folder in ("build", "build-mine", "build-other",
                                                               "build-sanitize",
                                                               "out")
                for path in (self.top / folder).rglob("*") if path.is_file()}
        tools = {f"build/bin/{name}" for name in TOOLS[2:]}  # not in build.ninja
        self.assertEqual(left - tools, set(foreign) - {"build.log"})
        self.assertTrue((self.top / "build.log").exists())

    def test_nothing_is_left_of_a_build(self):
        self.passes(self.make("cosim"))
        lines = [f"build bin/{name}: LINK\n" for name in TOOLS]
        (self.top / "build" / "build.ninja").write_text("".join(lines))
        ran = self.make("clean")
        self.passes(ran)
        self.assertEqual(ran.stdout, "")
        self.assertFalse((self.top / "build").exists() or (self.top / "out").exists())

    def test_an_input_stays(self):
        self.passes(self.make("cosim"))
        self.passes(self.make("clean", "IMAGE=out/cosim/output.png"))
        self.assertTrue((self.top / "out" / "cosim" / "output.png").exists())


class Packages(unittest.TestCase):
    def setUp(self):
        self.path = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("awk", "dirname", "grep", "id", "sh", "env"):
            (self.path / name).symlink_to(shutil.which(name))
        self.program("apt-get", 'echo "apt-get $*"')

    def program(self, name, text):
        (self.path / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.path / name).chmod(0o755)

    def install(self):
        return subprocess.run([ROOT / "scripts/run/install_packages.sh"], env={"PATH": str(self.path)},
                              text=True,
                              capture_output=True, check=False)

    def test_what_counts_as_installed(self):
        for status in ("hold ok installed", "install ok triggers-pending", "install ok triggers-awaited",
                       "install ok installed", "deinstall ok config-files\ninstall ok installed"):
            self.program("dpkg-query", f"printf '{status}\\n'")
            ran = self.install()
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""), status)

    def test_what_does_not(self):
        for status in ("deinstall ok config-files", "install ok half-installed", "install ok unpacked",
                       "unknown ok not-installed"):
            self.program("dpkg-query", f"printf '{status}\\n'")
            self.program("id", "echo 0")
            self.assertIn("Installing: g++ cmake", self.install().stdout)

    def test_another_system(self):
        programs = ("g++", "cmake", "make", "ninja", "pkg-config", "python3", "verilator", "yosys")
        for name in programs[:-2]:
            self.program(name, "exit 1")
        ran = self.install()
        self.assertEqual(ran.returncode, 2)
        self.assertIn("found no verilator yosys and no dpkg-query", ran.stderr)
        for name in programs[-2:]:
            self.program(name, "exit 1")
        ran = self.install()
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))


class Mutate(unittest.TestCase):
    def test_a_part_that_is_none(self):
        """Is named beside those that are, before anything is configured or built."""
        build = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "build"
        env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
        ran = subprocess.run(["make", "-C", ROOT, "--old-file=packages", "mutate", "PARTS=core_a foo",
                              f"BUILD={build}"], capture_output=True, text=True, check=False, env=env)
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertIn("mutate.py: error: found part 'foo', allowed: core_a ", ran.stderr)
        self.assertFalse(build.exists())

    def test_targets_of_parts_that_share_a_program(self):
        words = (ROOT / "tb" / "mutation" / "mutate.py", "build", "out", "--targets")
        for parts, targets in ((("mover", "core_a", "dma_a"), "mutants-core_a mutants-dma_a\n"),
                               (("fifo1",), "mutants-fifo5\n")):
            told = subprocess.check_output([sys.executable, *words, *parts], text=True)
            self.assertEqual(told, targets)


if __name__ == "__main__":
    unittest.main()
