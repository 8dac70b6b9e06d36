# The front door: `make demo` shows Sapper, `make test` proves it, `make help` lists the rest.
PYTHON ?= python3
# Seconds each fuzzer runs in `make test`; the fuzzers run side by side.
FUZZ_SECONDS ?= 5
# Minutes of `make prove`; SEED=N repeats one.
MINUTES ?= 60
PYTEST_FLAGS ?= -n 2
# How many mutants `make mutate` draws, and the seed of the sample.
MUTANTS ?= 300
SEED ?= 1

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
SOURCES := pyproject.toml README.md CMakeLists.txt \
	$(shell find cpp src -type f -not -path '*/__pycache__/*' -not -name '*.so')
CPP_FILES := $(wildcard cpp/*/*.cpp cpp/*/*.hpp tests/cpp/*.cpp tests/cpp/*.hpp)
PYTHON_DIRS := src tests benchmarks examples research scripts weights

.DEFAULT_GOAL := help
.PHONY: demo test test-cpp js site prove cover mutate check types bench notebooks docs dist cross figures format stub dev clean help

demo: .make/all ## play the demo: an expert position analysed, then games on the three levels
	@$(BIN)/sapper demo

test: .make/test .make/chromium .make/axe .make/live-programs .make/js .make/site test-cpp ## C++ programs under the sanitizers, fuzzers, then pytest
	@$(BIN)/python -m pytest $(PYTEST_FLAGS)

test-cpp: .make/test ## the C++ half of `make test`: FUZZ_SECONDS=N sets how long each fuzzer runs
	@scripts/test-cpp $(FUZZ_SECONDS)

js: .make/venv ## the core in WebAssembly, for the package in js/; needs emscripten
	@scripts/javascript && touch .make/js && ls -l js/sapper.wasm

prove: .make/test ## the long proof: MINUTES=N of attacks and fuzzing, ThreadSanitizer, oracle and peers
	@scripts/prove $(MINUTES) $(if $(filter file,$(origin SEED)),,$(SEED))

cover: .make/test .make/chromium .make/axe .make/live-programs .make/js .make/site ## the lines of the package that the tests execute, and those they do not
	@$(BIN)/python -m pytest -q $(PYTEST_FLAGS) --cov --cov-report=term

mutate: .make/test ## change the package in small ways and count the changes that a test notices
	@$(BIN)/python -m scripts.mutation --mutants $(MUTANTS) --seed $(SEED)

check: .make/test ## format, lint, types, generated stub, public names, command help in the docs
	@scripts/check $(CPP_FILES)

bench: .make/test ## the benchmarks, with ms_toollib and, where installed, Jumanji in the same run
	@$(BIN)/python benchmarks/signature.py
	@$(BIN)/python benchmarks/analyse.py
	@$(BIN)/python benchmarks/games.py
	@$(BIN)/python benchmarks/generate.py
	@$(BIN)/python benchmarks/knowledge.py speed
	@$(BIN)/python benchmarks/environment.py

types: .make/test ## how many public names have complete types; needs pip install 'pyright[nodejs]'
	@$(BIN)/python scripts/type_completeness.py

notebooks: .make/test ## run the example notebooks and store their outputs
	@$(BIN)/python scripts/notebooks.py

figures: .make/test ## measure and draw again what README and docs claim, and say which figures moved
	@$(BIN)/python research/figures.py

docs: .make/test ## the documentation site in build/docs, strictly: no warning and no dead link
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs --quiet build --strict && echo build/docs/index.html

site: .make/all js ## the page as static files in site/, for any host and without a server; needs emscripten
	@$(BIN)/python -m scripts.static_site

dist: ## the files of a release in dist/, each checked and installed without a compiler; PYTHON names the interpreter
	@scripts/preflight '$(PYTHON)'
	@scripts/dist '$(PYTHON)'

cross: .make/test ## compile the core for Windows, macOS and Linux on ARM, without their machines
	@scripts/cross

format: .make/test ## rewrite Python and C++ the way `make check` wants them
	@$(BIN)/ruff format $(PYTHON_DIRS)
	@$(BIN)/ruff check --fix $(PYTHON_DIRS)
	@$(BIN)/clang-format -i $(CPP_FILES)

stub: .make/test ## write _core.pyi and the types of the facade in src/sapper and js anew from the built core
	@scripts/stub src/sapper/_core.pyi
	@$(BIN)/python scripts/facade_types.py
	@$(BIN)/python scripts/facade_typescript.py

dev: .make/venv ## an editable install that rebuilds the C++ when it is imported
	@$(PIP) install --quiet 'scikit-build-core>=0.10' 'nanobind~=3.1.0' ninja cmake
	@$(PIP) install --quiet --no-build-isolation -Ceditable.rebuild=true -c constraints.txt \
		--editable '.[all,train,cluster,test]'
	@touch .make/dev .make/wheel .make/all .make/test

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

# The core is compiled once, whatever is installed with it.
.make/wheel: $(SOURCES) | .make/venv
	@test -e .make/dev || { echo 'Building Sapper (a minute or so) ...' && rm -rf build/wheel && \
		$(PIP) wheel --quiet --no-deps --wheel-dir build/wheel .; }
	@touch $@

# The trained networks. An editable install finds those of the checkout.
.make/weights: $(wildcard weights/* weights/sapper_weights/*) | .make/venv
	@test -e .make/dev || { rm -rf build/weights && \
		$(PIP) wheel --quiet --no-deps --wheel-dir build/weights ./weights; }
	@touch $@

.make/all: .make/wheel .make/weights
	@test -e .make/dev || { echo 'Installing Sapper into .venv ...' && \
		$(PIP) install --quiet --no-deps --force-reinstall build/wheel/sapper-*.whl build/weights/*.whl && \
		$(PIP) install --quiet "$$(echo build/wheel/sapper-*.whl)[all]"; }
	@touch $@

.make/test: .make/all constraints.txt
	@test -e .make/dev || { echo 'Installing the test tools into .venv ...' && \
		$(PIP) install --quiet -c constraints.txt "$$(echo build/wheel/sapper-*.whl)[all,train,cluster,test]"; }
	@touch $@

# Without it the tests of the page in a browser are skipped, which only CI forbids.
.make/chromium: scripts/chromium | .make/venv
	@scripts/chromium >/dev/null && touch $@ || true

# The same holds for the rules of accessibility.
.make/axe: scripts/axe | .make/venv
	@scripts/axe >/dev/null && touch $@ || true

# And for the programs that tests of `sapper attach` play on.
.make/live-programs: scripts/live_programs | .make/venv
	@scripts/live_programs && touch $@ || true

# And for the tests of the package for JavaScript.
.make/js: scripts/javascript CMakeLists.txt $(wildcard cpp/*/*.?pp) | .make/test
	@scripts/javascript && touch $@ || true

# And for the tests of the static site: the solutions of the exercises and the network are kept in build.
.make/site: scripts/onnxruntime-web scripts/esbuild $(wildcard src/sapper/trainer/*.*) | .make/js
	@$(BIN)/python -m scripts.static_site build/site >/dev/null && touch $@ || true
