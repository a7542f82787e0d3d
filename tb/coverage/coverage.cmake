# SPDX-License-Identifier: Apache-2.0
# The builds that measure coverage (docs/coverage.md): models has counters in the Verilated models, for which
# Verilator is replaced by a script that calls it with the options for them; cpp has gcov in our C++.
if(NVE_COVERAGE STREQUAL models)
  set(VERILATOR_BIN ${CMAKE_CURRENT_LIST_DIR}/verilator_with_coverage.py)
  set(NVE_VERILATOR ${VERILATOR_BIN} CACHE INTERNAL "Verilator with counters")
  # What it puts into a model
  set(NVE_COVERAGE_FILES coverage_assert.svh model_counters.hpp public.vlt verilator_with_coverage.py)
  list(TRANSFORM NVE_COVERAGE_FILES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
elseif(NVE_COVERAGE STREQUAL cpp)
  target_compile_options(nve_options INTERFACE --coverage -O1)
  target_link_options(nve_options INTERFACE --coverage)
  # Programs whose subject is not the C++, or that take long
  set(NVE_NOT_FOR_CPP EXCLUDE_FROM_ALL)
else()
  message(FATAL_ERROR "NVE_COVERAGE: found '${NVE_COVERAGE}', allowed: models, cpp")
endif()
