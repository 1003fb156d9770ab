# The commands a newcomer needs. `make` alone lists them.

PREFIX ?= /usr/local
PROGRAM := .build/release/rewardctl

.DEFAULT_GOAL := help
.PHONY: help run test bench bench-micro install lint release dependencies

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
		while IFS="$$(printf '\t')" read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

run: release ## build, and show what the flagship campaign gives for Examples/card.csv
	$(PROGRAM) simulate Examples/card.csv

# One debug build; the last line counts the tests.
test: ## run all tests
	@scripts/dependencies tests
	swift test --disable-xctest

bench: release ## measure, on generated rows
	Benchmarks/run

bench-micro: release ## count the instructions a row of each hot loop
	Benchmarks/micro

install: release ## copy rewardctl to PREFIX/bin (/usr/local unless given)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/rewardctl"

lint: ## check the form of all Swift files
	swift format lint -s -r Sources Tests Migrations Rules Feeds Package.swift

# The Swift runtime goes into the program, which then needs only the system's C libraries.
release: dependencies
	swift build -c release --static-swift-stdlib --product rewardctl

dependencies:
	@scripts/dependencies
