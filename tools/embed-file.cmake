# cmake -DFILE=FILE -DNAME=NAME -DOUT=FILE.c -P embed-file.cmake: writes a file's bytes as C,
# NAME_bytes and NAME_size. A file that is not there has no bytes.
set(bytes "")
set(size 0)
if(EXISTS ${FILE})
    file(READ ${FILE} hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
endif()
file(WRITE ${OUT} "/* Written by tools/embed-file.cmake. */
extern const unsigned char ${NAME}_bytes[];
extern const unsigned ${NAME}_size;
const unsigned char ${NAME}_bytes[] = {${bytes}0};
const unsigned ${NAME}_size = ${size};\n")
