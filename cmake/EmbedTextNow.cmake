# SPDX-License-Identifier: MIT
# What embed_text() runs when one of INPUTS has changed.
cmake_minimum_required(VERSION 3.25)

# Sets `out` to the base64 of bytes that are written in hex, a multiple of three of them
# and two more, as a SHA-256 has.
function(base64_of_digest hex out)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  set(signs "")
  string(LENGTH "${hex}" length)
  set(padded "${hex}00")
  math(EXPR last "${length} - 1")
  foreach(at RANGE 0 ${last} 6)
    string(SUBSTRING "${padded}" ${at} 6 group)
    foreach(shift IN ITEMS 18 12 6 0)
      math(EXPR index "0x${group} >> ${shift} & 63")
      string(SUBSTRING "${alphabet}" ${index} 1 sign)
      string(APPEND signs "${sign}")
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" signs "${signs}")
  set(${out} "${signs}" PARENT_SCOPE)
endfunction()

set(text "")
foreach(input IN LISTS INPUTS)
  file(READ ${input} one)
  string(APPEND text "\n${one}")
endforeach()
string(REGEX REPLACE "/\\*[^*]*\\*/" "" text "${text}")
string(REGEX REPLACE "\n *//[^\n]*" "" text "${text}")
string(REGEX REPLACE "\n[ \n]*" "\n" text "${text}")
file(WRITE ${OUTPUT}.text "${text}")
file(SHA256 ${OUTPUT}.text digest)
base64_of_digest(${digest} base64)
file(READ ${OUTPUT}.text bytes HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"page/html_assets.h\"

const char ${NAME}[] = {${bytes}0};
const char ${NAME}_digest[] = \"sha256-${base64}\";
")
