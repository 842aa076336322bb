# SPDX-License-Identifier: MIT
# Make a manual page: cmake -D SCDOC= -D IN= -D OUT= -D VIEW= -D COMMAND= -P ManPage.cmake
# The lists of options and commands are not written by hand: they come from the programs'
# own --help.
cmake_minimum_required(VERSION 3.25)

# What scdoc would take for markup.
function(escape text out)
  string(REGEX REPLACE "([_*\\\\~#])" "\\\\\\1" text "${text}")
  string(REPLACE "${semicolon}" ";" text "${text}")
  string(REPLACE "${open}" "[" text "${text}")
  string(REPLACE "${close}" "]" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(append_entry list term text)
  escape("${term}" term)
  escape("${text}" text)
  set(${list} "${${list}}*${term}*\n\t${text}\n\n" PARENT_SCOPE)
endfunction()

# The lines of a program's help, in which other characters stand for those that mean
# something in a list.
string(ASCII 1 semicolon)
string(ASCII 2 open)
string(ASCII 3 close)
function(help_lines program out)
  execute_process(COMMAND ${program} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "${semicolon}" help "${help}")
  string(REPLACE "[" "${open}" help "${help}")
  string(REPLACE "]" "${close}" help "${help}")
  string(REPLACE "\n" ";" help "${help}")
  set(${out} "${help}" PARENT_SCOPE)
endfunction()

set(OPTIONS)
set(COLUMNS)
set(KEYS)
set(FORMATS)
help_lines(${VIEW} lines)
foreach(line IN LISTS lines)
  if(line MATCHES "^  (   |-., ?) ?(--[a-z-]+[^ ]*) +(.*)$")
    string(STRIP "${CMAKE_MATCH_1}${CMAKE_MATCH_2}" term)
    string(REPLACE ",--" ", --" term "${term}")
    append_entry(OPTIONS "${term}" "${CMAKE_MATCH_3}")
  elseif(line MATCHES "^(Columns|Keys|Formats): (.*)$")
    string(TOUPPER ${CMAKE_MATCH_1} words)
    set(${words} "${CMAKE_MATCH_2}")
  endif()
endforeach()

set(COMMANDS)
help_lines(${COMMAND} lines)
foreach(line IN LISTS lines)
  if(line STREQUAL "Examples:")
    break() # they look like commands
  elseif(line MATCHES "^  ([^ ].*[^ ])  +(.*)$")
    append_entry(COMMANDS "lineprof ${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
  endif()
endforeach()

configure_file(${IN} ${OUT}.scd @ONLY)
execute_process(COMMAND ${SCDOC} INPUT_FILE ${OUT}.scd OUTPUT_FILE ${OUT}
  COMMAND_ERROR_IS_FATAL ANY)
