import { expect, test } from 'vitest';
import { settingsOf } from './hosts.ts';

test('reads several hosts of a URL as libpq does', () => {
  const hosts = [
    { host: 'a', port: 5433 },
    { host: '::1', port: 5432 },
    { host: 'c', port: 6000 },
  ];
  expect(
    settingsOf('postgres://u:p%2C@a:5433,[::1],c:6000/db?target_session_attrs=read-write'),
  ).toMatchObject({ user: 'u', password: 'p,', database: 'db', host: 'a', port: 5433, hosts });
  expect(settingsOf('postgresql://u@/db?host=/run/a,/run/b&port=1,2')).toMatchObject({
    user: 'u',
    database: 'db',
    host: '/run/a',
    hosts: [
      { host: '/run/a', port: 1 },
      { host: '/run/b', port: 2 },
    ],
  });
  expect(settingsOf('postgres://u@a,b/db?connectionTimeoutMillis=9')).toMatchObject({
    connectionTimeoutMillis: '9',
    hosts: [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5432 },
    ],
  });
});

test('requires a primary of a single host if its URL does', () => {
  expect(settingsOf('postgres://u@a:1/db?target_session_attrs=primary').hosts).toEqual([
    { host: 'a', port: 1 },
  ]);
  expect(settingsOf('postgres://u@a:1/db').hosts).toBeUndefined();
  expect(settingsOf('postgres://u@a:1/db?target_session_attrs=any').hosts).toBeUndefined();
});

test.for([
  'postgres://u@a,b/db?target_session_attrs=standby',
  'postgres://u@a,b/db?target_session_attrs=any',
  'postgres://u@a:x,b/db',
  'postgres://u@a,,b/db',
  'postgres://u@/db?host=a,b,c&port=1,2',
])('rejects %s without repeating it', (url) => {
  expect(() => settingsOf(url)).toThrow(/^has|^must/);
});
