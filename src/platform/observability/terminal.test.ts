import { expect, test } from 'vitest';
import { shortLine } from './terminal.ts';

function line(fields: object): string {
  return shortLine(
    `${JSON.stringify({ level: 'info', time: '2026-11-24T10:31:02.123Z', ...fields })}\n`,
  );
}

test('a request is one short line, with its id if it was rejected', () => {
  const request = { requestId: 'req_1-2', operation: 'screenName', durationMs: 20.17 };
  const ids = { orgId: 'org_1', keyId: 'key_1', msg: 'request' };
  expect(line({ ...request, status: 200, ...ids })).toMatch(
    /^\d\d:31:02 200 screenName 20.17 ms\n$/,
  );
  expect(line({ ...request, status: 404, ...ids })).toMatch(
    /^\d\d:31:02 404 screenName 20.17 ms req_1-2\n$/,
  );
});

test('other lines are one line each with their level, fields and error, without characters that control a terminal', () => {
  expect(line({ role: 'all', url: 'http://127.0.0.1:3000', msg: 'ready' })).toMatch(
    /^\S+ ready role=all url=http:\/\/127\.0\.0\.1:3000\n$/,
  );
  const err = {
    type: 'Error',
    code: 'ECONNRESET',
    message: 'gone\u001B[2J\naway',
    stack: '    at x',
  };
  expect(line({ level: 'warn', err, host: 'a', msg: 'it went' })).toMatch(
    /^\S+ warn it went host=a: ECONNRESET gone \[2J away\n$/,
  );
  expect(line({ level: 'error', err: { type: 'Error' } })).toMatch(/^\S+ error : Error\n$/);
});
