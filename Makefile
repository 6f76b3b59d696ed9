# The commands of the README and of CONTRIBUTING.md. Everything is built by CMake and Ninja;
# this file only gives the usual words to it. `make` alone says what there is.

BUILD ?= build
PREFIX ?= /usr/local
PORT ?= 8080
STORE ?= flagfall.db

.DEFAULT_GOAL := help
.PHONY: help play build test lint coverage format deb dist sbom install hooks deps clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  BUILD=$(BUILD) PREFIX=$(PREFIX) PORT=$(PORT) STORE=$(STORE)"

play: build ## builds, and serves the game on this machine
	@exec $(BUILD)/flagfall serve --port $(PORT) --store $(STORE)

build: deps ## installs what is missing, builds the program and the library
	@tools/build $(BUILD) -DCMAKE_BUILD_TYPE=Release

test: ## everything, sanitized; the last line is `N passed, N failed`
	@tools/install-deps test
	@tests/run

lint: build ## what tools read in the code: structure, format, limits, clocks, fuzzing, the page, clang-tidy
	@tools/install-deps test
	@tools/check-structure $(BUILD)
	@tools/format
	@tools/check-limits
	@tools/check-clocks
	@fuzz/check
	@tests/web/lint
	@tools/tidy $(BUILD)

coverage: ## lines that the unit tests and the rules' cases run, by file
	@tools/install-deps test
	@tools/coverage

format: ## clang-format over all C files
	@tools/install-deps test
	@tools/format --fix

deb: ## Debian packages out of the archive, in BUILD-deb
	@tools/deb $(BUILD)-deb

dist: ## the source as an archive, the same bytes for everybody
	@tools/dist

# What the program is made of, for hosts who keep count: CycloneDX.
sbom: build ## the program's parts as a bill of materials
	@tools/sbom $(BUILD)/flagfall >$(BUILD)/flagfall.cdx.json
	@echo $(BUILD)/flagfall.cdx.json

install: build ## program, library, header and pkg-config file below PREFIX
	cmake --install $(BUILD) --prefix $(PREFIX)

hooks: ## has git run the quick checks before each commit
	git config core.hooksPath tools/hooks

deps: ## installs what a build needs, and nothing where all is there
	@tools/install-deps build

clean: ## removes what was built
	rm -rf build build-*
