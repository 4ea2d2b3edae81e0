import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Format } from 'typebox/format';
import { Settings } from 'typebox/system';
import type { ErrorDetail } from '../errors/index.ts';
import { countProblems, MAX_DETAILS, UNKNOWN_FIELD } from './counts.ts';

Settings.Set({ maxErrors: MAX_DETAILS });

const formatMessages = new Map<string, string>();

/** Adds a named string format to the validator. `test` is pure; `message` completes "<field>: …". */
export function defineFormat(
  name: string,
  test: (value: string) => boolean,
  message: string,
): void {
  Format.Set(name, test);
  formatMessages.set(name, message);
}

/** What texts must be that a pattern refuses; without words for it, the pattern itself is shown. */
const patternMessages = new Map<string, string>([
  [String.raw`\S`, 'must not be blank'],
  ['^[A-Za-z0-9._:-]+$', 'must consist of letters A to Z, digits, and the characters . _ : -'],
]);

/** Gives a pattern words. `message` completes "<field>: …". @returns the pattern */
export function definePattern(pattern: string, message: string): string {
  patternMessages.set(pattern, message);
  return pattern;
}

type RawError = { keyword: string; instancePath: string; params: object; message: string };

/** `/entries/3/dob` (RFC 6901) as callers write it: `entries[3].dob`. */
function readablePath(root: string, pointer: string, last?: string): string {
  const parts = pointer === '' ? [] : pointer.slice(1).split('/');
  if (last !== undefined) parts.push(last);
  const path = parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
  return path === '' ? root : path;
}

const SCALAR_MESSAGES: Record<string, (params: Record<string, unknown>) => string> = {
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
  format: ({ format }) => formatMessages.get(String(format)) ?? `is not a valid ${String(format)}`,
  pattern: ({ pattern }) => patternMessages.get(String(pattern)) ?? `must match ${String(pattern)}`,
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

function toDetails(root: string, error: RawError): ErrorDetail[] {
  const params = error.params as Record<string, unknown>;
  const at = (last?: string) => readablePath(root, error.instancePath, last);
  if (error.keyword === 'required')
    return (params['requiredProperties'] as string[]).map((name) => ({
      path: at(name),
      message: 'is required',
    }));
  if (error.keyword === 'additionalProperties') return [];
  if (error.keyword === 'boolean') return [{ path: at(), message: UNKNOWN_FIELD }];
  if (error.keyword === 'type') return [{ path: at(), message: typeMessage(params['type']) }];
  const scalar = SCALAR_MESSAGES[error.keyword];
  return [{ path: at(), message: scalar ? scalar(params) : error.message }];
}

export type Validate = (value: unknown) => ErrorDetail[];

/**
 * Compiles a schema once. Nothing is coerced, removed or defaulted.
 * @param root what a problem with the value as a whole is called, such as `body`
 * @returns a function from a value to what is wrong with it, `MAX_DETAILS` problems at most; messages name fields and never repeat values
 */
export function compileValidator(root: string, schema: TSchema): Validate {
  const compiled = Compile(schema);
  return (value) => {
    // First, because the checks below take time in proportion to what there is, and some more than that.
    const miscounts = countProblems(root, schema, value);
    if (miscounts.length > 0) return miscounts;
    if (compiled.Check(value)) return [];
    const details = (compiled.Errors(value) as RawError[]).flatMap((error) =>
      toDetails(root, error),
    );
    return details.length > 0
      ? details.slice(0, MAX_DETAILS)
      : [{ path: root, message: 'is invalid' }];
  };
}

/** Turns the texts of a query string into the types its schema names; what does not fit stays a text. */
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
