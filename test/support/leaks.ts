/** Finds a secret in texts, in any encoding that code might give it by accident. */

function bytes(text: string, encoding: BufferEncoding = 'utf8'): Buffer {
  return Buffer.from(text, encoding);
}

/** Returns its base64 at any offset, without the characters that depend on its neighbours. */
function base64(value: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), value]).toString('base64');
    const end = (offset + value.length) % 3 === 0 ? text.length : text.indexOf('=') - 1;
    return text.slice(offset === 0 ? 0 : offset + 1, end);
  });
}

function binaryForms(value: Buffer): string[] {
  return [
    value.toString('latin1'),
    value.toString('hex'),
    ...base64(value).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
    [...value].join(','),
  ];
}

function utf16be(text: string): Buffer {
  return bytes(text, 'utf16le').swap16();
}

function percent(text: string): string {
  return [...bytes(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function escaped(text: string): string {
  return [...text]
    .map((char) =>
      char < '\x7f' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .join('');
}

/** Returns all encodings by name, to be searched regardless of case. */
export function spellings(secret: string | Buffer): string[] {
  const forms =
    typeof secret === 'string'
      ? [secret, secret.toLowerCase(), secret.toUpperCase()].flatMap((text) => [
          ...binaryForms(bytes(text)),
          ...binaryForms(bytes(escaped(text))),
          ...binaryForms(bytes(text, 'utf16le')),
          ...binaryForms(utf16be(text)),
          encodeURIComponent(text),
          encodeURIComponent(text).replaceAll('%20', '+'),
          percent(text),
        ])
      : binaryForms(secret);
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** Searches named secrets in named texts with one character for each byte. */
export function findLeaks(
  secrets: ReadonlyMap<string, string | Buffer>,
  places: ReadonlyMap<string, string>,
): string[] {
  const wanted = [...secrets].map(([name, secret]) => ({ name, forms: spellings(secret) }));
  return [...places].flatMap(([place, text]) => {
    const lower = text.toLowerCase();
    return wanted
      .filter(({ forms }) => forms.some((form) => lower.includes(form)))
      .map(({ name }) => `${name} in ${place}`);
  });
}

/** Returns a text in the form for `findLeaks`. */
export function asBytes(text: string | Buffer): string {
  return Buffer.from(text as string).toString('latin1');
}
