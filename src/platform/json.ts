/** Matches the end of a member name that is one character written as an escape. Only names are followed by a colon. */
const ESCAPED_CHARACTER_NAME = /("\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]))(?="\s*:)/g;

const PRIVATE_USE = /[\ue000-\uf8ff]|\\u([ef][0-9a-f]{3})/gi;

/**
 * V8 (seen in Node 24 and 26) can read the name in `{"\u0063":1}` as a backslash after any object with the name `\\`
 * was parsed, because it compares the first raw character of one-character names. Such rare names get a second
 * character before parsing, which is removed afterwards.
 */
function withEscapedNames(text: string): () => unknown {
  const used = new Set<number>();
  for (const [char, hex] of text.matchAll(PRIVATE_USE))
    used.add(hex === undefined ? char.charCodeAt(0) : Number.parseInt(hex, 16));
  let code = 0xe000;
  while (used.has(code)) code += 1;
  if (code > 0xf8ff) throw new SyntaxError('every private-use character is in use');
  const marker = String.fromCharCode(code);
  const unmark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unmark);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name.endsWith(marker) ? name.slice(0, -1) : name,
        unmark(member),
      ]),
    );
  };
  const marked = text.replaceAll(ESCAPED_CHARACTER_NAME, `$1${marker}`);
  return () => unmark(JSON.parse(marked));
}

/**
 * `parseJson` in two steps of similar duration, for callers that let other work run between them.
 * @returns a function that parses
 * @throws SyntaxError, as the returned function does
 */
export function prepareJson(text: string): () => unknown {
  const risky = text.includes('\\') && text.search(ESCAPED_CHARACTER_NAME) >= 0;
  return risky ? withEscapedNames(text) : () => JSON.parse(text);
}

/** Works like `JSON.parse` without this fault. @throws SyntaxError */
export function parseJson(text: string): unknown {
  return prepareJson(text)();
}

/** An object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for an object, false for lists and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
