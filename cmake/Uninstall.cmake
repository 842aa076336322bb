# SPDX-License-Identifier: MIT
# Remove the files that MANIFEST lists, and the folders of ours that this leaves empty.
if(NOT EXISTS "${MANIFEST}")
  message(FATAL_ERROR "nothing was installed from here: there is no ${MANIFEST}")
endif()

file(STRINGS "${MANIFEST}" files)
set(folders)
foreach(file IN LISTS files)
  if(EXISTS "${file}" OR IS_SYMLINK "${file}")
    message(STATUS "Removing: ${file}")
    file(REMOVE "${file}")
  endif()
  cmake_path(GET file PARENT_PATH folder)
  list(APPEND folders "${folder}")
  cmake_path(GET folder PARENT_PATH parent)
  list(APPEND folders "${parent}")
endforeach()

# Deepest first; folders shared with others are recognised by not bearing our name.
list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING)
foreach(folder IN LISTS folders)
  file(GLOB left LIST_DIRECTORIES true "${folder}/*")
  if(IS_DIRECTORY "${folder}" AND NOT left AND folder MATCHES "/lineprof(/gcc-[0-9]+)?$")
    file(REMOVE_RECURSE "${folder}")
  endif()
endforeach()
file(REMOVE "${MANIFEST}")
