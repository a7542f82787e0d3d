# SPDX-License-Identifier: Apache-2.0
# What a user may set for the targets of the Makefile, and how it reaches them. The Makefile has set the defaults.

# What a user sets goes into the environment as it is, blanks, quotes and $ included, and recipes read it there
# in quotes ("$$IMAGE"): no text of a user becomes part of a recipe. SEED=010 is ten, IMAGE="my pic.png" one name.
override SETTINGS := MACHINE NETWORK IMAGE WEIGHTS SEED PRESET VECTORS CORES OUT NET MODEL SIZES STRIDE OUTSTANDING LATENCY MEMORY \
  PORTS PROOFS PARTS ROOFLINE_MEMORY STRIPS TEST_MINUTES GATE FRESH T MINUTES ENGINE RESUME ONLY KEEP WERROR CMAKE_FLAGS
$(foreach name,$(SETTINGS),$(eval override $(name) := $$(value $(name))))
# A path is one word here, whatever blanks are in it.
override BLANK := $(subst ,, )
override STEM := $(basename $(notdir $(subst $(BLANK),?,$(MACHINE))))
BUILD := build$(addprefix /machines/,$(filter-out nve,$(STEM)))
# file: the folder that this one chooses. Another one is somebody's.
export BUILD_FROM := $(origin BUILD)
override BUILD := $(value BUILD)
BIN := $(BUILD)/bin
override BIN := $(value BIN)
override SETTINGS += BUILD BIN
# Nobody's settings, but right on a command line: what make takes itself, and what compilers, CMake, ninja, ccache
# and all programs take from the environment, into which make puts them.
override UNKNOWN := $(filter-out $(SETTINGS) MAKE MAKEFLAGS SHELL CURDIR PATH HOME TMPDIR LANG LC_ALL TERM DISPLAY \
  CC CXX CFLAGS CXXFLAGS LDFLAGS CMAKE_PREFIX_PATH CMAKE_BUILD_PARALLEL_LEVEL NINJA_STATUS CCACHE_DIR CCACHE_DISABLE \
  CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_DEPEND NVE_WORDS,$(GIVEN))
override GOALS := $(or $(MAKECMDGOALS),help)
export $(SETTINGS) SETTINGS GIVEN UNKNOWN GOALS
