# SPDX-License-Identifier: MIT
# embed_text(NAME OUTPUT INPUT...): at build time OUTPUT, a C source, defines NAME, a string
# that holds the input files one after the other, and NAME_digest, by which a page's policy
# knows it.
#
# Indentation, blank lines and comments that fill lines (//) or hold no asterisk (/* */) are
# left out, so that pages are small; so strings in the files must not contain ends of lines.
function(embed_text name output)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} "-DINPUTS=${ARGN}" -DOUTPUT=${output}
      -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTextNow.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/EmbedTextNow.cmake
    VERBATIM)
endfunction()
