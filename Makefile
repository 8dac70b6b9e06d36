# The front door: `make demo` shows Sapper, `make test` proves it, `make help` lists the rest.
PYTHON ?= python3
# Seconds each fuzzer runs in `make test`; the fuzzers run side by side.
FUZZ_SECONDS ?= 5
PYTEST_FLAGS ?= -n 2

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
SOURCES := pyproject.toml README.md CMakeLists.txt \
	$(shell find cpp src -type f -not -path '*/__pycache__/*' -not -name '*.so')
CPP_FILES := $(wildcard cpp/*.cpp cpp/*.hpp tests/cpp/*.cpp tests/cpp/*.hpp)
PYTHON_DIRS := src tests benchmarks scripts

.DEFAULT_GOAL := help
.PHONY: demo test test-cpp check bench format stub dev clean help

demo: .make/all ## play the demo: an expert position analysed, then games on the three levels
	@$(BIN)/sapper demo

test: .make/test test-cpp ## C++ programs under the sanitizers, fuzzers, then pytest
	@$(BIN)/python -m pytest $(PYTEST_FLAGS)

test-cpp: .make/test ## the C++ half of `make test`: FUZZ_SECONDS=N sets how long each fuzzer runs
	@scripts/test-cpp $(FUZZ_SECONDS)

check: .make/test ## format, lint, types, generated stub, command help in the docs
	@scripts/check $(CPP_FILES)

bench: .make/test ## the benchmarks, with ms_toollib measured in the same run
	@$(BIN)/python benchmarks/analyse.py
	@$(BIN)/python benchmarks/games.py

format: .make/test ## rewrite Python and C++ the way `make check` wants them
	@$(BIN)/ruff format $(PYTHON_DIRS)
	@$(BIN)/ruff check --fix $(PYTHON_DIRS)
	@$(BIN)/clang-format -i $(CPP_FILES)

stub: .make/test ## write src/sapper/_core.pyi anew from the built core
	@scripts/stub src/sapper/_core.pyi

dev: .make/venv ## an editable install that rebuilds the C++ when it is imported
	@$(PIP) 'scikit-build-core>=0.10' 'nanobind~=3.1.0' ninja cmake
	@$(PIP) --no-build-isolation -Ceditable.rebuild=true --editable '.[all,test]'
	@touch .make/dev .make/all .make/test

clean: ## remove everything that was built, the virtual environment too
	rm -rf .venv .make build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

# Stamps: what they stand for is done again only when something it is made from has changed.
# An editable install (.make/dev) follows the sources by itself.
.make/venv: scripts/preflight
	@scripts/preflight '$(PYTHON)'
	@test -x $(BIN)/python || '$(PYTHON)' -m venv .venv
	@mkdir -p .make && touch $@

.make/all: $(SOURCES) | .make/venv
	@test -e .make/dev || { echo 'Installing Sapper into .venv (the first time takes a minute or two) ...' && $(PIP) '.[all]'; }
	@touch $@

.make/test: $(SOURCES) | .make/venv
	@test -e .make/dev || { echo 'Installing Sapper and its test tools into .venv ...' && $(PIP) '.[all,test]'; }
	@touch $@ .make/all
