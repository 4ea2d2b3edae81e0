import { expect, test } from 'vitest';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { openCell } from './content.ts';

test('a sealed row of an export is opened once for all its cells', async () => {
  const opened: string[] = [];
  const envelopes = {
    async open({ id }: { id: string }) {
      opened.push(id);
      return Buffer.from(JSON.stringify({ query: { name: id, dob: null }, hits: [] }));
    },
  } as unknown as Envelopes;
  const cells = ['one', 'two'].flatMap((id) =>
    ['name', 'dob', 'hits'].map((column) => ({ column, text: `${id}:envelope` })),
  );
  const texts = await Promise.all(cells.map((cell) => openCell(envelopes, 'org', cell)));
  expect(texts).toEqual(['one', null, '[]', 'two', null, '[]']);
  expect(opened).toEqual(['one', 'two']);
});
