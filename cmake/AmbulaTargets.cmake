# What every target of the project shares: language level, warnings, floating-point rules, sanitizers.
include_guard()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(CMAKE_CROSSCOMPILING)
  list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/cross")
endif()

function(ambula_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 /fp:precise $<$<BOOL:${AMBULA_WERROR}>:/WX>)
  else()
    # No contraction: the same bits with and without fused multiply-add.
    target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow
                           -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
                           $<$<BOOL:${AMBULA_WERROR}>:-Werror>)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # libstdc++'s own std::stable_sort uses what C++20 deprecates, and Clang says so at our call.
      target_compile_options(${target} PRIVATE -Wno-error=deprecated-declarations)
    endif()
  endif()
  if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # 32-bit addresses: sizes are 64-bit in files and checked against what is there before they are used.
    target_compile_options(${target} PRIVATE -Wno-shorten-64-to-32)
  endif()
  if(EMSCRIPTEN)
    target_compile_options(${target} PUBLIC -fexceptions)
    target_link_options(${target} PUBLIC -fexceptions -sALLOW_MEMORY_GROWTH=1 -sNODERAWFS=1 -sENVIRONMENT=node
                        -sSINGLE_FILE=1)  # node 18 and later would try to fetch a separate .wasm file
  endif()
  if(AMBULA_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${AMBULA_SANITIZE} -fno-sanitize-recover=all
                           -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${AMBULA_SANITIZE})
  endif()
  if(AMBULA_FUZZ)
    target_compile_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
  endif()
endfunction()
