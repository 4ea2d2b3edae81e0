import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../config/config.ts';

test('ORIKI_FIPS=on refuses the start while no FIPS provider is active', () => {
  expect(loadConfig({}).fips).toBe(false);
  expect(() => loadConfig({ ORIKI_FIPS: 'on' })).toThrow(ConfigError);
  expect(() => loadConfig({ ORIKI_FIPS: 'on' })).toThrow(
    'ORIKI_FIPS is on, but no FIPS provider of OpenSSL is active in this Node.js',
  );
});

test('a provider without an algorithm that Oriki uses is refused by the name of the algorithm', () => {
  // With this setting, Node.js requires approved algorithms, and this build of OpenSSL has no provider for them.
  const script = `import { setFips } from 'node:crypto';
    setFips(true);
    const { fipsProblem } = await import(${JSON.stringify(join(import.meta.dirname, 'fips.ts'))});
    console.log(fipsProblem());`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(said).toContain('provider of OpenSSL lacks sha256, HMAC-SHA256');
});
