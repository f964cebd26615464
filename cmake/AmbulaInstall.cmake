# find_package(ambula) after install: targets ambula::ambula and, where built, ambula::import.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ambula_installed ambula)
if(TARGET ambula_import)
  list(APPEND ambula_installed ambula_import)
endif()
install(TARGETS ${ambula_installed} EXPORT ambulaTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/ambula DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT ambulaTargets NAMESPACE ambula:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ambula)

configure_package_config_file(cmake/ambulaConfig.cmake.in ${PROJECT_BINARY_DIR}/ambulaConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ambula)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ambulaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ambulaConfig.cmake ${PROJECT_BINARY_DIR}/ambulaConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ambula)
if(TARGET ambula_cli)
  install(TARGETS ambula_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
