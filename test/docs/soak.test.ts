import { describe, expect, test } from 'vitest';
import type { Sample, Table } from '../../scripts/soak/sample.ts';
import { tablesOf } from '../../scripts/soak/text.ts';

/**
 * Samples ten seconds apart for 20 minutes, with ten rows of 1 KiB written per second; `rows` exist after some
 * seconds.
 */
function looks(name: string, rows: (seconds: number) => number, mib?: (seconds: number) => number) {
  return Array.from({ length: 120 }, (_, i): Sample => {
    const table: Table = {
      written: i * 100,
      rows: rows(i * 10),
      mib: mib ? mib(i * 10) : rows(i * 10) / 1024,
    };
    return {
      at: i * 10_000,
      processes: new Map(),
      queues: new Map(),
      tables: new Map([[name, table]]),
    };
  });
}
function marked(samples: Sample[]): string[] {
  return tablesOf(samples).growing.map((row) => row.split(' | ')[0]!.slice(2));
}

describe('a line that the soak marks', () => {
  test.each([
    ['events whose removal stops', 'events', (s: number) => s * 10],
    ['events of which a tenth stays', 'events', (s: number) => Math.min(s, 240) * 9 + s],
    ['a small table that gains a row in ten seconds', 'webhook_lanes', (s: number) => s / 10],
    ['a table that gains a fifth', 'rate_limits', (s: number) => 1000 + s / 3],
  ])('%s', (_, table, rows) => expect(marked(looks(table, rows))).toEqual([table]));

  test.each([
    ['an empty table whose space is not used again', 'delivery_queue', (s: number) => s / 6000],
    ['a history whose rows take more and more', 'messages', (s: number) => (s / 100) ** 2 / 10],
  ])('%s', (_, table, mib) => expect(marked(looks(table, () => 0, mib))).toEqual([table]));
});

test('the soak distinguishes a socket leak from a short peak of sockets', () => {
  const samples = looks('channels', () => 2);
  for (const [i, { processes }] of samples.entries()) {
    processes.set('api-1, files and sockets', 40 + i / 5);
    processes.set('api-2, files and sockets', 40 + (i % 6 === 0 ? i / 3 : 0));
  }
  expect(marked(samples)).toEqual(['api-1, files and sockets']);
});

describe('a line that the soak does not mark', () => {
  test.each([
    ['events that are gone after four minutes', 'events', (s: number) => Math.min(s, 240) * 10],
    ['a history of which nothing has been removed yet', 'messages', (s: number) => s * 10],
    ['a history that is cut', 'global_list_changes', (s: number) => Math.min(s, 700) * 10],
    ['a table that the load fills in the first half', 'channels', (s: number) => Math.min(s, 500)],
  ])('%s', (_, table, rows) => expect(marked(looks(table, rows))).toEqual([]));

  test('events of a load that grows faster', () => {
    const samples = looks('events', () => 0);
    for (const [i, { tables }] of samples.entries()) {
      const written = (n: number): number => n * 50 + Math.max(0, n - 60) ** 2;
      const rows = written(i) - written(Math.max(0, i - 24));
      tables.set('events', { written: written(i), rows, mib: rows / 1024 });
    }
    expect(marked(samples)).toEqual([]);
  });

  test('a run that is too short to judge', () => {
    const samples = looks('events', (s) => s * 10).slice(0, 19);
    expect(marked(samples)).toEqual([]);
    expect(tablesOf(samples).lines.join()).toContain('too early to say');
  });
});
