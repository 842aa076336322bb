# SPDX-License-Identifier: MIT
# embed_text(NAME INPUT OUTPUT): at build time OUTPUT, a C source, defines NAME, a string
# that holds the file INPUT, and NAME_digest, by which a page's policy knows it.
#
# Indentation, blank lines and comments that fill lines (//) or hold no asterisk (/* */) are
# left out, so that pages are small; so strings in INPUT must not contain ends of lines.
function(embed_text name input output)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DINPUT=${input} -DOUTPUT=${output}
      -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTextNow.cmake
    DEPENDS ${input} ${PROJECT_SOURCE_DIR}/cmake/EmbedTextNow.cmake
    VERBATIM)
endfunction()
