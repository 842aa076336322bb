# SPDX-License-Identifier: MIT
# Manual pages and completions, made by the programs that they are about, and installed
# with the documentation.
find_program(SCDOC scdoc DOC "makes manual pages")

set(made)

# NAME, and the command whose output it is.
function(add_made name)
  add_custom_command(OUTPUT ${name}
    COMMAND ${ARGN}
    DEPENDS lineprof_command lineprof_view
    VERBATIM)
  set(made ${made} ${PROJECT_BINARY_DIR}/${name} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/completions ${PROJECT_BINARY_DIR}/man)

foreach(shell IN ITEMS bash fish zsh)
  add_made(completions/lineprof.${shell}
    $<TARGET_FILE:lineprof_command> completion ${shell} > completions/lineprof.${shell})
endforeach()

# Where each shell looks for them; all but zsh go by the name of the program.
set(completions ${PROJECT_BINARY_DIR}/completions)
foreach(program IN ITEMS lineprof lineprof-view)
  install(FILES ${completions}/lineprof.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
  install(FILES ${completions}/lineprof.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME ${program}.fish)
endforeach()
install(FILES ${completions}/lineprof.zsh
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _lineprof)

if(SCDOC)
  foreach(page IN ITEMS lineprof.1 lineprof-view.1 lineprof.h.3 lprof.5)
    string(REGEX MATCH "[0-9]$" section ${page})
    set(source ${PROJECT_SOURCE_DIR}/docs/man/${page}.scd.in)
    add_made(man/${page}
      ${CMAKE_COMMAND} -D SCDOC=${SCDOC} -D IN=${source} -D OUT=man/${page}
        -D VIEW=$<TARGET_FILE:lineprof_view> -D COMMAND=$<TARGET_FILE:lineprof_command>
        -P ${CMAKE_CURRENT_LIST_DIR}/ManPage.cmake)
    add_custom_command(OUTPUT man/${page} APPEND
      DEPENDS ${source} ${CMAKE_CURRENT_LIST_DIR}/ManPage.cmake)
    install(FILES ${PROJECT_BINARY_DIR}/man/${page}
      DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
  endforeach()
else()
  message(STATUS "Manual pages: not made, there is no scdoc")
endif()
add_custom_target(lineprof_manual ALL DEPENDS ${made})

# All of the documentation, in the folders that its links go by.
install(FILES
  ${PROJECT_SOURCE_DIR}/README.md
  ${PROJECT_SOURCE_DIR}/ARCHITECTURE.md
  ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN man EXCLUDE)
