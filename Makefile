# Everything the project can do, by name. `make run` and `make test` need nothing but a Swift
# toolchain and root or sudo: they install the Debian packages that are missing.

PREFIX ?= /usr/local
DESTDIR ?=
SHARED ?= ../shared
N ?= 1000000
RUNS ?= 1000
CUTS ?= 50
JOBS ?= 4
SECONDS ?= 60
FORMATS ?=
# The build that `make install` copies: release, or debug where a test installs it.
BUILD ?= release

bindir = $(DESTDIR)$(PREFIX)/bin
libexecdir = $(DESTDIR)$(PREFIX)/libexec
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd/user
sharedir = $(DESTDIR)$(PREFIX)/share

programs = .build/$(BUILD)

.PHONY: help run test test-integrations build check release-check install uninstall \
	scenarios crash crash-every-syscall power-cuts simulate campaign fuzz fuzz-coverage \
	bench bench-formats bench-ui survey catalogue screenshots \
	deb dist test-packages clean

help:
	@echo 'make run        try it: an agent on an example domain, on the screen and in its files'
	@echo 'make test       build, and run every test; scripts/test PART runs a part of them'
	@echo 'make test-integrations   the packages in Integrations alone'
	@echo 'make build      a release in .build/release'
	@echo 'make check      format, house rules and all Swift tests'
	@echo 'make release-check   what only a release build shows, and the packages that use ours'
	@echo 'make campaign   all long runs; one that is stopped resumes; N=$(N) interleavings'
	@echo 'make deb        Debian packages, which need no Swift toolchain, in .build/packages'
	@echo 'make dist       the same as an archive with a script that installs it at home'
	@echo 'make test-packages   two equal builds; installed, upgraded and removed on a fresh Debian, as root'
	@echo 'make install    PREFIX=$(PREFIX) DESTDIR=$(DESTDIR); make uninstall takes it away'
	@echo 'make scenarios  the stories in $(SHARED)/scenarios against a debug build, which has fail points'
	@echo 'make crash      RUNS=$(RUNS): kill -9 at random moments, nothing acknowledged is lost'
	@echo 'make crash-every-syscall   killed or failed at each system call of an edit in turn'
	@echo 'make power-cuts CUTS=$(CUTS): the disk as it was at random moments, as root'
	@echo 'make simulate   N=$(N): the seeded simulator, that many interleavings'
	@echo 'make fuzz       SECONDS=$(SECONDS): spoiled files of every format, read and edited'
	@echo 'make fuzz-coverage SECONDS=$(SECONDS): the same led by coverage, with libFuzzer'
	@echo 'make bench      measure, side by side with what else does the job'
	@echo 'make bench-ui   the terminal screen, side by side with dialog'
	@echo 'make screenshots   draws the screens of the examples to docs/screenshots'
	@echo 'make bench-formats   FORMATS=: an edit of small and large files in every format'
	@echo 'make catalogue  every entry of the catalogue against its own samples'
	@echo 'make survey     FOLDER=: reads and edits every settings file of real homes, in copies'

run:
	@scripts/install-packages build
	@scripts/build debug
	@scripts/run-example

test:
	@scripts/install-packages test
	@SHARED='$(SHARED)' scripts/test

test-integrations:
	@scripts/build tests
	@scripts/test-integrations

build:
	@scripts/install-packages build
	@scripts/build release

check:
	@scripts/check

release-check:
	@scripts/install-packages test
	@scripts/release-check

deb dist:
	@scripts/install-packages package
	@scripts/package $@

test-packages:
	@scripts/install-packages package
	@scripts/test-packages

scenarios:
	@scripts/build tests
	@SHARED='$(SHARED)' JOBS='$(JOBS)' scripts/scenarios

crash:
	@scripts/build release
	@RUNS='$(RUNS)' scripts/crash

crash-every-syscall:
	@scripts/build tests
	@scripts/crash-every-syscall

power-cuts:
	@scripts/build release
	@CUTS='$(CUTS)' scripts/power-cuts

simulate:
	@N='$(N)' scripts/simulate

campaign:
	@N='$(N)' scripts/campaign

fuzz:
	@SECONDS='$(SECONDS)' scripts/fuzz

fuzz-coverage:
	@SECONDS='$(SECONDS)' scripts/fuzz-coverage

bench-formats:
	@scripts/build format-cost
	@Benchmarks/bench-formats $(FORMATS)

survey:
	@scripts/build release
	@Benchmarks/survey '$(FOLDER)'

bench:
	@scripts/build release
	@Benchmarks/bench

catalogue:
	@scripts/build tests
	@scripts/swift-test --filter SettingsCatalogueTests

bench-ui:
	@scripts/build release
	@Benchmarks/bench-ui

screenshots:
	@scripts/build release
	@scripts/screenshots

# `make install` copies and never builds, so that root needs no toolchain: run `make build` first.
install:
	@test -x $(programs)/settings-agent || { echo "Nothing is built; run: make build" >&2; exit 1; }
	install -d '$(bindir)' '$(libexecdir)' '$(unitdir)/settings-agent.service.d' \
		'$(sharedir)/man/man1' '$(sharedir)/man/man8' '$(sharedir)/doc/settings-agent' \
		'$(sharedir)/bash-completion/completions' '$(sharedir)/zsh/site-functions' \
		'$(sharedir)/fish/vendor_completions.d'
	install -m 755 $(programs)/settings-agent '$(libexecdir)/settings-agent'
	install -m 755 $(programs)/settingsctl '$(bindir)/settingsctl'
	sed 's|@LIBEXECDIR@|$(PREFIX)/libexec|' systemd/settings-agent.service \
		> '$(unitdir)/settings-agent.service'
	install -m 644 systemd/settings-agent.socket '$(unitdir)/settings-agent.socket'
	install -m 644 systemd/50-sandbox.conf.example \
		'$(unitdir)/settings-agent.service.d/50-sandbox.conf.example'
	install -m 644 docs/man/settingsctl.1 '$(sharedir)/man/man1/settingsctl.1'
	install -m 644 docs/man/settings-agent.8 '$(sharedir)/man/man8/settings-agent.8'
	install -m 644 LICENSE NOTICE README.md CHANGELOG.md SECURITY.md '$(sharedir)/doc/settings-agent'
	find docs Examples Integrations -type f ! -path '*/.*' ! -path 'docs/man/*' -exec sh -c \
		'for f; do test -x "$$f" && m=755 || m=644; install -D -m $$m "$$f" "$$0/$$f"; done' \
		'$(sharedir)/doc/settings-agent' {} +
	find Catalogue -type f ! -name samples.toml -exec sh -c \
		'for f; do install -D -m 644 "$$f" "$$0/$${f#Catalogue/}"; done' \
		'$(sharedir)/settings-agent/catalogue' {} +
	$(programs)/settingsctl --generate-completion-script bash \
		> '$(sharedir)/bash-completion/completions/settingsctl'
	$(programs)/settingsctl --generate-completion-script zsh \
		> '$(sharedir)/zsh/site-functions/_settingsctl'
	$(programs)/settingsctl --generate-completion-script fish \
		> '$(sharedir)/fish/vendor_completions.d/settingsctl.fish'
	# What is written by redirection has the mode that root's umask gives it.
	chmod 644 '$(unitdir)/settings-agent.service' \
		'$(sharedir)/bash-completion/completions/settingsctl' \
		'$(sharedir)/zsh/site-functions/_settingsctl' \
		'$(sharedir)/fish/vendor_completions.d/settingsctl.fish'
	@test -n '$(DESTDIR)' || echo "Installed. To start it with each login: systemctl --user enable --now settings-agent.socket"

uninstall:
	rm -f '$(libexecdir)/settings-agent' '$(bindir)/settingsctl' \
		'$(unitdir)/settings-agent.service' '$(unitdir)/settings-agent.socket' \
		'$(unitdir)/settings-agent.service.d/50-sandbox.conf.example' \
		'$(sharedir)/man/man1/settingsctl.1' '$(sharedir)/man/man8/settings-agent.8' \
		'$(sharedir)/bash-completion/completions/settingsctl' \
		'$(sharedir)/zsh/site-functions/_settingsctl' \
		'$(sharedir)/fish/vendor_completions.d/settingsctl.fish'
	rm -rf '$(sharedir)/doc/settings-agent' '$(sharedir)/settings-agent/catalogue'
	-rmdir '$(sharedir)/settings-agent' 2>/dev/null
	-rmdir '$(unitdir)/settings-agent.service.d' 2>/dev/null

clean:
	rm -rf .build
