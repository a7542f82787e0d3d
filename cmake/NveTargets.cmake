# SPDX-License-Identifier: Apache-2.0
# The three kinds of target the project builds: libraries, command-line tools and GoogleTest programs.

# Warnings and sanitizers, the same for every target of ours (not for Verilated code).
add_library(nve_options INTERFACE)
target_compile_options(nve_options INTERFACE -Wall -Wextra -Wshadow $<$<BOOL:${NVE_WERROR}>:-Werror>)
target_include_directories(nve_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
# Precompiled headers are read only with the definitions they were made with.
target_link_libraries(nve_options INTERFACE fmt::fmt)
if(NVE_SANITIZE OR NVE_FUZZ)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(NVE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Machines. A full build folder compiles everything for one machine. A folder with NVE_COMMON, a full one, compiles
# only what contains the machine as constants, RTL or golden model, marked MACHINE here; of the rest it links the
# archives and objects of NVE_COMMON (README.md).
# Global properties: NVE_LINKS_library, what it links; NVE_MACHINE_LIBRARIES, models included; NVE_MACHINE_TARGETS, what
# is marked; NVE_MODULES; NVE_OBJECTS_program.

# Of a target of this folder of the tree: where NVE_COMMON has it
function(nve_common_folder result)
  file(RELATIVE_PATH here ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(${result} ${NVE_COMMON}/${here} PARENT_SCOPE)
endfunction()

# The objects that NVE_COMMON has made of a target's sources, which it has compiled together or not
function(nve_common_objects result name together)
  nve_common_folder(folder)
  set(objects)
  if(NVE_TOGETHER AND together)
    list(LENGTH ARGN count)
    math(EXPR last "(${count} - 1) / ${NVE_TOGETHER}")
    foreach(number RANGE ${last})
      list(APPEND objects ${folder}/CMakeFiles/${name}.dir/Unity/unity_${number}_cxx.cxx.o)
    endforeach()
    set(ARGN)
  endif()
  foreach(source IN LISTS ARGN)
    if(IS_ABSOLUTE ${source})  # of another folder: CMake writes __ for ..
      file(RELATIVE_PATH source ${CMAKE_CURRENT_SOURCE_DIR} ${source})
      string(REPLACE "../" "__/" source ${source})
    endif()
    list(APPEND objects ${folder}/CMakeFiles/${name}.dir/${source}.o)
  endforeach()
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set(${result} "${objects}" PARENT_SCOPE)
endfunction()

# The objects of a tool or test, for a program that is the same on other models
function(nve_objects_of result name)
  get_property(objects GLOBAL PROPERTY NVE_OBJECTS_${name})
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set(${result} "${objects}" PARENT_SCOPE)
endfunction()

# All libraries of ours that these are or link
function(nve_closure result)
  set(closure)
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open library)
    get_property(links GLOBAL PROPERTY NVE_LINKS_${library})
    if(NOT library IN_LIST closure AND links)
      list(APPEND closure ${library})
      list(APPEND open ${links})
    endif()
  endwhile()
  set(${result} "${closure}" PARENT_SCOPE)
endfunction()

# Whether a library that is marked MACHINE is among these or what they link
function(nve_knows_machine result)
  nve_closure(closure ${ARGN})
  get_property(machines GLOBAL PROPERTY NVE_MACHINE_LIBRARIES)
  set(known FALSE)
  foreach(library IN LISTS closure)
    if(library IN_LIST machines)
      set(known TRUE)
    endif()
  endforeach()
  set(${result} ${known} PARENT_SCOPE)
endfunction()

# How many sources of a library or test program are compiled as one: what they include is most of their work. 0 (each by
# itself) is for clang-tidy, for counting, and for those who work on one source.
set(NVE_TOGETHER 5 CACHE STRING "Sources of a library or test program that are compiled as one, 0: each by itself")
if(NVE_COMMON)  # whose objects have these names
  load_cache(${NVE_COMMON} READ_WITH_PREFIX common_ NVE_TOGETHER)
  set(NVE_TOGETHER ${common_NVE_TOGETHER})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${NVE_COMMON}/CMakeCache.txt)
endif()
function(nve_compile_together name)
  if(NVE_TOGETHER)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${NVE_TOGETHER})
  endif()
endfunction()

# What main functions and test programs are made of. The work is done in the libraries; these would take twice as
# long to compile at -O3.
set(NVE_FRONT_OPTIONS $<$<CONFIG:Release>:-O1>)

# Headers of others, precompiled for each kind of target: what most of a kind include, since each costs a little where
# it is not used. Folders whose sources are compiled each by itself do without, and those of machines, which compile
# little.
set(common_headers <algorithm> <array> <cmath> <cstdint> <cstring> <deque> <filesystem> <functional> <limits> <map>
    <memory> <optional> <set> <span> <string> <string_view> <utility> <vector> <fmt/format.h> <fmt/ranges.h>)
set(headers_library ${common_headers})
set(headers_tool ${common_headers} <CLI/App.hpp>)
set(headers_test ${common_headers} <gtest/gtest.h> <gmock/gmock.h>)
set(options_tool ${NVE_FRONT_OPTIONS})
set(options_test ${NVE_FRONT_OPTIONS})
set(link_test GTest::gtest)  # for its definitions
if(NVE_TOGETHER AND NOT NVE_COMMON)
  foreach(kind library tool test)
    set(empty ${CMAKE_BINARY_DIR}/generated/precompiled_${kind}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "// The headers are precompiled for a target with a source.\n")
    add_library(nve_${kind}_headers OBJECT ${empty})
    target_link_libraries(nve_${kind}_headers PRIVATE nve_options ${link_${kind}})
    target_compile_options(nve_${kind}_headers PRIVATE ${options_${kind}})
    target_precompile_headers(nve_${kind}_headers PRIVATE ${headers_${kind}})
  endforeach()
endif()
function(nve_use_headers target kind)
  if(TARGET nve_${kind}_headers)
    target_precompile_headers(${target} REUSE_FROM nve_${kind}_headers)
    # With them gcc 12 here and there takes a std::string for too short; `make sanitize` checks bounds.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                             -Wno-stringop-overread)
  endif()
endfunction()

# nve_library(NAME [MACHINE] [FRONT] SOURCES... [LINK libs...] [INCLUDE folders...] [OPTIONS...] [DEFINITIONS...]); the
# last three are for its own sources only. FRONT: what is read and shown once, compiled as main functions are.
function(nve_library name)
  cmake_parse_arguments(ARG "MACHINE;FRONT" "" "SOURCES;LINK;INCLUDE;OPTIONS;DEFINITIONS" ${ARGN})
  set_property(GLOBAL PROPERTY NVE_LINKS_${name} nve_options ${ARG_LINK})
  if(ARG_MACHINE)
    set_property(GLOBAL APPEND PROPERTY NVE_MACHINE_LIBRARIES ${name})
    set_property(GLOBAL APPEND PROPERTY NVE_MACHINE_TARGETS ${name})
  endif()
  if(NVE_COMMON AND NOT ARG_MACHINE)
    nve_common_folder(folder)
    add_library(${name} STATIC IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${folder}/lib${name}.a)
    target_link_libraries(${name} INTERFACE nve_options ${ARG_LINK})
    return()
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  nve_compile_together(${name})
  if(NOT ARG_OPTIONS)  # with which precompiled headers would be other code
    nve_use_headers(${name} library)
  endif()
  target_link_libraries(${name} PUBLIC nve_options ${ARG_LINK})
  target_include_directories(${name} PRIVATE ${ARG_INCLUDE})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  if(ARG_FRONT)
    target_compile_options(${name} PRIVATE ${NVE_FRONT_OPTIONS})
  endif()
  target_compile_definitions(${name} PRIVATE ${ARG_DEFINITIONS})
endfunction()

# nve_objects_beside(RESULT NAME LIBRARY SOURCES...): the objects, an object library NAME's, of the sources of a library
# without these, for a program that has others in their place. The library itself has several sources in one object
# (nve_compile_together): with one of them the linker would take those that are replaced, too.
function(nve_objects_beside result name library)
  get_target_property(sources ${library} SOURCES)
  get_target_property(folder ${library} SOURCE_DIR)
  list(TRANSFORM sources PREPEND ${folder}/ REGEX "^[^/]")
  list(REMOVE_ITEM sources ${ARGN})
  set(${result} "" PARENT_SCOPE)
  if(sources)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${sources})
    target_link_libraries(${name} PRIVATE ${library})
    set(${result} $<TARGET_OBJECTS:${name}> PARENT_SCOPE)
  endif()
endfunction()

function(nve_program name machine)
  cmake_parse_arguments(ARG "TOGETHER" "" "SOURCES;LINK;DEFINITIONS" ${ARGN})
  if(machine)
    set_property(GLOBAL APPEND PROPERTY NVE_MACHINE_TARGETS ${name})
  endif()
  if(NVE_COMMON AND NOT machine)
    nve_common_objects(objects ${name} ${ARG_TOGETHER} ${ARG_SOURCES})
    add_executable(${name} ${objects})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    set_property(GLOBAL PROPERTY NVE_OBJECTS_${name} "${objects}")
  else()
    add_executable(${name} ${ARG_SOURCES})
    set(kind tool)
    if(ARG_TOGETHER)
      nve_compile_together(${name})
      set(kind test)
    endif()
    nve_use_headers(${name} ${kind})
    target_compile_options(${name} PRIVATE ${NVE_FRONT_OPTIONS})
    target_compile_definitions(${name} PRIVATE ${ARG_DEFINITIONS})
    set_property(GLOBAL PROPERTY NVE_OBJECTS_${name} $<TARGET_OBJECTS:${name}>)
  endif()
  target_link_libraries(${name} PRIVATE nve_options ${ARG_LINK})
endfunction()

# nve_tool(NAME [MACHINE] SOURCES... [LINK libs...]): an executable in bin/. common_NAME: what a machine's folder links
# of it from this one.
function(nve_tool name)
  cmake_parse_arguments(ARG "MACHINE" "" "SOURCES;LINK" ${ARGN})
  nve_program(${name} ${ARG_MACHINE} SOURCES ${ARG_SOURCES} LINK ${ARG_LINK})
  if(NVE_COMMON)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY NVE_TOOLS ${name})
  set_property(GLOBAL PROPERTY NVE_LINKS_${name} nve_options ${ARG_LINK})
  if(ARG_MACHINE)
    set_property(GLOBAL APPEND PROPERTY NVE_MACHINE_LIBRARIES ${name})
  endif()
endfunction()

# nve_script_tool(NAME SCRIPT): bin/NAME, which calls a script of ours with Debian's own Python and says where the tools
# are.
function(nve_script_tool name script)
  set(made ${CMAKE_BINARY_DIR}/generated/${name})
  set(tool ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  file(CONFIGURE OUTPUT ${made} @ONLY CONTENT [[#!/bin/sh
exec /usr/bin/python3 -B '@script@' --bin '@CMAKE_RUNTIME_OUTPUT_DIRECTORY@' "$@"
]])
  file(CHMOD ${made} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  add_custom_command(OUTPUT ${tool} DEPENDS ${made} COMMAND ${CMAKE_COMMAND} -E copy ${made} ${tool})
  add_custom_target(${name} ALL DEPENDS ${tool})
  if(NOT NVE_COMMON)
    add_custom_target(common_${name})
  endif()
endfunction()

# nve_module(TOOL): a tool that holds a golden model or RTL, so that other machines' tools continue in theirs
# (arch/machine_programs.hpp). Beside it lies what it was made of.
function(nve_module name)
  file(GLOB models CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/model/golden/*.?pp ${CMAKE_SOURCE_DIR}/rtl/*.sv
                                     ${CMAKE_SOURCE_DIR}/rtl/*.svh)
  set(files ${NVE_ARCH_SOURCES} ${models})
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${files})
  set_property(GLOBAL APPEND PROPERTY NVE_MODULES ${name})
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM
    COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/cmake/made_of.py $<TARGET_FILE:${name}>.made_of.json ${files})
endfunction()

# nve_script_tests(NAMES... [LONGER names...]): NAME_test.py of this folder as test tools.NAME. Scripts know no machine:
# in one build. LONGER: of scripts that run campaigns; in `make test-scripts` and `make regress`, not in `make test`.
function(nve_script_tests)
  cmake_parse_arguments(ARG "" "" "LONGER" ${ARGN})
  if(NVE_COMMON OR NOT NVE_INSTANCE STREQUAL nve)
    return()
  endif()
  foreach(name IN LISTS ARG_UNPARSED_ARGUMENTS ARG_LONGER)
    add_test(NAME tools.${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/${name}_test.py)
    set_tests_properties(tools.${name} PROPERTIES LABELS tools TIMEOUT 300)
  endforeach()
  foreach(name IN LISTS ARG_LONGER)
    set_tests_properties(tools.${name} PROPERTIES LABELS "scripts;regress")
  endforeach()
endfunction()

add_custom_target(unit_tests)  # what `make check` builds

# nve_test(NAME [MACHINE] LABELS unit... SOURCES... LINK libs... [TOOLS tools...] [TIMEOUT seconds] [SERIAL] [ONCE]): a
# GoogleTest program, one CTest test per case, all carrying the given labels. TOOLS: what it calls. SERIAL: nothing else
# beside them. A folder of a machine leaves out what can say nothing else there: what is marked ONCE, and programs that
# neither link nor call what knows the machine.
function(nve_test name)
  cmake_parse_arguments(ARG "MACHINE;SERIAL;ONCE" "TIMEOUT" "SOURCES;LINK;LABELS;TOOLS" ${ARGN})
  nve_knows_machine(known ${ARG_LINK})
  if(NVE_COMMON AND (ARG_ONCE OR NOT (ARG_MACHINE OR ARG_TOOLS OR known)))
    return()
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(NVE_SANITIZE)
    math(EXPR ARG_TIMEOUT "10 * ${ARG_TIMEOUT}")
  endif()
  nve_program(${name} ${ARG_MACHINE} TOGETHER SOURCES ${ARG_SOURCES} LINK ${ARG_LINK} GTest::gtest_main
              DEFINITIONS NVE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  if(ARG_TOOLS)
    add_dependencies(${name} ${ARG_TOOLS})
  endif()
  if("unit" IN_LIST ARG_LABELS)
    add_dependencies(unit_tests ${name})
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_LIST ${name}_cases DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL ${ARG_SERIAL})
  # gtest_discover_tests splits a list of labels, so they are set when CTest has read the cases.
  set(labels_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
  file(WRITE ${labels_file} "if(${name}_cases)\n  set_tests_properties(\${${name}_cases} "
                            "PROPERTIES LABELS \"${ARG_LABELS}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels_file})
endfunction()

# common_TOOL of every tool: the libraries that folders of machines link for it, and the tool itself unless it is a
# module, which has nothing to do with theirs. At the end, when all are known.
# machine_targets.txt: what is marked MACHINE, for tests/tools/one_compilation_test.py.
function(nve_common_targets)
  get_property(marked GLOBAL PROPERTY NVE_MACHINE_TARGETS)
  list(JOIN marked "\n" marked)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/machine_targets.txt CONTENT "@marked@\n" @ONLY)
  get_property(tools GLOBAL PROPERTY NVE_TOOLS)
  get_property(machines GLOBAL PROPERTY NVE_MACHINE_LIBRARIES)
  get_property(modules GLOBAL PROPERTY NVE_MODULES)
  foreach(tool IN LISTS tools)
    nve_closure(closure ${tool})
    list(REMOVE_ITEM closure ${machines} ${modules})
    add_custom_target(common_${tool})
    add_dependencies(common_${tool} ${closure})
  endforeach()
endfunction()
