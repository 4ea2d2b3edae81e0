import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeMultipart } from './upstream.ts';
import { anyCharacter } from '../../../../test/support/any-character.ts';

/** Parses a form with another parser: texts, and files' bytes as latin1. */
async function parsed(fields: Parameters<typeof encodeMultipart>[0]): Promise<unknown[]> {
  const { contentType, body } = await encodeMultipart(fields);
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const parts: unknown[] = [];
  for (const [name, value] of await response.formData())
    parts.push([
      name,
      typeof value === 'string'
        ? value
        : { type: value.type, bytes: Buffer.from(await value.arrayBuffer()).toString('latin1') },
    ]);
  return parts;
}

function image(bytes: Buffer) {
  return {
    bytes,
    contentType: 'image/jpeg' as const,
    width: 1,
    height: 1,
  };
}

test('transfers every text and every file with any content, and line breaks of texts as CRLF', async () => {
  const evil = fc.constantFrom('\r\n', '--', '"', '\0', 'Content-Disposition: form-data; name="x"');
  const value = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.oneof(evil, fc.string()), { maxLength: 5 }).map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(value, fc.uint8Array({ maxLength: 300 }), async (text, bytes) => {
      const wellFormed = text.toWellFormed();
      const file = Buffer.concat([Buffer.from(bytes), Buffer.from(`\r\n--${wellFormed}`)]);
      expect(await parsed({ text: wellFormed, image: image(file) })).toEqual([
        ['text', wellFormed.replaceAll(/\r\n|[\r\n]/g, '\r\n')],
        ['image', { type: 'image/jpeg', bytes: file.toString('latin1') }],
      ]);
    }),
    { numRuns: 300 },
  );
});

test('a name cannot break out of its header', async () => {
  const name = 'a"\r\nX-Evil: 1\r\n\r\n';
  const { body } = await encodeMultipart({ [name]: 'v', ok: image(Buffer.from('w')) });
  const text = body.toString('latin1');
  expect(text).toContain('name="a%22%0D%0AX-Evil: 1%0D%0A%0D%0A"\r\n\r\nv\r\n');
  expect(text).not.toContain('\r\nX-Evil');
  expect(text).toContain('name="ok"; filename="ok.jpg"\r\nContent-Type: image/jpeg\r\n\r\nw\r\n');
});

test('no two forms have the same boundary', async () => {
  const forms = await Promise.all(Array.from({ length: 50 }, () => encodeMultipart({})));
  expect(new Set(forms.map(({ contentType }) => contentType)).size).toBe(50);
});
