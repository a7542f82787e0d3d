# SPDX-License-Identifier: Apache-2.0
# The three kinds of target the project builds: libraries, command-line tools and GoogleTest programs.

# Warnings and sanitizers, the same for every target of ours (not for Verilated code).
add_library(nve_options INTERFACE)
target_compile_options(nve_options INTERFACE -Wall -Wextra -Wshadow $<$<BOOL:${NVE_WERROR}>:-Werror>)
target_include_directories(nve_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
if(NVE_SANITIZE OR NVE_FUZZ)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(NVE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# nve_library(NAME SOURCES... [LINK libs...])
function(nve_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC nve_options ${ARG_LINK})
endfunction()

# nve_tool(NAME SOURCES... [LINK libs...]): an executable in bin/. The work is done in the libraries; main
# functions and test programs would take twice as long to compile at -O3.
set(NVE_FRONT_OPTIONS $<$<CONFIG:Release>:-O1>)
function(nve_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE nve_options ${ARG_LINK})
  target_compile_options(${name} PRIVATE ${NVE_FRONT_OPTIONS})
endfunction()

# The few tests that need the build folder include it: as a definition it would keep ccache from sharing the
# objects of all the others between the machines.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/nve_build_folder.hpp CONTENT [[
// Where this build lies; written by CMake.
#pragma once

namespace nve {
inline constexpr const char* kBuildFolder = "@CMAKE_BINARY_DIR@";
}  // namespace nve
]] @ONLY)

# nve_script_tests(NAMES...): NAME_test.py of this folder as test tools.NAME. Scripts know no machine: on nve only.
function(nve_script_tests)
  if(NOT NVE_INSTANCE STREQUAL nve)
    return()
  endif()
  foreach(name IN LISTS ARGN)
    add_test(NAME tools.${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/${name}_test.py)
    set_tests_properties(tools.${name} PROPERTIES LABELS tools TIMEOUT 300)
  endforeach()
endfunction()

# nve_test(NAME LABELS unit... SOURCES... LINK libs... [TIMEOUT seconds] [SERIAL]): a GoogleTest
# program, one CTest test per case, all carrying the given labels; SERIAL: nothing else beside them.
function(nve_test name)
  cmake_parse_arguments(ARG "SERIAL" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(NVE_SANITIZE)
    math(EXPR ARG_TIMEOUT "10 * ${ARG_TIMEOUT}")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE nve_options ${ARG_LINK} GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${NVE_FRONT_OPTIONS})
  target_compile_definitions(${name} PRIVATE NVE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_LIST ${name}_cases DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL ${ARG_SERIAL})
  # gtest_discover_tests splits a list of labels, so they are set when CTest has read the cases.
  set(labels_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
  file(WRITE ${labels_file} "if(${name}_cases)\n  set_tests_properties(\${${name}_cases} "
                            "PROPERTIES LABELS \"${ARG_LABELS}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels_file})
endfunction()
