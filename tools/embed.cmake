# cmake -DESBUILD=PROGRAM -DROOT=FOLDER -DWASM=FILE -DSTAGE=FOLDER -DOUT=FILE.c -P embed.cmake:
# makes the page of the modules in ROOT and writes it as C, a table of `server_asset`
# (src/server/http/assets.h), ended by a row of zeros. WASM is the offline game's module; where
# it is empty the page is without that game.
#
# Scripts and style sheets become few files, whose names have a hash of what is in them; so do
# the pictures that index.html names. It names them as they lie in ROOT, and is given the new
# names here. A file with a hash never changes, and browsers need not ask for it again.
cmake_policy(SET CMP0057 NEW) # if(... IN_LIST ...)
file(REMOVE_RECURSE ${STAGE})
execute_process(
    COMMAND ${ESBUILD} app/main.js app/page.css --bundle --minify --splitting --format=esm
            --target=chrome97,firefox96,safari15.4 --outdir=${STAGE} --metafile=${STAGE}.json
            --entry-names=[name]-[hash] --chunk-names=[name]-[hash] --asset-names=[name]-[hash]
            --loader:.woff2=file --log-level=warning
    WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
file(READ ${ROOT}/index.html page)
file(READ ${STAGE}.json made)

# FILE is copied into the page under a name with its hash, and index.html is told that name.
function(embed_hashed file name)
    file(SHA256 ${file} hash)
    string(SUBSTRING ${hash} 0 8 hash)
    string(TOUPPER ${hash} hash)
    get_filename_component(target ${name} NAME)
    string(REGEX REPLACE "^(.*)(\\.[a-z0-9]+)$" "\\1-${hash}\\2" target ${target})
    configure_file(${file} ${STAGE}/${target} COPYONLY)
    string(REPLACE "\"${name}\"" "\"${target}\"" page "${page}")
    set(page "${page}" PARENT_SCOPE)
endfunction()

# What opens the connection, and is no module. It is given the names of the languages' files.
execute_process(
    COMMAND ${ESBUILD} app/first.js --bundle --minify --format=iife --target=chrome97,firefox96,safari15.4
            --outfile=${STAGE}-first.js --log-level=warning
    WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "<script type=\"module\" src=\"app/first.js\"" "<script src=\"app/first.js\"" page "${page}")
embed_hashed(${STAGE}-first.js app/first.js)

# The offline game: its worker in one file, of the kind that all browsers start, and its module.
if(WASM)
    execute_process(
        COMMAND ${ESBUILD} offline/worker.js --bundle --minify --format=iife
                --target=chrome97,firefox96,safari15.4 --outfile=${STAGE}-worker.js
                --log-level=warning
        WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
    embed_hashed(${STAGE}-worker.js offline/worker.js)
    embed_hashed(${WASM} offline/flagfall.wasm)
else()
    string(REGEX REPLACE " data-worker=\"[^\"]*\" data-module=\"[^\"]*\" data-puzzles=\"[^\"]*\"" "" page "${page}")
endif()

# What esbuild has made, by what of: the page asks for it by its new name, and for what a
# script imports at once without waiting for that script.
string(JSON outputs GET "${made}" outputs)
string(JSON last LENGTH "${outputs}")
math(EXPR last "${last} - 1")
foreach(i RANGE ${last})
    string(JSON path MEMBER "${outputs}" ${i})
    string(JSON output GET "${outputs}" ${path})
    string(JSON source ERROR_VARIABLE none GET "${output}" entryPoint)
    if(none)
        string(JSON source ERROR_VARIABLE none MEMBER "${output}" inputs 0)
    endif()
    get_filename_component(name ${path} NAME)
    string(REPLACE "\"${source}\"" "\"${name}\"" page "${page}")
    if(NOT source STREQUAL "app/main.js")
        continue()
    endif()
    string(JSON imports GET "${output}" imports)
    string(JSON end LENGTH "${imports}")
    math(EXPR end "${end} - 1")
    foreach(k RANGE ${end})
        string(JSON kind GET "${imports}" ${k} kind)
        string(JSON path GET "${imports}" ${k} path)
        get_filename_component(import ${path} NAME)
        if(kind STREQUAL "import-statement" AND NOT page MATCHES "href=\"${import}\"")
            string(REPLACE "  <script type=\"module\" src=\"${name}\""
                   "  <link rel=\"modulepreload\" href=\"${import}\">\n  <script type=\"module\" src=\"${name}\""
                   page "${page}")
        endif()
    endforeach()
endforeach()

# What a game in a frame of another site needs: two small files under the names that the server
# writes (src/server/watch/embed_page.c).
foreach(name embedded.js embedded.css)
    execute_process(
        COMMAND ${ESBUILD} ${name} --minify --target=chrome97,firefox96,safari15.4
                --outfile=${STAGE}/${name} --log-level=warning
        WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# All else as it is, but for the pictures of index.html, which get their hash.
file(GLOB_RECURSE plain RELATIVE ${ROOT} ${ROOT}/*)
list(FILTER plain EXCLUDE REGEX "\\.(js|css|woff2|ts)$|^index\\.html$")
foreach(name ${plain})
    string(FIND "${page}" "\"${name}\"" place)
    if(place EQUAL -1)
        configure_file(${ROOT}/${name} ${STAGE}/${name} COPYONLY)
    else()
        embed_hashed(${ROOT}/${name} ${name})
    endif()
endforeach()
file(WRITE ${STAGE}/index.html "${page}")

# The service worker is told which files to keep, and is another one when any of them is.
set(hashed "-[0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z][0-9A-Z]\\.[a-z0-9]+$")
file(GLOB_RECURSE lasting RELATIVE ${STAGE} ${STAGE}/*)
list(FILTER lasting INCLUDE REGEX ${hashed})
list(SORT lasting)
string(MD5 version "${lasting} ${page}")
list(TRANSFORM lasting PREPEND "'/")
list(TRANSFORM lasting APPEND "'")
list(JOIN lasting ", " lasting)
file(READ ${ROOT}/service-worker.js service)
string(REPLACE "'unpacked'" "'${version}'" service "${service}")
string(REPLACE "FILES = []" "FILES = [${lasting}]" service "${service}")
file(WRITE ${STAGE}/service-worker.js "${service}")

file(GLOB_RECURSE names RELATIVE ${STAGE} ${STAGE}/*)
list(SORT names)
set(arrays "")
set(rows "")
set(number 0)
foreach(name ${names})
    file(READ ${STAGE}/${name} hex HEX)
    file(SHA256 ${STAGE}/${name} hash)
    string(SUBSTRING ${hash} 0 16 tag)
    string(LENGTH "${hex}" digits)
    math(EXPR size "${digits} / 2")
    set(lasting 0)
    if(name MATCHES ${hashed})
        set(lasting 1)
    endif()
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char file${number}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", file${number}, ${size}, \"${tag}\", ${lasting}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "#include \"server/http/assets.h\"\n\n${arrays}
const server_asset server_assets[] = {\n${rows}    {0, 0, 0, 0, 0},\n};\n")
