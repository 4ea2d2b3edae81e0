import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skip } from '../../scripts/skips.ts';
import { programOf } from '../support/process.ts';

const UNIT = join(import.meta.dirname, '../../deploy/systemd/oriki.service');
const run = promisify(execFile);

const program = programOf('systemd-analyze');
if (program === undefined)
  skip('systemd', 'the unit of systemd (systemd-analyze is not installed)');

test.skipIf(program === undefined)(
  'systemd accepts the unit, and reports little exposure',
  async () => {
    expect(await run(program!, ['verify', UNIT])).toEqual({ stdout: '', stderr: '' });
    // The command exits with 1 above an exposure of 2.0 of 10. The remaining exposure is memory that is both writable
    // and executable, and the network.
    await run(program!, ['security', '--offline=yes', '--threshold=20', UNIT]);
  },
);
