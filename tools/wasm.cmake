# The offline game: the library as WebAssembly, by clang, lld and wasi-libc.
#
# Sets FLAGFALL_WASM to the file that the build makes, or to nothing where the compiler for it
# is missing: the program is then built without the offline game. The same sources by the same
# packages make the same bytes.
set(FLAGFALL_WASM "")
find_program(WASM_CC NAMES clang clang-14)
set(probe ${CMAKE_BINARY_DIR}/wasm/probe.c)
file(WRITE ${probe} "#include <stdlib.h>\nvoid *probe(void) { return malloc(1); }\n")
set(wasm_missing clang)
if(WASM_CC)
    execute_process(
        COMMAND ${WASM_CC} --target=wasm32-wasi -mexec-model=reactor ${probe} -o ${probe}.wasm
        RESULT_VARIABLE wasm_failed OUTPUT_QUIET ERROR_QUIET)
    set(wasm_missing ${wasm_failed})
endif()
if(wasm_missing)
    message(STATUS "Without the offline game, which needs clang, lld, wasi-libc and "
                   "libclang-rt-dev-wasm32")
    return()
endif()

# Objects of sources, each with these options more, made by rules of their own: this CMake
# project is another processor's.
function(wasm_objects out options)
    set(objects "")
    foreach(source ${ARGN})
        file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
        if(name MATCHES "^\\.\\./")
            get_filename_component(name ${source} NAME)
        endif()
        set(object ${CMAKE_BINARY_DIR}/wasm/${name}.o)
        get_filename_component(folder ${object} DIRECTORY)
        file(MAKE_DIRECTORY ${folder})
        add_custom_command(
            OUTPUT ${object}
            COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${WASM_CC} --target=wasm32-wasi -std=c11 -O2
                    -DNDEBUG -DFLAGFALL_SINGLE_THREAD -Wall -Wextra
                    $<$<BOOL:${FLAGFALL_WERROR}>:-Werror> -I${CMAKE_SOURCE_DIR}/include
                    -I${CMAKE_SOURCE_DIR}/src ${options} -MD -MF ${object}.d -c ${source}
                    -o ${object}
            DEPENDS ${source} DEPFILE ${object}.d COMMAND_EXPAND_LISTS VERBATIM)
        list(APPEND objects ${object})
    endforeach()
    set(${out} ${objects} PARENT_SCOPE)
endfunction()

# The stack lies first, so that one that overflows traps; 96 MiB are all it may ever have: a
# player takes 32, and twice that while it is made.
set(wasm_link -O2 -Wl,--strip-all,--stack-first,-z,stack-size=1048576,--max-memory=100663296)

# Without what only other processors have, batches of games (threads), and the learned networks,
# which are larger than all else.
flagfall_sources(sources base core view format game puzzle ai offline)
list(FILTER sources EXCLUDE REGEX "_x86_64_v[34]\\.c$|/src/game/batch")
foreach(name small large)
    set(without ${CMAKE_BINARY_DIR}/wasm/${name}_net.c)
    list(APPEND no_weights ${without})
    add_custom_command(
        OUTPUT ${without}
        COMMAND ${CMAKE_COMMAND} -DFILE=none -DNAME=${name}_net -DOUT=${without}
                -P ${CMAKE_SOURCE_DIR}/tools/embed-file.cmake
        DEPENDS ${CMAKE_SOURCE_DIR}/tools/embed-file.cmake)
endforeach()
wasm_objects(library "" ${sources} ${no_weights})
set(exports "")
foreach(name new free room call answer)
    list(APPEND exports -Wl,--export=offline_${name})
endforeach()
set(FLAGFALL_WASM ${CMAKE_BINARY_DIR}/flagfall.wasm)
add_custom_command(
    OUTPUT ${FLAGFALL_WASM}
    COMMAND ${WASM_CC} --target=wasm32-wasi -mexec-model=reactor ${wasm_link} ${exports}
            ${library} -o ${FLAGFALL_WASM}
    DEPENDS ${library} ${CMAKE_SOURCE_DIR}/tools/wasm.cmake VERBATIM)
add_custom_target(flagfall_wasm ALL DEPENDS ${FLAGFALL_WASM})

# Tests of it: the rules' cases by the same runner, and the same commands natively
# (tests/offline/run).
if(FLAGFALL_TESTS AND NOT FLAGFALL_TESTS_MATCHING)
    set(cases "")
    foreach(name support/oracle support/case_reader support/case_words support/umpire
                 unit/core/cases)
        list(APPEND cases ${CMAKE_SOURCE_DIR}/tests/${name}.c)
    endforeach()
    wasm_objects(cases "-I${CMAKE_SOURCE_DIR}/tests/offline;-I${CMAKE_SOURCE_DIR}/tests/support;-DTEST_ROOT=\"/tests\""
                 ${cases})
    add_custom_command(
        OUTPUT ${CMAKE_BINARY_DIR}/cases.wasm
        COMMAND ${WASM_CC} --target=wasm32-wasi ${wasm_link} ${library} ${cases}
                -o ${CMAKE_BINARY_DIR}/cases.wasm
        DEPENDS ${library} ${cases} VERBATIM)
    add_custom_target(flagfall_wasm_cases ALL DEPENDS ${CMAKE_BINARY_DIR}/cases.wasm)
    # Natively without networks too: defined here they are not taken out of the library.
    add_executable(offline-door tests/offline/door.c ${no_weights})
    target_include_directories(offline-door PRIVATE src)
    target_link_libraries(offline-door PRIVATE flagfall_offline)
endif()
