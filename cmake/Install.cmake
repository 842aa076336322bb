# SPDX-License-Identifier: MIT
# The installed tree: bin/, lib/, lib/lineprof/ (the plugin), and the files by
# which CMake, pkg-config and each GCC find them.  `uninstall` undoes it.
include(CMakePackageConfigHelpers)

set(plugin_dir ${CMAKE_INSTALL_LIBDIR}/lineprof)

# `-fplugin=lineprof` without a path works where a link stands in GCC's own directory.
set(LINEPROF_INSTALL_GCC_LINK AUTO CACHE STRING
  "at installation, link the plugin into GCC's directories; AUTO: in /usr and /usr/local")
set_property(CACHE LINEPROF_INSTALL_GCC_LINK PROPERTY STRINGS AUTO ON OFF)

install(TARGETS lineprof_view lineprof_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS lineprof_runtime lineprof_runtime_static lineprof_nvtx lineprof_heap
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS lineprof_dispatcher LIBRARY DESTINATION ${plugin_dir})
install(FILES ${PROJECT_SOURCE_DIR}/include/lineprof.h
  ${PROJECT_SOURCE_DIR}/include/lineprof.f90
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(plugin_majors)
foreach(major IN LISTS LINEPROF_GCC_VERSIONS)
  if(TARGET lineprof_plugin_gcc${major})
    install(TARGETS lineprof_plugin_gcc${major}
      LIBRARY DESTINATION ${plugin_dir}/gcc-${major})
    list(APPEND plugin_majors ${major})
  endif()
endforeach()

# Both lead from their own folder to the prefix, so that the tree can be moved.
file(RELATIVE_PATH prefix_from_pkgconfig
  /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig "${prefix_from_pkgconfig}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/lineprof.pc.in lineprof.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lineprof.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lineprofConfig.cmake.in
  lineprofConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lineprof
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(lineprofConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES
  ${CMAKE_CURRENT_LIST_DIR}/lineprofProfile.cmake
  ${PROJECT_BINARY_DIR}/lineprofConfig.cmake
  ${PROJECT_BINARY_DIR}/lineprofConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lineprof)

configure_file(${CMAKE_CURRENT_LIST_DIR}/InstallLinks.cmake.in InstallLinks.cmake @ONLY)
install(SCRIPT ${PROJECT_BINARY_DIR}/InstallLinks.cmake)
# ldconfig goes by the SONAME; a module has none unless told.
target_link_options(lineprof_dispatcher PRIVATE LINKER:-soname,lineprof.so)

if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall
    COMMAND ${CMAKE_COMMAND} -D MANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
      -P ${CMAKE_CURRENT_LIST_DIR}/Uninstall.cmake
    COMMENT "Removing what was installed"
    VERBATIM)
  add_custom_target(dist
    COMMAND ${PROJECT_SOURCE_DIR}/script/dist ${PROJECT_BINARY_DIR}
    COMMENT "Writing the source archive"
    VERBATIM)
endif()
