# cmake -DPROGRAM=FLAGFALL -DOUT=FOLDER -P tools/write-words.cmake: pages of the manual and
# completion in shells, as the program itself tells them.
function(write file)
    execute_process(COMMAND ${PROGRAM} help ${ARGN} OUTPUT_FILE ${OUT}/${file}
                    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT}/man1)
write(man1/flagfall.1 --man)
execute_process(COMMAND ${PROGRAM} help OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  [a-z]+" commands "${list}")
foreach(command ${commands})
    string(STRIP "${command}" command)
    write(man1/flagfall-${command}.1 --man ${command})
endforeach()
foreach(shell bash zsh fish)
    write(flagfall.${shell} --completion ${shell})
endforeach()
