# Every target is a command of deploy/local; `make help` tells what each does.
PYTHON ?= python3

.DEFAULT_GOAL := help
TARGETS := up down status logs restart scale kit psql broker check test bench faults drill containers mutants api migration lock release secrets backup restore reset help
.PHONY: $(TARGETS)

$(TARGETS):
	@cd "$(CURDIR)" && exec $(PYTHON) -m deploy.local $@
