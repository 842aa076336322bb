# SPDX-License-Identifier: MIT
# gcc_plugin_target(MAJOR OUT): makes GCC::plugin<MAJOR>, the headers of that GCC's
# plugin interface, and sets OUT to whether they are there.
function(gcc_plugin_target major out)
  set(${out} FALSE PARENT_SCOPE)
  find_program(LINEPROF_GCC_${major} NAMES gcc-${major})
  mark_as_advanced(LINEPROF_GCC_${major})
  if(NOT LINEPROF_GCC_${major})
    return()
  endif()
  execute_process(
    COMMAND ${LINEPROF_GCC_${major}} -print-file-name=plugin
    OUTPUT_VARIABLE directory OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS ${directory}/include/gcc-plugin.h)
    return()
  endif()
  add_library(GCC::plugin${major} INTERFACE IMPORTED)
  target_include_directories(GCC::plugin${major} SYSTEM INTERFACE ${directory}/include)
  # As GCC itself is compiled; its headers are not pedantic.
  target_compile_options(GCC::plugin${major} INTERFACE
    -fno-rtti -fno-exceptions -Wno-pedantic)
  set(${out} TRUE PARENT_SCOPE)
endfunction()
