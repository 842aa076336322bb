# SPDX-License-Identifier: MIT
# A plain `cmake -S . -B build` gets an optimised build: the viewer reads large
# files, and the runtime's cost is part of what it measures.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CONFIGURATION_TYPES AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# -O2, not CMake's -O3 -DNDEBUG: assertions stay, they guard against our own bugs.
# Only CMake's own default is replaced, never flags that someone chose.
foreach(language IN ITEMS C CXX)
  if("${CMAKE_${language}_FLAGS_RELEASE}" STREQUAL "-O3 -DNDEBUG")
    set_property(CACHE CMAKE_${language}_FLAGS_RELEASE PROPERTY VALUE "-O2")
    set(CMAKE_${language}_FLAGS_RELEASE "-O2")
  endif()
endforeach()
