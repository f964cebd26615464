# CGAL, where it is there: the peer of the triangulation in benchmarks and its judge in tests, never a part of the
# library (it is under the GPL). Header only; needs GMP and MPFR.
include_guard(GLOBAL)

# In the cache, because CGAL looks for it from the top of the project.
set(CGAL_DO_NOT_WARN_ABOUT_CMAKE_BUILD_TYPE TRUE CACHE INTERNAL "builds without a type are ours")
find_package(CGAL QUIET)
