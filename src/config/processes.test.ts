import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { partOfLimits } from './processes.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

test('starts one process by default; with auto, it starts one per core, at most twelve', () => {
  expect(loadConfig({}).processes).toBe(1);
  expect(loadConfig({ DATABASE_URL: 'postgres://u@127.0.0.1/o' }).processes).toBe(1);
  expect(loadConfig({ ORIKI_PROCESSES: '3' }).processes).toBe(3);
  const auto = Math.min(availableParallelism(), 12);
  expect(loadConfig({ ORIKI_PROCESSES: 'auto' }).processes).toBe(auto);
  for (const wrong of ['0', '257', 'all', '1.5'])
    expect(problemsOf({ ORIKI_PROCESSES: wrong })).toEqual([
      'ORIKI_PROCESSES must be a whole number from 1 to 256, or auto',
    ]);
});

test('divides a limit without exceeding it, and keeps an unlimited setting', () => {
  const config = loadConfig({ ORIKI_PROCESSES: '3', ORIKI_EVENT_STREAMS: '0' });
  expect(partOfLimits(config)).toEqual({
    ORIKI_REQUESTS_UNDER_WAY: '666',
    ORIKI_REQUESTS_UNDER_WAY_PER_ORGANIZATION: '166',
    ORIKI_BODIES_BYTES: String(Math.floor((256 * 1024 * 1024) / 3)),
    ORIKI_EVENT_STREAMS: '0',
    ORIKI_EVENT_STREAMS_PER_ORGANIZATION: '3333',
  });
});

test('reports a limit that is too small to divide, and gives no process a share', () => {
  const least = {
    ORIKI_PROCESSES: '4',
    ORIKI_REQUESTS_UNDER_WAY: '4',
    ORIKI_BODIES_BYTES: String(4 * 1024 * 1024),
  };
  expect(problemsOf({ ...partOfLimits(loadConfig(least)) })).toEqual([]);
  const { ORIKI_PROCESSES } = least;
  expect(problemsOf({ ORIKI_PROCESSES, ORIKI_EVENT_STREAMS: '3' })).toEqual([
    'ORIKI_EVENT_STREAMS must be at least 4, because 4 processes (ORIKI_PROCESSES) share it',
  ]);
  expect(problemsOf({ ...least, ORIKI_BODIES_BYTES: '4194303' })).toHaveLength(1);
});
