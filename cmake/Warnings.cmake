# SPDX-License-Identifier: MIT
# lineprof::warnings: what every target of ours is compiled with (PRIVATE).
add_library(lineprof_warnings INTERFACE)
add_library(lineprof::warnings ALIAS lineprof_warnings)
target_compile_options(lineprof_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wvla
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>)
