# Configures a project that adds the library as a folder, compiles against it, and installs that project: nothing of
# the library may come with it unless AMBULA_INSTALL asks for that.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nfailed: ${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${work})
set(settings -G ${generator} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags} -D CMAKE_BUILD_TYPE=Release
    -D AMBULA_FOLDER=${ambula})
run(${CMAKE_COMMAND} -S ${source} -B ${work}/build ${settings})
run(${CMAKE_COMMAND} --build ${work}/build --target parent)
run(${CMAKE_COMMAND} --install ${work}/build --prefix ${work}/prefix)
file(GLOB_RECURSE installed RELATIVE ${work}/prefix ${work}/prefix/*)
if(NOT installed STREQUAL "share/parent/main.cpp")
  message(FATAL_ERROR "installed with the parent: ${installed}")
endif()

run(${CMAKE_COMMAND} -S ${source} -B ${work}/asked ${settings} -D AMBULA_INSTALL=ON)
file(READ ${work}/asked/ambula/cmake_install.cmake rules)
if(NOT rules MATCHES "include/ambula")
  message(FATAL_ERROR "AMBULA_INSTALL=ON has no rule for the headers")
endif()
