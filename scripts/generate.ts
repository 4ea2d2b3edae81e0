import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Writes all generated files, each after its sources. With --check only compares, and fails if one differs. A new
 * generator is one line here.
 */
const GENERATORS = [
  'declared',
  'console-declared',
  'schema',
  'config-docs',
  'command-line-docs',
  'background-docs',
  'audit-docs',
  'usage-docs',
  'error-docs',
  'module-docs',
  'role-docs',
  'openapi-snapshot',
  'compatibility',
  'client-library',
  'postman',
  'contract-coverage',
];

for (const name of GENERATORS) {
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${name}.ts`), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
