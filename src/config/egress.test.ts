import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { listedHosts } from './egress.ts';

test('hosts can be listed by name, by address or by the end of a name', () => {
  expect(listedHosts(loadConfig({}))).toBeUndefined();
  const listed = loadConfig({
    ORIKI_EGRESS: 'listed',
    ORIKI_EGRESS_HOSTS: ' Hooks.example.com, *.bank.example,192.0.2.7,2001:db8::1',
  });
  expect(listedHosts(listed)).toEqual([
    'hooks.example.com',
    '*.bank.example',
    '192.0.2.7',
    '2001:db8::1',
  ]);
  expect(listedHosts(loadConfig({ ORIKI_EGRESS: 'listed' }))).toEqual([]);
});

test.each([
  [{ ORIKI_EGRESS: 'closed' }, 'ORIKI_EGRESS must be one of open, listed'],
  [{ ORIKI_EGRESS_HOSTS: 'a.example' }, 'ORIKI_EGRESS_HOSTS is only for ORIKI_EGRESS=listed'],
  ...['https://a.example', 'a.example:8443', '*', 'a.*.example', 'a b'].map(
    (hosts): [Record<string, string>, string] => [
      { ORIKI_EGRESS: 'listed', ORIKI_EGRESS_HOSTS: hosts },
      `"${hosts}" is not a host`,
    ],
  ),
])('%j is rejected', (env, message) => {
  expect(() => loadConfig(env)).toThrow(ConfigError);
  expect(() => loadConfig(env)).toThrow(message);
});
