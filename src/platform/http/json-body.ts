import { ApiError } from '../errors/index.ts';
import { parseJson } from '../json.ts';

/** Deeper documents are refused: no resource needs them, and recursion must stay bounded. */
const MAX_DEPTH = 32;

const decoder = new TextDecoder('utf-8', { fatal: true });

function malformed(message: string): ApiError {
  return new ApiError('BAD_REQUEST', message, { details: [{ path: 'body', message }] });
}

/**
 * Counts the members that the text writes, and refuses documents that nest too deep. Jumps from string to
 * string, so it costs a fraction of the parse. The text must be valid JSON.
 */
function countMembers(text: string): number {
  let members = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22 /* " */:
        do {
          i = text.indexOf('"', i + 1);
        } while (isEscaped(text, i));
        break;
      case 0x3a /* : */:
        members += 1;
        break;
      case 0x7b /* { */:
      case 0x5b /* [ */:
        depth += 1;
        if (depth > MAX_DEPTH) throw malformed(`must not nest deeper than ${MAX_DEPTH} levels`);
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        break;
      default:
    }
  }
  return members;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}

function checkString(value: string, path: string): void {
  if (value.includes('\0') || !value.isWellFormed())
    throw new ApiError('BAD_REQUEST', `${path}: must not contain NUL or lone surrogates`, {
      details: [{ path, message: 'must not contain NUL or lone surrogates' }],
    });
}

/** Checks every value below `value` and returns how many members its objects hold. */
function walk(value: unknown, path: string): number {
  if (typeof value === 'string') checkString(value, path);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw new ApiError('BAD_REQUEST', `${path}: number out of range`, {
        details: [{ path, message: 'number out of range' }],
      });
  } else if (Array.isArray(value)) {
    let members = 0;
    for (let i = 0; i < value.length; i++) members += walk(value[i], `${path}[${i}]`);
    return members;
  } else if (value !== null && typeof value === 'object') {
    let members = 0;
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw malformed('must not have a member named __proto__');
      checkString(key, path);
      const below = path === 'body' ? key : `${path}.${key}`;
      members += 1 + walk((value as Record<string, unknown>)[key], below);
    }
    return members;
  }
  return 0;
}

/**
 * Parses a request body as JSON and refuses what would be stored or understood in two ways: invalid
 * UTF-8, NUL, lone surrogates, numbers that lose digits, repeated member names, `__proto__`, deep nesting.
 * @returns the value, or undefined for an empty body
 * @throws ApiError BAD_REQUEST
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('must be UTF-8');
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw malformed('must be valid JSON');
  }
  const written = countMembers(text);
  // JSON.parse keeps the last of repeated names, so the parsed value then has fewer members than the text.
  if (walk(value, 'body') !== written) throw malformed('must not repeat a member name');
  return value;
}
