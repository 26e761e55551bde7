# The few commands of the project. Everything is done by deploy/bootstrap.py, in Python's standard library only;
# this file only names it (GNU make 3.81 and later).
#
#   make up [PORT=8000] [WEB=1] [LAN=1] [DATA=folder]   run everything here; Ctrl-C ends it
#   make manage ARGS="staff NAME"   run a command of manage.py on what make up runs
#   make test [ARGS="-k cup"]                   check and test everything, as CI does
#   make check | cases | test-long | mutants | bench | figures | shots
#   make wheel                                  build the engines as a package of their own
#   make filled                                 make the database of 100,000 users that benchmarks start on
#   make load [ARGS="moves pages"]              measure the capacity of a whole site: docs/capacity.md
#   make backup | make restore FILE=backups/x.tabellone | make restore-drill [FILE=...]
#   make clean                                  remove what can be made again (never the data)

PYTHON ?= python3
export PORT WEB LAN DATA FILE ARGS BACKUPS DEMO METRICS_PORT TABELLONE_ENV TABELLONE_CASES

VERBS = up manage test check cases test-long mutants bench figures shots wheel filled load backup restore restore-drill clean

.PHONY: help $(VERBS)

help:
	@sed -n 's/^#  *make/  make/p' Makefile

$(VERBS):
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { \
	  echo "$(PYTHON) is not here: install Python 3.11 or newer (Debian: sudo apt install python3 python3-venv), or say make $@ PYTHON=/path/to/python" >&2; \
	  exit 1; }
	@exec "$(PYTHON)" deploy/bootstrap.py $@

# "make restore some.file" means the same as "make restore FILE=some.file".
ifeq (restore,$(firstword $(MAKECMDGOALS)))
ifneq (,$(word 2,$(MAKECMDGOALS)))
FILE := $(word 2,$(MAKECMDGOALS))
.PHONY: $(FILE)
$(FILE): restore
	@:
endif
endif
