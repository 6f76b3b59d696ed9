# The two commands of the README, and what they are made of. Everything is built
# by CMake and Ninja; this file only gives the usual words to it.

BUILD ?= build
PREFIX ?= /usr/local
PORT ?= 8080
STORE ?= flagfall.db

.PHONY: play build test install clean deps format sbom

# Install what is missing, build, and serve the game on this machine.
play: build
	@exec $(BUILD)/flagfall serve --port $(PORT) --store $(STORE)

build: deps
	@tools/build $(BUILD) -DCMAKE_BUILD_TYPE=Release

test:
	@tools/install-deps test
	@tests/run

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

# What the program is made of, for hosts who keep count: CycloneDX.
sbom: build
	@tools/sbom $(BUILD)/flagfall >$(BUILD)/flagfall.cdx.json
	@echo $(BUILD)/flagfall.cdx.json

deps:
	@tools/install-deps build

format:
	@tools/install-deps test
	@tools/format --fix

clean:
	rm -rf build build-* python/build python/dist python/*.egg-info
