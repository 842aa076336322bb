# SPDX-License-Identifier: MIT
# add_cross_runtime(TAG MACHINE COMPILER FOLDER): lineprof_runtime_<TAG> builds the
# runtime for another machine and puts it into FOLDER.
include(ExternalProject)

function(add_cross_runtime tag machine compiler folder)
  ExternalProject_Add(lineprof_runtime_${tag}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${PROJECT_BINARY_DIR}/runtime-${tag}
    CMAKE_ARGS
      -DCMAKE_SYSTEM_NAME=Linux
      -DCMAKE_SYSTEM_PROCESSOR=${machine}
      -DCMAKE_C_COMPILER=${compiler}
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
      -DLINEPROF_RUNTIME_ONLY=ON
    INSTALL_COMMAND ${CMAKE_COMMAND} -E copy
      <BINARY_DIR>/lib/liblineprof.so.1 <BINARY_DIR>/lib/liblineprof.a ${folder}
    BUILD_ALWAYS ON
    EXCLUDE_FROM_ALL ON)
endfunction()
