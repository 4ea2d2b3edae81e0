import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { ProgressBar } from './progress.ts';

function stream(isTTY: boolean) {
  const written: string[] = [];
  const out = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  return { written, bar: new ProgressBar(out as unknown as WriteStream, 'rows added') };
}

test('shows a progress bar on a terminal; elsewhere, it writes nothing at first', () => {
  const terminal = stream(true);
  terminal.bar.show({ rows: 1500, share: 0.25 });
  terminal.bar.end();
  expect(terminal.written[0]).toContain('[######..................]  25 %  1,500 rows added');
  expect(terminal.written.at(-1)).toBe('\n');
  const unknown = stream(true);
  unknown.bar.show({ rows: 1500, share: undefined });
  expect(unknown.written.join('')).toContain('\r1,500 rows added');
  const file = stream(false);
  file.bar.show({ rows: 1500, share: 0.25 });
  file.bar.end();
  expect(file.written).toEqual([]);
});
