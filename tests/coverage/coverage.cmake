# The build that measures coverage: counters in the Verilated models and, with NVE_COVERAGE=ON, gcov for our
# C++. Verilator is replaced by a script that calls it with the options for coverage; see docs/coverage.md.
if(NOT NVE_COVERAGE STREQUAL models)
  target_compile_options(nve_options INTERFACE --coverage -O1)
  target_link_options(nve_options INTERFACE --coverage)
endif()
set(VERILATOR_BIN ${CMAKE_SOURCE_DIR}/tests/coverage/verilator_with_coverage.py)
set(NVE_VERILATOR ${VERILATOR_BIN} CACHE INTERNAL "Verilator with counters")
