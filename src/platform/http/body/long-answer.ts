/** Writes answers of several megabytes element by element, so that other requests can run. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { AnyRoute } from '../route.ts';
import { compressionOf } from './gzip.ts';
import { inPieces, sendText } from './send-pieces.ts';

/** Shorter answers are written in one piece. */
const LONG_CHARACTERS = 128 * 1024;
/** Estimated length of a number, a member name and similar. */
const OTHER_CHARACTERS = 8;

type Write = (value: unknown) => string;
type Field = { name: string; write: Write; element: Write | undefined };
type ObjectSchema = { type?: string; properties?: Record<string, TSchema & { items?: TSchema }> };

const fieldsOf = new WeakMap<AnyRoute['data'], Field[]>();

function isArray(schema: { type?: unknown; items?: unknown }): boolean {
  return schema.type === 'array' && schema.items !== undefined;
}

/** Returns `budget` minus the estimated characters of the value; below 0 if the value is longer. */
function left(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - value.length;
  let rest = budget - OTHER_CHARACTERS;
  if (typeof value !== 'object' || value === null) return rest;
  for (const part of Object.values(value)) {
    rest = left(part, rest - OTHER_CHARACTERS);
    if (rest < 0) break;
  }
  return rest;
}

/** Compiled for the first long answer of a route. */
function writersOf({ data }: AnyRoute, reply: FastifyReply): Field[] {
  let fields = fieldsOf.get(data);
  if (!fields) {
    const compile = (schema: TSchema): Write =>
      reply.compileSerializationSchema(schema as Record<string, unknown>) as unknown as Write;
    fields = Object.entries((data as ObjectSchema).properties!).map(([name, schema]) => {
      const element = isArray(schema) ? compile(schema.items!) : undefined;
      return { name, write: compile(schema), element };
    });
    fieldsOf.set(data, fields);
  }
  return fields;
}

function* texts(fields: Field[], data: Record<string, unknown>): Generator<string> {
  let before = '{"success":true,"data":{';
  for (const { name, write, element } of fields) {
    const value = data[name];
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!element || !Array.isArray(value)) yield write(value);
    else {
      let bracket = '[';
      for (const one of value) {
        yield bracket + element(one);
        bracket = ',';
      }
      yield value.length === 0 ? '[]' : ']';
    }
  }
  yield '}}';
}

/**
 * Sends the long answers of a route. Writes the text only as fast as the client reads, so many such answers do not use
 * up the time or memory of the process.
 * @returns undefined if no answer of the route is long; otherwise a function that sends a long answer, or returns
 * undefined for a short one
 */
export function longSender(
  route: AnyRoute,
):
  | ((request: FastifyRequest, reply: FastifyReply, data: unknown) => FastifyReply | undefined)
  | undefined {
  const { type, properties = {} } = route.data as ObjectSchema;
  if (type !== 'object' || !Object.values(properties).some(isArray)) return undefined;
  const isCompressed = compressionOf(route);
  return (request, reply, data) => {
    if (left(data, LONG_CHARACTERS) >= 0) return undefined;
    const text = inPieces(texts(writersOf(route, reply), data as Record<string, unknown>));
    reply.code(route.status).header('content-type', 'application/json; charset=utf-8');
    return sendText(reply, text, isCompressed(request));
  };
}
