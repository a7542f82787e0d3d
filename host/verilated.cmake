# SPDX-License-Identifier: Apache-2.0
# Verilated models as static libraries, made when they are needed (the RTL includes generated files and the
# netlists do not exist at configuration time, so verilate() of Verilator's own CMake package does not serve).
#
# nve_verilated_model(NAME PREFIX class TOP module SOURCES files... DEPENDS targets/files... [ARGS options...]
#                     [NETLIST] [SLOW] [COMMON] [LINTED])
# makes library target NAME with class PREFIX; its headers count as system headers. NETLIST: without sanitizers,
# with which functions of that length take a quarter of an hour to compile. SLOW: runs few cycles, so it is compiled
# sooner, for less speed. COMMON: the same for every machine, so that a machine's folder takes that of NVE_COMMON.
# LINTED: a warning ends the build, for parameters that `make lint` does not try.
# NVE_COVERAGE_FILES: what the build with counters makes models of besides.

# The run-time library, once for all models, so that several can be linked into one program.
set(runtime_kind PUBLIC)
if(NVE_COMMON)
  set(runtime_kind INTERFACE)
  add_library(nve_verilated_runtime STATIC IMPORTED GLOBAL)
  set_target_properties(nve_verilated_runtime PROPERTIES
    IMPORTED_LOCATION ${NVE_COMMON}/host/libnve_verilated_runtime.a)
else()
  add_library(nve_verilated_runtime STATIC
    ${VERILATOR_ROOT}/include/verilated.cpp
    ${VERILATOR_ROOT}/include/verilated_fst_c.cpp
    ${VERILATOR_ROOT}/include/verilated_threads.cpp)
  target_compile_options(nve_verilated_runtime PRIVATE -O2 -w)
endif()
set_property(GLOBAL PROPERTY NVE_LINKS_nve_verilated_runtime Threads::Threads)
target_include_directories(nve_verilated_runtime SYSTEM ${runtime_kind} ${VERILATOR_ROOT}/include
                                                                        ${VERILATOR_ROOT}/include/vltstd)
# VL_TIME_CONTEXT: time comes from the model's context, sc_time_stamp() of SystemC stays SystemC's.
target_compile_definitions(nve_verilated_runtime ${runtime_kind} VL_TIME_CONTEXT)
# GTKWave's writer and reader, which it includes, store words at odd addresses.
set_source_files_properties(${VERILATOR_ROOT}/include/verilated_fst_c.cpp PROPERTIES
  COMPILE_OPTIONS -fno-sanitize=undefined)
find_package(Threads REQUIRED)
find_program(NVE_MAKE NAMES make gmake REQUIRED)
target_link_libraries(nve_verilated_runtime ${runtime_kind} ZLIB::ZLIB Threads::Threads)

# Verilator's makefiles do not see CMake's options. Models run on the stacks of SystemC threads too (see
# host/CMakeLists.txt). -O3 is for the few hot functions; start-up code gets -O1. In the cache, since other
# folders call the function.
set(NVE_VERILATED_FLAGS "-std=c++17 -DVL_TIME_CONTEXT -w" CACHE INTERNAL "")
set(NVE_VERILATED_FAST -O3 CACHE INTERNAL "")
if(NVE_SANITIZE)
  # Verilator's waves keep 64-bit values at any word.
  string(CONCAT checks " -fsanitize=address,undefined -fno-sanitize=alignment -fno-sanitize-recover=all"
                       " --param=asan-stack=0")
  set(NVE_VERILATED_CHECKS ${checks} CACHE INTERNAL "")
  set(NVE_VERILATED_FAST -O1 CACHE INTERNAL "")
endif()

function(nve_verilated_model name)
  cmake_parse_arguments(ARG "NETLIST;SLOW;COMMON;LINTED" "PREFIX;TOP" "SOURCES;DEPENDS;ARGS" ${ARGN})
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir)
  if(ARG_COMMON)
    if(NVE_COMMON)
      nve_common_folder(folder)
      add_library(${name} STATIC IMPORTED GLOBAL)
      set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${folder}/${name}.dir/${ARG_PREFIX}__ALL.a)
      target_link_libraries(${name} INTERFACE nve_verilated_runtime)
      add_custom_target(${name}_made)
      return()
    endif()
  else()
    set_property(GLOBAL APPEND PROPERTY NVE_MACHINE_LIBRARIES ${name})
  endif()
  set_property(GLOBAL PROPERTY NVE_LINKS_${name} nve_verilated_runtime)
  set(library ${dir}/${ARG_PREFIX}__ALL.a)
  set(flags ${NVE_VERILATED_FLAGS})
  if(NOT ARG_NETLIST)
    string(APPEND flags "${NVE_VERILATED_CHECKS}")
  endif()
  set(fast ${NVE_VERILATED_FAST})
  if(ARG_SLOW)
    set(fast -O1)
  endif()
  set(warnings -Wno-fatal)
  if(ARG_LINTED)
    set(warnings -Wall)
  endif()
  add_custom_command(
    OUTPUT ${library} ${dir}/${ARG_PREFIX}.h
    COMMAND ${NVE_VERILATOR} --cc -O3 --x-assign fast --x-initial fast ${warnings}
            -CFLAGS "${flags}" --prefix ${ARG_PREFIX} --Mdir ${dir}
            --top-module ${ARG_TOP} ${ARG_ARGS} ${ARG_SOURCES}
    COMMAND ${NVE_MAKE} --silent -j 2 -C ${dir} -f ${ARG_PREFIX}.mk ${ARG_PREFIX}__ALL.a
            OPT_FAST=${fast} OPT_SLOW=-O1 > ${dir}.log
    DEPENDS ${ARG_SOURCES} ${ARG_DEPENDS} ${NVE_COVERAGE_FILES}
    COMMENT "Verilating ${ARG_TOP} as ${ARG_PREFIX}" VERBATIM)
  add_custom_target(${name}_made DEPENDS ${library})
  file(MAKE_DIRECTORY ${dir})
  # A target, so that CMake puts the run-time library behind it when a program is linked
  add_library(${name} STATIC IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${library})
  add_dependencies(${name} ${name}_made)
  target_include_directories(${name} SYSTEM INTERFACE ${dir})
  target_link_libraries(${name} INTERFACE nve_verilated_runtime)
endfunction()
