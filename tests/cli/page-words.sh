#!/bin/bash
# What the terminal says is what the page says: its texts are made from the page's tables.
cd "$(dirname "$0")/../.."
if node tools/page-words.mjs --check; then
    echo "1 passed, 0 failed"
else
    echo "0 passed, 1 failed"
    exit 1
fi
