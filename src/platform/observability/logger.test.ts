import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLogger, describeError } from './logger.ts';

test('a copy of an error is logged with its cause, and without the values that PostgreSQL quotes', () => {
  const timeout = { message: 'Query read timeout', stack: 'Error: x\n    at query (db.ts:1)' };
  expect(describeError({ ...timeout, queue: 'export' })).toEqual({
    type: 'object',
    code: undefined,
    message: 'Query read timeout',
    stack: '    at query (db.ts:1)',
  });
  const refused = { message: 'Key (name)=(Ada)', severity: 'ERROR', routine: 'r', code: '23505' };
  const said = describeError({ ...refused, cause: { message: 'reset' } });
  expect(said).toMatchObject({ code: '23505', routine: 'r', cause: { message: 'reset' } });
  expect(JSON.stringify(said)).not.toContain('Ada');
  for (const nothing of ['Ada', null, 7, {}])
    expect(JSON.stringify(describeError(nothing))).toBe(`{"type":"${typeof nothing}"}`);
});

test('all loggers of a process write to one destination, which has the only timer', () => {
  const [one, other] = [createLogger('silent'), createLogger('info')].map((logger) =>
    Reflect.get(logger, pino.symbols.streamSym),
  );
  expect(one).toBeDefined();
  expect(other).toBe(one);
});
