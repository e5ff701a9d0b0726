# Everything a person does with a checkout. `make help` lists it.

CARGO ?= cargo
FERRET = $(CARGO) run --release --quiet --locked --package cli --
# A newcomer should not wait for link-time optimisation.
QUICK = $(CARGO) run --profile quick --quiet --locked --package cli --

# Man pages and shell completions go below this folder; the binary goes where cargo keeps its binaries.
PREFIX ?= $(HOME)/.local

# cargo-deny and mdBook live in the build directory, so that nothing outside the checkout changes.
TOOLS = target/tools
DENY_VERSION = 0.20.2
DENY = $(TOOLS)/bin/cargo-deny
MDBOOK_VERSION = 0.5.4
MDBOOK = $(TOOLS)/bin/mdbook

# Z3's library comes out of a Python wheel into the build directory: nothing is installed. Builds that
# link it have a directory of their own, since its path is written into their binaries.
Z3_VERSION = 5.4.0
Z3 = target/z3-$(Z3_VERSION)
Z3_LIBRARY = $(CURDIR)/$(Z3)/z3/lib
WITH_Z3 = Z3_LIBRARY_PATH_OVERRIDE=$(Z3_LIBRARY) Z3_SYS_Z3_VERSION=$(Z3_VERSION) \
	CARGO_TARGET_DIR=target/with-z3 RUSTFLAGS="-C link-arg=-Wl,-rpath,$(Z3_LIBRARY)"

# Every benchmark but the tables, which have their own place at the end.
BENCHES = $(filter-out summary solver_table c_table java_table,$(basename $(notdir $(wildcard crates/*/benches/*.rs))))

# The queries of explorations, on which the solver is measured beside generated ones.
QUERIES = target/queries
ASKING = FERRET_QUERIES=$(CURDIR)/$(QUERIES)/scripts

.DEFAULT_GOAL := help
.PHONY: help demo test lint check-full check-z3 check-doc check-deny check-dist check-plugins fuzz dist audit bench bless guide install plugins z3

help: ## List what can be made
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "make %-12s %s\n", $$1, $$2 }'

demo: ## Build Ferret and show it on small programs
	@scripts/need cargo cc clang-19 dot javac
	$(CARGO) build --profile quick --locked --package cli
	@echo
	@echo "== JUnit tests for a Java class, with coverage as JaCoCo counts; they are in target/demo"
	javac -g -d target/demo/classes subjects/java/units/Bounded.java
	$(QUICK) java target/demo/classes --executions 20000 --out target/demo
	tail -n +11 target/demo/units/BoundedTest.java
	@echo
	@echo "== Tests for two C files, with coverage as llvm-cov counts; they are in target/demo"
	$(QUICK) c subjects/c/triangle.c --executions 20000 --out target/demo
	$(QUICK) c subjects/c/list.c --executions 20000 --out target/demo
	head -40 target/demo/test_list.c
	@echo
	@echo "== A C program that writes past the end of a heap block: it traps, with status 134"
	$(QUICK) c --run subjects/broken/heap_write.c || [ $$? -eq 134 ]
	@echo
	@echo "== Symbolic execution of one call: its events, and the path condition on its inputs"
	$(QUICK) run subjects/ir/triangle.fir --function classify --args 3 4 5 --trace --symbolic
	@echo
	@echo "== The control-flow graph of a program"
	$(QUICK) cfg subjects/ir/triangle.fir -o target/demo.dot

lint: ## Check spelling, format and lints, warnings denied
	@scripts/need cargo rustfmt clippy cc codespell
	codespell *.md Makefile docs scripts crates/*/src contrib plugins examples
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

test: lint ## Run lints and all tests; what has to pass before a commit
	@scripts/need cc clang-19 cmake cmocka csmith dot javac mvn python3
	@$(MAKE) --no-print-directory z3 || echo "Z3 cannot be fetched: the solver is not compared with it"
	FERRET_Z3="$$(ls $(CURDIR)/$(Z3)/*/data/bin/z3 2>/dev/null)" \
		$(CARGO) test --workspace --locked --no-fail-fast

check-full: lint z3 $(DENY) ## Run everything, the long tests too; FULL_SHARD=1/3 runs a third
	@scripts/need cc clang-19 cmake cmocka csmith dot xz bzip2 javac mvn python3
	scripts/check-full

# Steps of check-full that take several commands.
check-z3: z3
	$(WITH_Z3) $(CARGO) clippy --package solver --package cli --features solver/z3,cli/z3 \
		--all-targets --locked -- -D warnings
	FERRET_FULL=1 $(WITH_Z3) $(CARGO) test --package solver --features z3 --test differential \
		--locked --release

check-doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked

check-deny: $(DENY)
	$(DENY) --locked check licenses bans sources

check-dist: dist
	scripts/dist-check target/release/ferret

check-plugins: plugins
	scripts/plugins-check

guide: $(MDBOOK) ## Build the guide as web pages in target/guide and check their links
	@scripts/need python3
	rm -rf target/guide
	$(MDBOOK) build docs/guide
	scripts/guide-check target/guide

fuzz: ## Give each reader FUZZ changed inputs (1000000 unless FUZZ=N is given)
	@scripts/need cargo cc clang-19 javac
	FERRET_FUZZ=$(or $(FUZZ),1000000) $(CARGO) test --release --locked --package cli --test fuzz -- --nocapture

dist: ## Pack a release into target/dist: tar.gz, .deb, bill of materials, checksums
	@scripts/need cargo cc python3
	$(CARGO) build --release --locked --package cli
	scripts/dist target/release/ferret target/dist

z3: $(Z3)/fetched ## Fetch Z3's library for builds with the feature `z3`

audit: $(DENY) ## Look for known vulnerabilities (fetches the advisory database)
	$(DENY) --locked check advisories

bench: ## Run the benchmarks and print the summary table
	@scripts/need cargo cc clang-19 valgrind xz bzip2 javac
	$(if $(BENCHES),$(CARGO) bench --workspace --locked $(BENCHES:%=--bench %))
	$(CARGO) bench --locked --package machine --bench summary
	$(CARGO) bench --locked --package c --bench c_table
	$(CARGO) bench --locked --package java --bench java_table
	rm -rf $(QUERIES)
	for file in subjects/c/*.c; do \
		$(FERRET) c $$file --technique dse --executions 300 --jobs 1 --no-native --out $(QUERIES)/tests \
			--queries $(QUERIES)/scripts/$$(basename $$file .c) > $(QUERIES).log || exit 1; \
	done
	@$(MAKE) --no-print-directory z3 || echo "Z3 cannot be fetched: the solver is measured without it"
	if [ -e $(Z3)/fetched ]; then \
		$(WITH_Z3) $(ASKING) $(CARGO) bench --locked --package solver --features z3 --bench solver_table; \
	else \
		$(ASKING) $(CARGO) bench --locked --package solver --bench solver_table; \
	fi

bless: ## Accept what the tests print now as their snapshots
	@scripts/need cargo cc clang-19 cmake cmocka csmith dot javac mvn python3
	UPDATE_EXPECT=1 $(CARGO) test --workspace --locked --no-fail-fast

install: ## Install the ferret binary, man pages and shell completions for this user
	@scripts/need cargo cc
	$(CARGO) install --locked --path crates/cli
	$(FERRET) manual $(PREFIX)

plugins: ## Build the plugins for Maven and Gradle; their jars are in target/plugins
	@scripts/need javac mvn
	mvn --quiet --batch-mode --file plugins/maven/pom.xml package
	mvn --quiet --batch-mode --file plugins/gradle/pom.xml package

$(DENY):
	@scripts/need cargo cc
	$(CARGO) install --locked --version $(DENY_VERSION) --root $(TOOLS) cargo-deny

$(MDBOOK):
	@scripts/need cargo cc
	$(CARGO) install --locked --version $(MDBOOK_VERSION) --root $(TOOLS) mdbook

# A folder is whole once the mark is there, so that a broken download is not taken for the library.
$(Z3)/fetched:
	@scripts/need python3 pip
	rm -rf $(Z3)
	python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
		--dest $(Z3) z3-solver==$(Z3_VERSION).0
	python3 -m zipfile -e $(Z3)/*.whl $(Z3)
	rm $(Z3)/*.whl
	chmod +x $(Z3)/*/data/bin/z3
	touch $@
