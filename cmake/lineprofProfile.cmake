# SPDX-License-Identifier: MIT
#
#   lineprof_profile(TARGET
#     [FUNCTIONS PATTERN...] [FILES PATTERN...] [EXCLUDE PATTERN...]
#     [MODE adaptive|exact|hits] [CLOCK tsc|fast|monotonic|cpu|count] [VERBOSE])
#
# Compiles a target's sources in C, C++, Fortran and Objective-C with the plugin, which
# profiles what is marked in them, and what the patterns choose; finds <lineprof.h> for it,
# and links the runtime.  Sources that another compiler than GCC compiles are left as they
# are.  Asked for several times, a target has all the patterns, and the last mode and clock.

# Whatever the project is as old as.
cmake_policy(PUSH)
cmake_policy(VERSION 3.15...3.25)

set(_lineprof_languages C CXX Fortran OBJC OBJCXX)

# The options, for GCC and the languages it is told of, in this order and before any of the
# target's own: GCC takes an option for a plugin only behind the plugin.
function(_lineprof_compile_options out)
  set(options)
  foreach(language IN LISTS _lineprof_languages)
    foreach(option IN LISTS ARGN)
      string(REPLACE ">" "$<ANGLE-R>" option "${option}")
      list(APPEND options "$<$<COMPILE_LANG_AND_ID:${language},GNU>:${option}>")
    endforeach()
  endforeach()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()

function(_lineprof_check_word key value)
  if(NOT value IN_LIST ARGN)
    list(JOIN ARGN ", " words)
    message(FATAL_ERROR "lineprof_profile: ${key} ${value}: the valid values are ${words}")
  endif()
endfunction()

# Adds to a property of a target that collects over several calls.
function(_lineprof_collect target key)
  if(ARGN)
    list(JOIN ARGN "," patterns)
    set_property(TARGET ${target} APPEND PROPERTY LINEPROF_${key} "${patterns}")
  endif()
endfunction()

function(_lineprof_options_of target out)
  set(options "-fplugin=${LINEPROF_PLUGIN}")
  foreach(key IN ITEMS FUNCTIONS FILES EXCLUDE MODE CLOCK)
    get_target_property(values ${target} LINEPROF_${key})
    string(TOLOWER ${key} name)
    if(values)
      list(JOIN values "," value)
      list(APPEND options "-fplugin-arg-lineprof-${name}=${value}")
    endif()
  endforeach()
  get_target_property(verbose ${target} LINEPROF_VERBOSE)
  if(verbose)
    list(APPEND options -fplugin-arg-lineprof-verbose)
  endif()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()

function(lineprof_profile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "VERBOSE" "MODE;CLOCK" "FUNCTIONS;FILES;EXCLUDE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lineprof_profile: not understood: ${arg_UNPARSED_ARGUMENTS}; "
      "after the target come FUNCTIONS, FILES, EXCLUDE, MODE, CLOCK and VERBOSE")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "lineprof_profile: no value for ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "lineprof_profile: there is no target ${target}")
  endif()
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(imported OR type MATCHES "INTERFACE_LIBRARY|UTILITY")
    message(FATAL_ERROR "lineprof_profile: ${target} compiles nothing; "
      "name the target that compiles its sources")
  endif()
  if(DEFINED arg_MODE)
    _lineprof_check_word(MODE ${arg_MODE} adaptive exact hits)
    set_property(TARGET ${target} PROPERTY LINEPROF_MODE ${arg_MODE})
  endif()
  if(DEFINED arg_CLOCK)
    _lineprof_check_word(CLOCK ${arg_CLOCK} tsc fast monotonic cpu count)
    set_property(TARGET ${target} PROPERTY LINEPROF_CLOCK ${arg_CLOCK})
  endif()
  if(arg_VERBOSE)
    set_property(TARGET ${target} PROPERTY LINEPROF_VERBOSE ON)
  endif()
  foreach(key IN ITEMS FUNCTIONS FILES EXCLUDE)
    _lineprof_collect(${target} ${key} ${arg_${key}})
  endforeach()

  # What an earlier call put first is replaced.
  get_target_property(before ${target} LINEPROF_COMPILE_OPTIONS)
  get_target_property(others ${target} COMPILE_OPTIONS)
  if(NOT others)
    set(others)
  elseif(before)
    list(REMOVE_ITEM others ${before})
  endif()
  _lineprof_options_of(${target} options)
  _lineprof_compile_options(mine ${options})
  set_property(TARGET ${target} PROPERTY LINEPROF_COMPILE_OPTIONS ${mine})
  set_property(TARGET ${target} PROPERTY COMPILE_OPTIONS ${mine} ${others})

  # By properties: the two ways to call target_link_libraries() must not be mixed.
  if(NOT before)
    set_property(TARGET ${target} APPEND PROPERTY
      INCLUDE_DIRECTORIES "${LINEPROF_INCLUDE_DIR}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES lineprof::runtime)
    if(type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY")
      set_property(TARGET ${target} APPEND PROPERTY
        INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:lineprof::runtime>")
    endif()
  endif()
endfunction()

cmake_policy(POP)
