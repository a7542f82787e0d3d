# SPDX-License-Identifier: Apache-2.0
# Front door of NVE. Everything real is in CMake and the tools in build/bin; this file only strings them
# together. `make help` lists the targets.

# Names of the variables on the command line, before this file sets any. Those that it does not know are refused.
override GIVEN := $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
# ARCH is an older name of MACHINE.
override GIVEN := $(if $(filter MACHINE,$(GIVEN)),$(filter-out ARCH,$(GIVEN)),$(patsubst ARCH,MACHINE,$(GIVEN)))
ifeq ($(origin MACHINE),undefined)
ifneq ($(origin ARCH),undefined)
MACHINE := $(value ARCH)
endif
endif

MACHINE ?= nve
NETWORK ?= networks/filter3x3.xml
IMAGE   ?= images/street.png
WEIGHTS ?=
SEED    ?= 1
# What the code generator does: O0 to O3, scopes2015 or default; vectors vertical, horizontal or auto.
PRESET  ?= default
VECTORS ?= vertical
# Cores that share every layer (docs/cores.md)
CORES   ?= 1
OUT     ?= out/cosim
# make detect, train: a network of networks/trained; MODEL=golden leaves the RTL out
NET     ?= speed_sign
MODEL   ?= rtl
# make sweep: transfer sizes, distance of transfers (0 = one behind the other), bursts a port accepts, read latency
SIZES       ?=
STRIDE      ?= 0
OUTSTANDING ?= 16
LATENCY     ?=
ifeq ($(origin MEMORY),undefined)
MEMORY      := $(if $(value LATENCY),fixed,fixed,tso,bank)
endif
PORTS       ?= separate,shared
# make formal: parts of names of proofs, nothing for all
PROOFS ?=
# make mutate: names of parts, nothing for all
PARTS ?=
# make roofline: memory behind one port; strips of each layer, 0 = whole frames
ROOFLINE_MEMORY ?= bank
STRIPS          ?= 0
# make test: minutes for the tests of all machines, builds not counted; GATE=1 makes more than these a failure
TEST_MINUTES ?= 10
GATE         ?=
# FRESH=1 also runs what has passed on the same files
FRESH        ?=
# make check: the stem of a source, nothing for what has changed
T ?=
# make nightly, faults, regress, mutate, formal, fuzz, coverage, roofline, cores, regret, sweep, plans: where their shards run, ninja
# (here), slurm (a cluster)
ENGINE        ?= ninja
# make fuzz
MINUTES       ?= 20
override FUZZ_TARGETS := network_xml binary assembly weights image options
WERROR  ?= OFF
CMAKE_FLAGS ?=

# Where SEED comes from: weights are made from one only if it is chosen.
export SEED_FROM := $(origin SEED)
# make detect has a picture and a folder of its own if none is chosen.
export IMAGE_FROM := $(origin IMAGE)
export OUT_FROM := $(origin OUT)

include scripts/run/settings.mk

# ccache: what one build folder has compiled serves the others.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
# What is not in the cache is not preprocessed a second time, only to be looked for.
export CCACHE_DEPEND := 1

override TOOLS := nvec nve-as nve-objdump nve-sim nve-cosim nve-report nve-export
override BUILD_MACHINE := scripts/run/machine.sh
# Words of a list, without file names in the place of * and ?
override MUTATE = set -f; /usr/bin/python3 tb/mutation/mutate.py $(1) "$$BUILD" out/mutate $$PARTS

# Targets lock folders and ask for packages: one behind the other. What takes long runs in parallel by itself.
.NOTPARALLEL:
override TARGETS := onnx mutate mutate-parts coverage nightly random-tool faults faults-tool formal cpu plans check roofline cores regret sweep train compare-cells fuzz sanitize help \
  packages configure tools machine cosim detect test test-machine test-scripts test-slurm build-machine waves demo-mismatch lint cells regress format clean
.PHONY: $(TARGETS) test-instance
.DEFAULT_GOAL := help

help: check-help
	@echo "make cosim          compile NETWORK, run IMAGE on the RTL in lockstep, results and report.html in OUT/ (out/cosim)"
	@echo "                    NETWORK=x.xml IMAGE=x.png WEIGHTS=x.npz (or SEED=n) MACHINE=nve|nve_small|nve_split|FILE.json"
	@echo "                    PRESET=O0...|default VECTORS=vertical|horizontal|auto CORES=1...16 OUT=folder"
	@echo "make detect         the trained network NET on its scene or IMAGE in lockstep, boxes and report.html in OUT/ (out/detect); MODEL=golden"
	@echo "make machine        builds the programs of a machine of one's own: MACHINE=FILE.json, in build/machines/NAME/"
	@echo "make test           all tests, on the machines nve, nve_small and nve_split, results in out/test/; FRESH=1 TEST_MINUTES=10 GATE=1"
	@echo "make check          quick: unit tests of what has changed, a short co-simulation, style; T=axi_port for one source"
	@echo "make test-machine   the same on one: MACHINE=nve_small, results in out/test-nve_small/"
	@echo "make test-scripts   tests of the scripts behind coverage, formal, mutate, fuzz, faults, nightly, regress and charts"
	@echo "make test-slurm     campaigns on a Slurm of two nodes of its own, on this computer; needs root"
	@echo "make waves          short run with an FST waveform and a GTKWave view"
	@echo "make demo-mismatch  plant a bug in a copy of the RTL and watch lockstep find it"
	@echo "make sweep          bandwidth of the DMA against transfer size: SIZES=8,64 STRIDE= OUTSTANDING= LATENCY= MEMORY= PORTS= ENGINE=slurm"
	@echo "make roofline       every feed on whole networks: rooflines and waterfalls, some minutes; STRIPS=4 for a part; ENGINE=slurm"
	@echo "make cores          both detectors and the 3x3 filter on 1 to 16 cores: speed-up, bound, who waits; minutes; ENGINE=slurm"
	@echo "make regret         plans of every layer, predicted and run on the RTL: rank correlation, what is lost; half an hour; goes on; ENGINE=slurm"
	@echo "make plans          all tables and charts of the two planning papers beside ours, results in out/plans/; ENGINE=slurm"
	@echo "make train          trains a network of networks/trained, minutes, results in out/train/NET/: NET=speed_sign|fashion SEED=n"
	@echo "make cpu            the detectors on this CPU: auto-vectorised, optimised by hand, on its roofline"
	@echo "make onnx           networks as ONNX graphs in ONNX Runtime: every byte of every layer equal; gets npm's onnxruntime-node (288 MB)"
	@echo "make cells          cells per module (DSP, BRAM, LUT, FF) for Xilinx 7-series"
	@echo "make compare-cells  the same of nve and nve_split, side by side"
	@echo "make lint           clang-format, clang-tidy and Verilator lint"
	@echo "make regress        the longer tests: whole and random networks, planted bugs, on nve and nve_split; RESUME=1 goes on; then faults, coverage; ENGINE=slurm"
	@echo "make faults         bus errors, bad descriptors, broken streams, resets, flipped bits, on nve and nve_split, results in out/faults/; goes on; ENGINE=slurm"
	@echo "make coverage       builds with counters, runs the tests, adds up: out/coverage/index.html; fails below the limits; ONLY=rtl ENGINE=slurm"
	@echo "make formal         proofs of tb/formal with their covers and planted bugs, some minutes; PROOFS=fifo for a part; ENGINE=slurm"
	@echo "make mutate         mutants of RTL and C++, each killed by a bench or proved equal, results in out/mutate/; goes on; PARTS=core_a ENGINE=slurm"
	@echo "make nightly        random programs for hours on all machines, results in out/nightly/; goes on where it stopped; then sanitize; ENGINE=slurm"
	@echo "make sanitize       the tests of make test (nve) with the address and undefined-behaviour sanitizers, Verilated code included"
	@echo "make fuzz           libFuzzer on every reader, MINUTES=20 of processor time each; goes on where it stopped; ENGINE=slurm"
	@echo "make tools          builds $(TOOLS) only"
	@echo "make format         clang-format on all sources"
	@echo "make packages       installs what is missing of scripts/run/packages.txt"
	@echo "make clean          removes what builds and runs have made; files of yours stay"

# Behind the checks of all that is to be made, also by `make -k`, which goes on after one has failed.
override CHECKS := $(addprefix check-,$(filter $(TARGETS),$(GOALS)))

packages: $(CHECKS)
	@scripts/run/install_packages.sh

# It would go on after a refusal.
ifneq (,$(findstring i,$(firstword -$(MAKEFLAGS))))
$(error found -i (--ignore-errors), allowed: -k, or none; leave it out)
endif

# What a user has set for a target is refused before anything is installed, built or deleted, by `make -n` too.
# The parent of a recipe's shell is this make, whose command line the script reads.
check-%: FORCE
	+@scripts/run/check_settings.sh $* "$$PPID"

FORCE:

configure: check-configure packages
	@$(BUILD_MACHINE)

tools: check-tools packages
	@[ -x "$$BIN/nve-cosim" ] || echo "building $(TOOLS) in $$BUILD/, which takes $$([ -x build/bin/nvec ] && echo about a minute || echo some minutes) the first time"
	@$(BUILD_MACHINE) $(TOOLS)

# The programs of a machine, for nve-sim and nve-cosim of any other to go on in
machine: check-machine tools
	@echo "$$BUILD/bin/: $(TOOLS)"

cosim: check-cosim tools
	@scripts/run/cosim.sh

detect: check-detect tools
	@scripts/run/detect.sh

# make in a line that does more than call make: by another name, since `make -n` runs a line that has $(MAKE).
override AGAIN = $(MAKE)

# Planted bugs are built by tests.
override RESUMING := $(if $(value FRESH)$(value GATE),,--resume)
override TEST := scripts/run/with_cache.sh "$$BUILD" scripts/run/test.py $${GATE:+--strict} $(RESUMING) --budget "$$TEST_MINUTES"

override TESTED := build build/machines/nve_small build/machines/nve_split
test: check-test
	@scripts/run/plan.sh out/test $(TESTED)
	@for machine in nve nve_small nve_split; do $(MAKE) --no-print-directory build-machine MACHINE=$$machine || exit; done
	@$(TEST) out/test $(TESTED)

# Tests of the scripts that run campaigns: proofs, mutants, coverage, fuzzing, nights. Part of `make regress`.
test-scripts: check-test-scripts
	@$(MAKE) --no-print-directory build-machine MACHINE=nve
	@scripts/run/with_cache.sh build ctest --test-dir build -L '^scripts$$' --no-tests=error -j 2 --output-on-failure

# Campaigns on a Slurm of two nodes that the test starts and stops: root only. Not part of `make test`, since where
# Slurm is installed is probably somebody's login node.
test-slurm: check-test-slurm
	@scripts/run/install_packages.sh test-slurm
	@/usr/bin/python3 -B tests/slurm/slurm_test.py || [ $$? -eq 77 ]

# One machine, and what is not as it was when it passed. The programs of unit tests, and those of a co-simulation.
override CHECKED := unit_tests nvec nve-cosim
check: check-check packages
	@scripts/run/build.sh release "$$BUILD" "-DNVE_WERROR=$$WERROR $$CMAKE_FLAGS" $(if $(value T),unit_tests,$(CHECKED))
	@scripts/run/with_cache.sh "$$BUILD" scripts/run/check.py out/check "$$BUILD" $${T:+"$$T"}

# Of one machine
test-machine: check-test-machine build-machine
	@$(TEST) "out/test-$$MACHINE" "$$BUILD"

# An older name
test-instance:
	@$(MAKE) --no-print-directory test-machine

# RESUME=1 leaves out what has passed since the programs were built. Faults and coverage of the RTL are parts of it.
regress: check-regress
	@scripts/run/install_packages.sh regress
	@$(MAKE) --no-print-directory build-machine MACHINE=nve
	@$(MAKE) --no-print-directory build-machine MACHINE=nve_split
	@status=0; scripts/run/with_cache.sh build tb/regress/regress.py out/regress build build/machines/nve_split $${RESUME:+--resume} --engine "$$ENGINE" || status=$$?; \
	  [ $$status -lt 128 ] || exit $$status; \
	  $(AGAIN) --no-print-directory faults || status=$$?; \
	  [ $$status -lt 128 ] || exit $$status; \
	  $(AGAIN) --no-print-directory coverage ONLY=rtl || status=1; exit $$status

# Thousands of seeds of every family: docs/faults.md. A call runs what has no result of these programs.
faults: check-faults
	@for machine in nve nve_split; do $(MAKE) --no-print-directory faults-tool MACHINE=$$machine || exit; done
	@tb/faults/faults.py out/faults build build/machines/nve_split --engine "$$ENGINE"

faults-tool: check-faults-tool packages
	@$(BUILD_MACHINE) nve-faults

build-machine: check-build-machine packages
	@$(BUILD_MACHINE) all

# 100 000 random programs and 10^9 compared cycles on all machines together (docs/stimulus.md), then the tests
# with sanitizers, also when a program has failed, but not if it is stopped.
nightly: check-nightly
	@for machine in nve nve_small nve_split; do $(MAKE) --no-print-directory random-tool MACHINE=$$machine || exit; done
	@status=0; tb/regress/nightly.py out/nightly build build/machines/nve_small build/machines/nve_split --engine "$$ENGINE" || status=$$?; \
	  [ $$status -lt 128 ] || exit $$status; \
	  $(AGAIN) --no-print-directory sanitize || status=1; exit $$status

random-tool: check-random-tool packages
	@$(BUILD_MACHINE) nve-random

# The tests of make test; RTL included, with its assertions in whole-machine runs too
sanitize: check-sanitize packages
	@scripts/run/build.sh sanitize build-sanitize "" all
	@scripts/run/with_cache.sh build-sanitize scripts/run/test.py out/sanitize build-sanitize --budget 30

# Lines, branches, edges, functional bins and what they must reach: docs/coverage.md. Of nve_split, whose separation
# of columns nve lacks, the core. ONLY=rtl leaves the C++ out.
override COUNTING := -DNVE_TOGETHER=0 -DNVE_COVERAGE
override CORE_TESTS := core_test core_corner_test nve-random
coverage: check-coverage packages
	@scripts/run/build.sh coverage build-coverage "$(COUNTING)=models" $(CORE_TESTS) dma_test dma_corner_test
	@scripts/run/build.sh coverage build-coverage-split "$(COUNTING)=models '-DNVE_ARCH=$$PWD/arch/nve_split.json'" $(CORE_TESTS)
	@[ -n "$$ONLY" ] || scripts/run/build.sh coverage build-coverage-cpp "$(COUNTING)=cpp" all
	@scripts/run/with_cache.sh build-coverage tb/coverage/coverage.py out/coverage build-coverage build-coverage-split \
	  $(if $(value ONLY),--rtl,build-coverage-cpp) --engine "$$ENGINE"

# What is proved and how: docs/formal.md. Results in out/formal/: formal.json, formal.xml (JUnit), logs.
formal: check-formal
	@scripts/run/install_packages.sh formal
	@set -f; /usr/bin/python3 tb/formal/formal.py --engine "$$ENGINE" $$PROOFS

# Mutants and what kills them: docs/mutation.md. A call goes on where the last one stopped.
mutate: check-mutate mutate-parts
	@$(BUILD_MACHINE) $$($(call MUTATE,--targets))
	@$(call MUTATE,--engine "$$ENGINE")

# Names that are none are refused before anything is built.
mutate-parts: check-mutate-parts packages
	@$(call MUTATE,--targets) >/dev/null

# Processor time per target of all runs together. KEEP=1 puts the minimised inputs into tb/fuzz/corpus.
fuzz: check-fuzz
	@scripts/run/install_packages.sh fuzz
	@scripts/run/build.sh fuzz build-fuzz "" $(addprefix fuzz_,$(FUZZ_TARGETS))
	@tb/fuzz/fuzz.py build-fuzz out/fuzz --minutes "$$MINUTES" --engine "$$ENGINE"
	@[ -z "$$KEEP" ] || tb/fuzz/fuzz.py build-fuzz out/fuzz --keep

# Bandwidth against transfer size, every profile of the DMA and direction, on the RTL of the DMA alone.
sweep: check-sweep packages
	@$(BUILD_MACHINE) nve-sweep nve-report
	@/usr/bin/python3 scripts/charts/sweep.py "$$BIN" out/sweep $${SIZES:+--sizes "$$SIZES"} --stride "$$STRIDE" \
	  --outstanding "$$OUTSTANDING" --memory "$$MEMORY" --ports "$$PORTS" $${LATENCY:+--latency "$$LATENCY"} --engine "$$ENGINE"

# Every feed on whole networks: rooflines and where the cycles go.
roofline: check-roofline packages
	@$(BUILD_MACHINE) nvec nve-cosim nve-sweep nve-report
	@/usr/bin/python3 scripts/charts/roofline.py "$$BIN" out/roofline --memory "$$ROOFLINE_MEMORY" --strips "$$STRIPS" \
	  --engine "$$ENGINE"

# Whole networks on several cores, every RTL in lockstep: docs/cores.md, section 8.
cores: check-cores packages
	@$(BUILD_MACHINE) nvec nve-cosim nve-report
	@/usr/bin/python3 scripts/charts/cores.py "$$BIN" out/cores --engine "$$ENGINE"

# Plans of single layers against their prediction: docs/planner.md, section 15.
regret: check-regret packages
	@$(BUILD_MACHINE) nve-layer-plans nve-cosim nve-report
	@/usr/bin/python3 scripts/charts/regret.py "$$BIN" out/regret --engine "$$ENGINE"

# Tables and charts of the planning papers, ours beside theirs.
plans: check-plans packages
	@$(BUILD_MACHINE) nve-plan nve-report
	@/usr/bin/python3 scripts/charts/plans.py "$$BIN" out/plans --engine "$$ENGINE"

# Trains a network and tests it on what it has never seen: docs/trained-networks.md. The shipped one stays as it is.
train: check-train
	@scripts/run/install_packages.sh train
	@$(BUILD_MACHINE) nve-quantise
	@/usr/bin/python3 -B scripts/train/train.py "$$NET" "out/train/$$NET" --seed "$$SEED" --quantise "$$BIN/nve-quantise"

# The thesis's comparison with a CPU, on this one.
cpu: check-cpu packages
	@$(BUILD_MACHINE) nve-cpu
	@mkdir -p out/cpu
	@for network in face_detection speed_sign; do "$$BIN/nve-cpu" networks/$$network.xml --input images/street.png \
	  --json out/cpu/$$network.json --csv out/cpu/$$network.csv || exit; done
	@echo "out/cpu/*.json, out/cpu/*.csv"

# Networks as nve-export writes them, in a runtime of others: docs/onnx.md. An npm of any source will do. Exit code 77:
# skipped, for want of a network.
onnx: check-onnx packages
	@scripts/run/install_packages.sh onnx $$(command -v npm > /dev/null || echo npm)
	@scripts/run/build.sh release "$$BUILD" "-DNVE_WERROR=$$WERROR $$CMAKE_FLAGS" nvec nve-export layer_reference
	@/usr/bin/python3 -B tb/onnx/onnx_check.py "$$BUILD" out/onnx || [ $$? -eq 77 ]

waves: check-waves tools
	@scripts/waves/waves.sh run "$$BUILD" out/waves

demo-mismatch: check-demo-mismatch tools
	@scripts/waves/demo_mismatch.sh "$$BUILD" out/demo-mismatch

cells: check-cells packages
	@$(BUILD_MACHINE) rtl_cells

compare-cells: check-compare-cells
	@$(MAKE) --no-print-directory cells MACHINE=nve
	@$(MAKE) --no-print-directory cells MACHINE=nve_split
	@scripts/dev/compare_cells.py nve=build/cells.json nve_split=build/machines/nve_split/cells.json

lint: check-lint tools
	@scripts/dev/lint.sh "$$BUILD"

format: check-format
	@find arch base compiler convnet host model planner program report tb tests -name '*.[ch]pp' | xargs clang-format -i

clean: $(CHECKS)
	@scripts/run/clean.sh
