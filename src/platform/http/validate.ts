import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Format } from 'typebox/format';
import { Settings } from 'typebox/system';
import type { ErrorDetail } from '../errors/index.ts';
import { countProblems, MAX_DETAILS } from './body/counts.ts';
import { shownName, unknownField } from './nearest.ts';

Settings.Set({ maxErrors: MAX_DETAILS });

type Message = string | ((value: string) => string);

const formatMessages = new Map<string, Message>();
const formatPatterns = new Map<string, string>();

/**
 * Adds a named string format to the validator. A function must be pure. `message` completes "<field>: …". It may depend
 * on the value to suggest a correction, and never repeats the value.
 * @param test an expression is published in place of the format, so every engine must read it
 * @param published the expression to publish in place of a function
 */
export function defineFormat(
  name: string,
  test: RegExp | ((value: string) => boolean),
  message: Message,
  published?: string,
): void {
  Format.Set(name, typeof test === 'function' ? test : (value) => test.test(value));
  formatMessages.set(name, message);
  const pattern = typeof test === 'function' ? published : test.source;
  if (pattern !== undefined) formatPatterns.set(name, pattern);
}

/** The expression that is published for a named format. */
export function patternOfFormat(name: string): string | undefined {
  return formatPatterns.get(name);
}

/** Messages for patterns. A pattern itself is never shown. */
const patternMessages = new Map<string, string>([
  [String.raw`\S`, 'must not be blank'],
  ['^[A-Za-z0-9._:-]+$', 'must consist of letters A to Z, digits, and the characters . _ : -'],
]);

/** Gives a pattern a message. `message` completes "<field>: …". @returns the pattern */
export function definePattern(pattern: string, message: string): string {
  patternMessages.set(pattern, message);
  return pattern;
}

/** Completes "<field>: …" for a pattern that has a message. */
export function messageOfPattern(pattern: string): string | undefined {
  return patternMessages.get(pattern);
}

type RawError = { keyword: string; instancePath: string; params: object; message: string };

/** The names and indexes in `/entries/3/dob` (RFC 6901). */
function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the path in callers' notation: `entries[3].dob`. */
function readablePath(root: string, parts: string[]): string {
  const path = parts
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${shownName(part)}`))
    .join('')
    .replace(/^\./, '');
  return path === '' ? root : path;
}

function valueAt(value: unknown, parts: string[]): unknown {
  return parts.reduce((at, part) => (at as Record<string, unknown>)[part], value);
}

type Nested = { items?: Nested; properties?: Record<string, Nested> };

/** The fields that the schema knows in the object at this path. */
function knownAt(schema: TSchema, parts: string[]): string[] {
  const at = parts.reduce<Nested | undefined>(
    (outer, part) => outer?.items ?? outer?.properties?.[part],
    schema as Nested,
  );
  return Object.keys(at?.properties ?? {});
}

const SCALAR_MESSAGES: Record<string, (params: Record<string, unknown>, value: unknown) => string> =
  {
    minLength: ({ limit }) =>
      limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
    maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
    minItems: ({ limit }) =>
      limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} items`,
    maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
    minProperties: ({ limit }) => `must have at least ${String(limit)} fields`,
    maxProperties: ({ limit }) => `must have at most ${String(limit)} fields`,
    minimum: ({ limit }) => `must be at least ${String(limit)}`,
    maximum: ({ limit }) => `must be at most ${String(limit)}`,
    uniqueItems: () => 'must not repeat a value',
    enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
    format: ({ format }, value) => {
      const message = formatMessages.get(String(format)) ?? `is not a valid ${String(format)}`;
      return typeof message === 'string' ? message : message(String(value));
    },
    pattern: ({ pattern }) => patternMessages.get(String(pattern)) ?? 'must match its schema',
  };

function typeMessage(type: unknown): string {
  const names = (Array.isArray(type) ? type : [type]).map((name) =>
    name === 'integer'
      ? 'a whole number'
      : name === 'object' || name === 'array'
        ? `an ${String(name)}`
        : name === 'null'
          ? 'null'
          : `a ${String(name)}`,
  );
  return `must be ${names.join(' or ')}`;
}

function toDetails(root: string, schema: TSchema, whole: unknown, error: RawError): ErrorDetail[] {
  const params = error.params as Record<string, unknown>;
  const parts = partsOf(error.instancePath);
  const path = readablePath(root, parts);
  if (error.keyword === 'required')
    return (params['requiredProperties'] as string[]).map((name) => ({
      path: readablePath(root, [...parts, name]),
      message: 'is required',
    }));
  if (error.keyword === 'additionalProperties') return [];
  if (error.keyword === 'boolean')
    return [
      { path, message: unknownField(parts.at(-1) ?? '', knownAt(schema, parts.slice(0, -1))) },
    ];
  if (error.keyword === 'type') return [{ path, message: typeMessage(params['type']) }];
  const scalar = SCALAR_MESSAGES[error.keyword];
  return [{ path, message: scalar ? scalar(params, valueAt(whole, parts)) : error.message }];
}

export type Validate = (value: unknown) => ErrorDetail[];

/** The compiled schemas, which routes share, and services in one process share routes. */
const compiledSchemas = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function compiledOf(schema: TSchema): ReturnType<typeof Compile> {
  const known = compiledSchemas.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
}

/**
 * Compiles a schema once. The validator does not coerce, remove or default anything.
 * @param root the name of the whole value in messages, such as `body`
 * @returns a function from a value to its problems, at most `MAX_DETAILS`; messages name fields and never repeat values
 */
export function compileValidator(root: string, schema: TSchema): Validate {
  const compiled = compiledOf(schema);
  return (value) => {
    // This check is first, because the checks below take time in proportion to the value, and some take more.
    const miscounts = countProblems(root, schema, value);
    if (miscounts.length > 0) return miscounts;
    if (compiled.Check(value)) return [];
    const details = (compiled.Errors(value) as RawError[]).flatMap((error) =>
      toDetails(root, schema, value, error),
    );
    return details.length > 0
      ? details.slice(0, MAX_DETAILS)
      : [{ path: root, message: 'is invalid' }];
  };
}

/** Converts query strings to the types in the schema. A text that does not fit stays a text. */
export function coerceQuery(
  schema: TSchema,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const properties =
    (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const coerced: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = query[name];
    if (value === undefined) continue;
    if (
      typeof value === 'string' &&
      (type === 'integer' || type === 'number') &&
      /^-?\d+(\.\d+)?$/.test(value)
    )
      coerced[name] = Number(value);
    else if (type === 'boolean' && (value === 'true' || value === 'false'))
      coerced[name] = value === 'true';
    else coerced[name] = value;
  }
  return coerced;
}
