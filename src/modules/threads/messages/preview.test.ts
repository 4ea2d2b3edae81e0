import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client(asOwner(await cloneDatabase()));
  await client.connect();
});
afterAll(() => client.end());

async function previewOf(content: string): Promise<string> {
  const { rows } = await client.query('SELECT message_preview($1) AS preview', [content]);
  return rows[0].preview;
}

test.each([
  ['a line break of any kind', 'a\nb\r\nc\rd\u2028e\u2029f\u0085g\vh\fi', 'a b c d e f g h i'],
  ['a tab', 'a\tb', 'a b'],
  ['other control characters', 'a\u0007b\u001b[31mc\u009bd\u007f', 'ab[31mcd'],
  [
    'bidirectional formatting',
    'pay \u202e001\u202c to \u2066x\u2069 \u200e\u200f\u061c',
    'pay 001 to x ',
  ],
  ['what is part of words and emoji', 'e\u0301 👩‍👩‍👧 \u200b कि', 'e\u0301 👩‍👩‍👧 \u200b कि'],
  ['nothing but control characters', '\u0001\u0002', ''],
])(
  'a preview shows a message on one line, without characters that could hide text: %s',
  async (_, content, preview) => {
    expect(await previewOf(content)).toBe(preview);
  },
);

// contract: threads/previews-without-control
test('contains at most the first 140 code points', async () => {
  expect(await previewOf('😀'.repeat(141))).toBe('😀'.repeat(140));
  expect(await previewOf(`${'\u202e'.repeat(60_000)}${'x'.repeat(200)}`)).toBe('x'.repeat(140));
  // A carriage return at the end of a chunk, and the characters after it.
  expect(await previewOf(`${'\u202e'.repeat(999)}\r😀`)).toBe(' 😀');
  expect(await previewOf(`${'\u202e'.repeat(999)}\r\r\nx`)).toBe('  x');
});

test('begins like the whole content after neutralising, wherever the chunks end', async () => {
  const unit = fc.constantFrom('a', '😀', '\r\n', '\r', '\n', '\u202e', '\u0001', ' ');
  const long = fc.array(unit, { minLength: 900, maxLength: 1200 });
  await fc.assert(
    fc.asyncProperty(long, fc.nat(1000), async (units, noise) => {
      const content = '\u200e'.repeat(noise) + units.join('');
      const whole = content
        .replaceAll(/\r\n|[\r\n]/g, ' ')
        .replaceAll(/[\u200e\u202e]|\p{Cc}/gu, '');
      expect(await previewOf(content)).toBe([...whole].slice(0, 140).join(''));
    }),
    { numRuns: 50 },
  );
});
