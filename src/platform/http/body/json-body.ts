import { ApiError } from '../../errors/index.ts';
import { prepareJson } from '../../json.ts';
import { yielder } from '../../concurrency/yield-to-event-loop.ts';
import { shownName } from '../nearest.ts';

/** The maximum depth of documents: no resource needs more, and recursion must stay limited. */
const MAX_DEPTH = 32;
/**
 * The maximum number of members and elements of one document: 1,000 entries with 200 fields each. Checking more would
 * take seconds.
 */
export const MAX_VALUES = 200_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

function malformed(message: string): ApiError {
  return new ApiError('BAD_REQUEST', message, { details: [{ path: 'body', message }] });
}

type Limits = { depth: number; values: number };

/** Tracks the structure of a JSON text that arrives in pieces. The counts are correct if the text is valid JSON. */
export class Structure {
  /** Member names in the text, including repeated ones. */
  members = 0;
  readonly #limits: Limits;
  #values = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor(limits: Limits = { depth: MAX_DEPTH, values: MAX_VALUES }) {
    this.#limits = limits;
  }

  /** @throws ApiError when the document nests too deep or has too many values */
  add(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (this.#escaped) this.#escaped = false;
      else if (byte === 0x22 /* " */) this.#inString = !this.#inString;
      else if (this.#inString) this.#escaped = byte === 0x5c; /* \ */
      else if (byte === 0x3a /* : */) this.members += 1;
      else if (byte === 0x2c /* , */) this.#values += 1;
      else if (byte === 0x7b /* { */ || byte === 0x5b /* [ */) {
        this.#values += 1;
        this.#depth += 1;
        if (this.#depth > this.#limits.depth)
          throw malformed(`must not nest deeper than ${this.#limits.depth} levels`);
      } else if (byte === 0x7d /* } */ || byte === 0x5d /* ] */) this.#depth -= 1;
    }
    if (this.#values > this.#limits.values)
      throw malformed(`must not have more than ${this.#limits.values} members and elements`);
  }
}

type Path = (string | number)[];

function refuse(path: Path, message: string): never {
  const where = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${shownName(part)}`))
    .join('')
    .replace(/^\./, '');
  const readable = typeof path[0] === 'number' ? `body${where}` : where || 'body';
  throw new ApiError('BAD_REQUEST', `${readable}: ${message}`, {
    details: [{ path: readable, message }],
  });
}

function checkString(value: string, path: Path): void {
  if (value.includes('\0') || !value.isWellFormed())
    refuse(path, 'must not contain NUL or lone surrogates');
}

/**
 * Matches numbers that JavaScript may not hold exactly: more than 15 digits, or an exponent. All others print as they
 * were sent.
 */
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/;

/** The digits of a number without surrounding zeros, and the power of ten of the last digit. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length);
  return `${sign}${kept}e${power}`;
}

/** Marks a number whose value differs from the parsed one. */
const CHANGED = Symbol('changed');

/** The reviver of JSON.parse, which also gets the source text of numbers. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const markChanged: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined && digitsOf(source) !== digitsOf(String(value))
    ? CHANGED
    : value;

function refuseChanged(value: unknown, path: Path): void {
  if (value === CHANGED) refuse(path, 'a number would lose digits: send it as a string');
  if (Array.isArray(value))
    for (const [i, one] of value.entries()) refuseChanged(one, [...path, i]);
  else if (value !== null && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) refuseChanged(one, [...path, key]);
}

/** Checks every value below `value`, which is at `path`, and returns how many members its objects have. */
function walk(value: unknown, path: Path): number {
  if (typeof value === 'string') checkString(value, path);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      refuse(path, 'number out of range');
  } else if (Array.isArray(value)) {
    let members = 0;
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      members += walk(value[i], path);
      path.pop();
    }
    return members;
  } else if (value !== null && typeof value === 'object') {
    let members = 0;
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw malformed('must not have a member named __proto__');
      checkString(key, path);
      path.push(key);
      members += 1 + walk((value as Record<string, unknown>)[key], path);
      path.pop();
    }
    return members;
  }
  return 0;
}

/**
 * A JSON request body that arrives in pieces. It rejects ambiguous content: invalid UTF-8, NUL, lone surrogates,
 * numbers that lose digits, repeated member names, `__proto__`. Before parsing, it rejects deep nesting and too many
 * values, which would take long to parse.
 */
export class JsonBody {
  readonly #structure = new Structure();
  /** The text so far plus spare room. Separate pieces of one byte each would take far more memory. */
  #buffer: Uint8Array = Buffer.alloc(0);
  #length = 0;
  readonly #expected: number;
  #refusal: ApiError | undefined;

  readonly #exact: boolean;

  /**
   * @param expected bytes of the whole body if known; that much room is allocated in advance
   * @param options.exact rejects numbers that JavaScript cannot hold exactly
   */
  constructor(expected = 0, { exact = false }: { exact?: boolean } = {}) {
    this.#expected = expected;
    this.#exact = exact;
  }

  /** Adds the next piece. Pieces of a body that is already rejected are dropped. */
  add(chunk: Uint8Array): void {
    if (this.#refusal) return;
    try {
      this.#structure.add(chunk);
    } catch (error) {
      this.#refusal = error as ApiError;
      this.#buffer = Buffer.alloc(0);
      return;
    }
    const length = this.#length + chunk.length;
    // Most bodies arrive in one piece.
    if (length === chunk.length && length === this.#expected) {
      this.#buffer = chunk;
      this.#length = length;
      return;
    }
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#expected, 2 * this.#buffer.length));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** Bytes received so far. */
  get length(): number {
    return this.#length;
  }

  /**
   * Parses the received text. Lets other requests run while it checks the values. Call it once.
   * @returns the value, or undefined for an empty body
   * @throws ApiError BAD_REQUEST
   */
  async parse(): Promise<unknown> {
    if (this.#refusal) throw this.#refusal;
    if (this.#length === 0) return undefined;
    const yieldIfDue = yielder();
    let text: string;
    try {
      text = decoder.decode(this.#buffer.subarray(0, this.#length));
    } catch {
      throw malformed('must be UTF-8');
    }
    this.#buffer = Buffer.alloc(0);
    await yieldIfDue();
    let value: unknown;
    try {
      const read = prepareJson(text);
      await yieldIfDue();
      value = read();
    } catch {
      throw malformed('must be valid JSON');
    }
    await yieldIfDue();
    // JSON.parse keeps only the last of repeated names, so the parsed value then has fewer members than the text.
    if (walk(value, []) !== this.#structure.members)
      throw malformed('must not repeat a member name');
    await yieldIfDue();
    if (this.#exact && LONG_NUMBER.test(text))
      refuseChanged(JSON.parse(text, markChanged as Parameters<typeof JSON.parse>[1]), []);
    return value;
  }
}
