# SPDX-License-Identifier: Apache-2.0
"""The shards of coverage.py: tests and random programs that count, and proofs of constants.

Counters go into the result of a shard: of models by NVE_COUNTERS, each process into files of its own, of C++
by GCOV_PREFIX.
"""
import pathlib
import time

import coverage_constants
import formal_engines
import runner
import shard_list
import shard_result
from coverage_data import kind_of
from ctest_build import Build
from tree_key import tree_key

# Test programs and how many shards each is; those of the DMA, which no machine changes, on one machine only
TESTS = {"core_test": 1, "core_corner_test": 1}
DMA_TESTS = {"dma_test": 6, "dma_corner_test": 2}
DMA_MACHINE = "nve"
PROGRAMS, SLICE = 300, 100  # random programs on each machine, under every stall profile
CPP_SHARDS = 10
# Seconds that shards are expected to take
TEST_SECONDS, PROGRAM_SECONDS, PROOF_SECONDS, CPP_SECONDS = 9.0, 0.08, 25.0, 20.0
# Tests whose subject is not the product's C++: benches of the RTL, lint, yosys, netlists, planted bugs,
# speeds; and programs that tb/coverage/coverage.cmake leaves out
LABELS = "regress|oracle|faults|stimulus|mutation"
NAMES = "^(rtl|bugs?|docs)|[Nn]etlist|Benchmark|_NOT_BUILT$"


class Coverage(runner.Campaign):
    """What the builds of a call count, as the campaign that runner.py runs."""

    def __init__(self, options, about):
        self.options, self.about = options, {"campaign": "coverage"} | about
        self.all = [one for build in options.builds for one in self.shards_of(build)]
        for name in shard_result.read_all(options.out, self.all).failed:  # a test may fail by chance
            shard_result.remove(options.out, name)

    def shards(self, _outcome):
        return self.all

    def shards_of(self, build):
        kind, machine = kind_of(build)
        if kind == "cpp":
            yield from self.cpp_tests(build, machine)
            return
        for profile in () if self.options.no_constants else (0, 1):
            argv = [shard_list.PYTHON, "-B", pathlib.Path(coverage_constants.__file__), build, profile,
                    shard_list.RESULT]
            yield self.shard(build, f"{machine}.constants.{profile}", argv, PROOF_SECONDS, "constants",
                             inputs=coverage_constants.inputs_of(build), more=formal_engines.versions(""))
        yield from self.tests(build, machine)

    def shard(self, build, name, argv, seconds, kind="tests", **more):
        return shard_list.shard(name, argv, self.about | {"build": shard_list.text_of(build), "kind": kind},
                                seconds=seconds, **more)

    def tests(self, build, machine):
        counting = ["env", f"NVE_COUNTERS={shard_list.RESULT}"]
        for name, number in (TESTS | (DMA_TESTS if machine == DMA_MACHINE else {})).items():
            program = build / "bin" / name
            for index in range(number):
                argv = [*counting, f"GTEST_TOTAL_SHARDS={number}", f"GTEST_SHARD_INDEX={index}", program,
                        "--gtest_brief=1"]
                yield self.shard(build, f"{machine}.{name}.{index}", argv, TEST_SECONDS, inputs=[program])
        program = build / "bin" / "nve-random"
        for first in range(1, 1 + PROGRAMS, SLICE):
            seeds = f"{first}-{first + SLICE - 1}"
            yield self.shard(build, f"{machine}.random.{seeds}",
                             [*counting, program, "--seeds", seeds, "--profile", "all"],
                             SLICE * PROGRAM_SECONDS, inputs=[program])

    def cpp_tests(self, build, machine):
        """Each runs every tenth case. Exit codes of ctest that are none of ours say that one has failed."""
        key = tree_key([Build(build, machine, LABELS, without=True)]) or str(time.time())
        for index in range(CPP_SHARDS):
            argv = ["sh", "-c", '"$@" || exit 1', "sh", "env", f"GCOV_PREFIX={shard_list.RESULT}",
                    f"GCOV_PREFIX_STRIP={len(build.parts) - 1}", "ctest", "--test-dir", build,
                    "--output-on-failure", "-I", f"{index + 1},,{CPP_SHARDS}", "-LE", LABELS, "-E", NAMES]
            yield self.shard(build, f"{machine}.cpp.{index}", argv, CPP_SECONDS, more=key)
