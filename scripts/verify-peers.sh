#!/usr/bin/env bash
# Tests exports and backups in a real S3 server, and the embedded face provider with its packages: `npm run verify:peers`, before a release.
# Both take minutes to install and rarely break, so `npm run verify` omits them. It needs Go and Python.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$(mktemp -d)
trap 'rm -r "$tools"' EXIT

GOBIN=$tools go install github.com/versity/versitygw/cmd/versitygw@v1.8.0
export ORIKI_TEST_VERSITYGW=$tools/versitygw
npx vitest run src/modules/exports/files
npx vitest run --project processes test/process/long/backup.test.ts

# The packages are not part of the installation (docs/biometrics.md), so this changes node_modules. The photographs of public
# figures come from the tests of a Python package.
$(npx node --input-type=module -e "
  import { installCommand } from './src/modules/identity/providers/embedded/packages.ts';
  console.log(installCommand(true));")
portraits=$tools/portraits
mkdir "$portraits"
python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$portraits" face_recognition==1.3.0
tar -xzf "$portraits"/face_recognition-1.3.0.tar.gz -C "$portraits" --strip-components=3 \
  face_recognition-1.3.0/tests/test_images
ORIKI_TEST_PORTRAITS=$portraits npx vitest run src/modules/identity/providers/embedded
