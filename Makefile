# Everything one does in this repository, by name.

PYTHON  ?= python3
SECONDS ?= 600
KILLS   ?= 20
BIN     := .venv/bin
READY   := .venv/ready
PYTEST  := $(BIN)/python -m pytest -q -n 2 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help setup demo test wall trial lint types corpus audit notebooks reference pictures gold fuzz kills benchmark clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## make .venv and install the grader with its tools; does nothing if that is done

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev,cluster]'
	@touch $@

demo: setup ## grade two hand-ins of Exercise 3: the stub, and one that is partly wrong
	@for file in exercises/ex3/ex3.py docs/samples/partly_wrong.py; do \
		printf '\n$$ grade ex3 %s\n\n' $$file; \
		$(BIN)/grade ex3 $$file || test $$? -eq 1 || exit; \
	done

test: lint types ## run all tests, after lint and types
	$(PYTEST)

wall: setup ## run only what depends on the user: attacks, odd submissions, lock-down, a class, a handout at home
	$(PYTEST) tests/hostile tests/unit/sandbox $(addprefix tests/e2e/test_,$(addsuffix .py,batch planted_faults release specimens wall_holds))

lint: setup ## check style, format and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup ## check the types of source and tests
	$(BIN)/mypy

trial: setup ## install each bundle as its platform does and grade hand-ins of every kind; needs root
	$(BIN)/python -m pytest -q tests/bundles/trial.py

corpus: setup ## grade every wrong way of each exercise, over five seeds
	GRADE_SEEDS=5 $(PYTEST) tests/course

audit: setup ## prove every exercise over twenty seeds
	@for folder in exercises/*/; do $(BIN)/grade audit $$(basename $$folder) --jobs 2 || exit; echo; done

notebooks: setup ## write the notebooks anew from stubs and texts
	@for stub in exercises/*/ex*.py tests/specimens/full_marks/ex*.py; do \
		text=$$(ls $$(dirname $$stub)/exercise.md 2>/dev/null); \
		$(BIN)/python -m grader.course.handout $$stub $$text > .venv/notebook || exit; \
		cp .venv/notebook $${stub%.py}.ipynb; \
	done

reference: setup ## write the authors' reference anew from the code
	$(BIN)/python docs/make_reference.py

pictures: setup ## draw the pictures of the documentation anew, from real runs
	$(BIN)/python docs/pictures/make_pictures.py

gold: setup ## accept the present reports as the expected ones
	$(BIN)/python -m pytest -q --update-gold tests/unit/reports

fuzz: setup ## give each reader mutated input for SECONDS=600
	@for file in tests/fuzz/[a-z]*.py; do \
		printf '\n%s\n' $$file; \
		$(BIN)/python -m tests.fuzz.$$(basename $$file .py) --seconds $(SECONDS) || exit; \
	done

kills: setup ## kill a batch at KILLS=20 random moments; the end must be that of an uninterrupted run
	GRADE_KILLS=$(KILLS) $(BIN)/python -m pytest -q tests/e2e/test_batch.py -k killed

benchmark: setup ## measure waiting times, the cost of the wall, and a class of 500
	@for name in cold warm wall seal batch; do \
		printf '\n%s\n' $$name; \
		$(BIN)/python benchmarks/$$name.py || exit; \
	done

clean: ## remove .venv and what tools leave behind
	rm -rf .venv .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
