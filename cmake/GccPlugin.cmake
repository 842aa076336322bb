# SPDX-License-Identifier: MIT
# gcc_plugin_target(TAG COMPILER OUT): makes GCC::plugin<TAG>, the headers of that GCC's
# plugin interface, and sets OUT to whether they are there.  LINEPROF_GCC_<TAG> is the
# compiler's path.
function(gcc_plugin_target tag compiler out)
  set(${out} FALSE PARENT_SCOPE)
  find_program(LINEPROF_GCC_${tag} NAMES ${compiler})
  mark_as_advanced(LINEPROF_GCC_${tag})
  if(NOT LINEPROF_GCC_${tag})
    return()
  endif()
  execute_process(
    COMMAND ${LINEPROF_GCC_${tag}} -print-file-name=plugin
    OUTPUT_VARIABLE directory OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS ${directory}/include/gcc-plugin.h)
    return()
  endif()
  add_library(GCC::plugin${tag} INTERFACE IMPORTED)
  target_include_directories(GCC::plugin${tag} SYSTEM INTERFACE ${directory}/include)
  # As GCC itself is compiled; its headers are not pedantic.
  target_compile_options(GCC::plugin${tag} INTERFACE
    -fno-rtti -fno-exceptions -Wno-pedantic)
  set(${out} TRUE PARENT_SCOPE)
endfunction()
