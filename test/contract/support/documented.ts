import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode } from '../../../src/platform/errors/index.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import type { Answer } from '../../support/app.ts';
import {
  codesOf,
  openApi,
  responseOf,
  titleOf,
  type EventStreamType,
  type Json,
} from './manifest.ts';

/** Replaces all `$ref`s with their targets, so that any JSON Schema validator can read the result. */
export function resolveRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveRefs);
  if (value === null || typeof value !== 'object') return value;
  const { $ref, ...rest } = value as Json;
  if (typeof $ref === 'string') {
    const target = $ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], openApi);
    if (target === undefined) throw new Error(`the document has no ${$ref}`);
    return resolveRefs({ ...(target as Json), ...rest });
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, resolveRefs(member)]),
  );
}

const compiled = new WeakMap<object, (value: unknown) => string[]>();

/** The problems of a value by a schema of the document. An unknown `format` fails. */
export function problemsBy(schema: Json, value: unknown): string[] {
  let check = compiled.get(schema);
  if (!check) {
    const validator = Compile(resolveRefs(schema) as never);
    check = (candidate) =>
      validator.Check(candidate)
        ? []
        : (validator.Errors(candidate) as { instancePath: string; message: string }[]).map(
            ({ instancePath, message }) => `${instancePath} ${message}`,
          );
    compiled.set(schema, check);
  }
  return check(value);
}

/** Headers that HTTP itself and every framework send, which no API documents. */
const PLAIN = new Set([
  // For the console only: `headers` of a route.
  'last-event-id',
  // The parameter of the key describes it.
  'idempotency-key-mismatch',
  'cache-control',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'date',
  'connection',
  'keep-alive',
]);

/** Expects the envelope that every answer of the service has. */
export function expectEnvelope(answer: Answer): void {
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(answer.body, `no JSON: ${answer.text.slice(0, 200)}`).toBeTypeOf('object');
  if (answer.status < 400) {
    expect(Object.keys(answer.body)).toEqual(['success', 'data']);
    expect(answer.body.success).toBe(true);
  } else {
    expect(Object.keys(answer.body)).toEqual(['success', 'error']);
    expect(answer.body.success).toBe(false);
    expect(problemsBy(openApi.components.schemas['ErrorResponse']!, answer.body)).toEqual([]);
    expect(answer.body.error.message).not.toBe('');
  }
}

/** The problems of a stream's text: each event must have an id, and data that matches the document. */
export function problemsOfEvents(type: EventStreamType, text: string): string[] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('id: '));
  if (blocks.length === 0) return ['no event'];
  return blocks.flatMap((block) => {
    const [, event = '', data = ''] = /^id: \S+\nevent: (\w+)\ndata: (.+)$/.exec(block) ?? [];
    const schema = type['x-events'][event];
    return schema ? problemsBy(schema, JSON.parse(data)) : [`undocumented event: ${block}`];
  });
}

/** Expects an answer that the OpenAPI document lists for the operation: status, code, headers, schema. */
export function expectDocumented(route: AnyRoute, answer: Answer): void {
  const response = responseOf(route, answer.status);
  const stream = response?.content['text/event-stream'];
  if (!stream) expectEnvelope(answer);
  const where = `${titleOf(route)} answered ${answer.status}: ${answer.text.slice(0, 300)}`;
  if (!response) throw new Error(`undocumented status: ${where}`);
  if (stream) {
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(problemsOfEvents(stream, answer.text), where).toEqual([]);
  } else {
    const { schema } = response.content['application/json'];
    expect(problemsBy(schema, answer.body), where).toEqual([]);
    if (answer.status >= 400) {
      const { code } = answer.body.error;
      expect(codesOf(route), where).toContain(code);
      expect(ERROR_CATALOGUE[code as ErrorCode].status, where).toBe(answer.status);
    }
  }
  expect(answer.headers.get('cache-control'), where).toBe('no-store');
  const documented = new Set(
    Object.keys(openApi.components.headers).map((name) => name.toLowerCase()),
  );
  const sent = [...answer.headers.keys()].filter((name) => !PLAIN.has(name));
  expect(
    sent.filter((name) => !documented.has(name)),
    where,
  ).toEqual([]);
  expect(answer.headers.has('retry-after'), where).toBe([429, 503].includes(answer.status));
}

export function expectError(route: AnyRoute, answer: Answer, status: number, code: string): void {
  expectDocumented(route, answer);
  expect([answer.status, answer.body.error?.code], answer.text.slice(0, 300)).toEqual([
    status,
    code,
  ]);
}

/** Everything that a caller sees, without the parts that differ between answers. */
export function seen(answer: Answer): unknown {
  const headers = [...answer.headers].filter(
    ([name]) => name !== 'date' && name !== 'x-request-id',
  );
  return {
    status: answer.status,
    text: answer.text,
    headers: headers.map(([name, value]) => [
      name,
      name === 'ratelimit' ? value.replace(/;[rt]=\d+/g, '') : value,
    ]),
  };
}
