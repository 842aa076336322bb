# SPDX-License-Identifier: MIT
# cmake -DOUT=FILE -P PluginDigest.cmake -- FILE...: writes a C file that holds a digest of
# all the files.
set(digests "")
set(is_file FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  if(is_file)
    file(SHA256 ${CMAKE_ARGV${index}} digest)
    string(APPEND digests ${digest})
  elseif(CMAKE_ARGV${index} STREQUAL "--")
    set(is_file TRUE)
  endif()
endforeach()
string(SHA256 digest "${digests}")
file(WRITE ${OUT} "extern const char lineprof_digest[];\n"
  "const char lineprof_digest[] __attribute__((used, visibility(\"hidden\"))) = \"${digest}\";\n")
