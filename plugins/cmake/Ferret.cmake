# Tests by Ferret for the C files of a target.
#
#   list(APPEND CMAKE_MODULE_PATH path/to/this/folder)
#   include(Ferret)
#   enable_testing()
#   add_library(shapes shapes.c)
#   ferret_add_tests(shapes OPTIONS --executions 20000)
#
# The target `ferret-shapes` writes the tests, `ferret-verify-shapes` says which behaviour changed since; the next build compiles
# them, and CTest runs them.
#
#   ferret_add_tests(TARGET [FOLDER folder] [OPTIONS option…])
#
# FOLDER is where tests go, the folder `ferret-tests` beside the target's sources by default. OPTIONS are those of `ferret test`.
include_guard(GLOBAL)

find_program(FERRET ferret DOC "The ferret binary")

function(ferret_add_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 own "" "FOLDER" "OPTIONS")
  if(own_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ferret_add_tests: unknown arguments ${own_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT own_FOLDER)
    set(own_FOLDER ferret-tests)
  endif()
  get_filename_component(folder "${own_FOLDER}" ABSOLUTE)

  # Ferret reads from the compilation database how the target's files are compiled.
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  get_target_property(sources ${target} SOURCES)
  get_target_property(base ${target} SOURCE_DIR)
  set(units)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.c$")
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${base}")
      list(APPEND units "--include=${path}")
    endif()
  endforeach()

  foreach(command IN ITEMS test verify)
    set(name ferret-${target})
    if(command STREQUAL "verify")
      set(name ferret-verify-${target})
    endif()
    add_custom_target(${name}
      COMMAND "${FERRET}" ${command} "${CMAKE_BINARY_DIR}" "--tests=${folder}"
        "--ledger=${CMAKE_BINARY_DIR}/.ferret/${target}.jsonl" ${units} ${own_OPTIONS}
      WORKING_DIRECTORY "${base}"
      USES_TERMINAL VERBATIM)
  endforeach()

  # The tests bring their own lines for CMake; the next build notices new ones.
  file(GLOB_RECURSE written CONFIGURE_DEPENDS "${folder}/*.cmake")
  foreach(lines IN LISTS written)
    include("${lines}")
  endforeach()
endfunction()
