# Finds Recast and Detour where the distribution ships no package file of theirs (Debian's librecast-dev).
# Targets: Recast::Recast, Recast::Detour. Headers are included plainly: <Recast.h>.
find_path(Recast_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation recast)
find_library(Recast_LIBRARY Recast)
find_library(Recast_DETOUR_LIBRARY Detour)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Recast
  REQUIRED_VARS Recast_LIBRARY Recast_DETOUR_LIBRARY Recast_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install librecast-dev, or configure with -DAMBULA_BENCH=OFF")
mark_as_advanced(Recast_INCLUDE_DIR Recast_LIBRARY Recast_DETOUR_LIBRARY)

if(Recast_FOUND)
  foreach(part Recast Detour)
    if(part STREQUAL Recast)
      set(library "${Recast_LIBRARY}")
    else()
      set(library "${Recast_DETOUR_LIBRARY}")
    endif()
    if(NOT TARGET Recast::${part})
      add_library(Recast::${part} UNKNOWN IMPORTED)
      set_target_properties(Recast::${part} PROPERTIES
        IMPORTED_LOCATION "${library}"
        INTERFACE_INCLUDE_DIRECTORIES "${Recast_INCLUDE_DIR}")
    endif()
  endforeach()
endif()
