# Verilated models as static libraries, made when they are needed (the RTL includes generated files and the
# netlists do not exist at configuration time, so verilate() of Verilator's own CMake package does not serve).
#
# nve_verilated_model(NAME PREFIX class TOP module SOURCES files... DEPENDS targets/files... [ARGS options...])
# makes library target NAME with class PREFIX; its headers count as system headers.

# The run-time library, once for all models, so that several can be linked into one program.
add_library(nve_verilated_runtime STATIC
  ${VERILATOR_ROOT}/include/verilated.cpp
  ${VERILATOR_ROOT}/include/verilated_fst_c.cpp
  ${VERILATOR_ROOT}/include/verilated_threads.cpp)
target_include_directories(nve_verilated_runtime SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                                                               ${VERILATOR_ROOT}/include/vltstd)
# VL_TIME_CONTEXT: time comes from the model's context, sc_time_stamp() of SystemC stays SystemC's.
target_compile_definitions(nve_verilated_runtime PUBLIC VL_TIME_CONTEXT)
target_compile_options(nve_verilated_runtime PRIVATE -O2 -w -fno-sanitize=all)
find_package(Threads REQUIRED)
find_program(NVE_MAKE NAMES make gmake REQUIRED)
target_link_libraries(nve_verilated_runtime PUBLIC ZLIB::ZLIB Threads::Threads)

function(nve_verilated_model name)
  cmake_parse_arguments(ARG "" "PREFIX;TOP" "SOURCES;DEPENDS;ARGS" ${ARGN})
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir)
  set(library ${dir}/${ARG_PREFIX}__ALL.a)
  # Verilated code has few hot functions: -O3 for them, little for the start-up code.
  add_custom_command(
    OUTPUT ${library} ${dir}/${ARG_PREFIX}.h
    COMMAND ${NVE_VERILATOR} --cc -O3 --x-assign fast --x-initial fast -Wno-fatal
            -CFLAGS "-std=c++17 -DVL_TIME_CONTEXT -w" --prefix ${ARG_PREFIX} --Mdir ${dir}
            --top-module ${ARG_TOP} ${ARG_ARGS} ${ARG_SOURCES}
    COMMAND ${NVE_MAKE} --silent -j 2 -C ${dir} -f ${ARG_PREFIX}.mk ${ARG_PREFIX}__ALL.a
            OPT_FAST=-O3 OPT_SLOW=-O1 > ${dir}.log
    DEPENDS ${ARG_SOURCES} ${ARG_DEPENDS}
    COMMENT "Verilating ${ARG_TOP} as ${ARG_PREFIX}" VERBATIM)
  add_custom_target(${name}_made DEPENDS ${library})
  file(MAKE_DIRECTORY ${dir})
  add_library(${name} INTERFACE)
  add_dependencies(${name} ${name}_made)
  target_include_directories(${name} SYSTEM INTERFACE ${dir})
  target_link_libraries(${name} INTERFACE ${library} nve_verilated_runtime)
endfunction()
