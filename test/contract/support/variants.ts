import { Compile } from 'typebox/compile';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import type { Json } from './manifest.ts';

/** Values that differ from `value` and may be valid by the same schema, the likeliest first. */
function* changed(value: unknown, schema: Json): Generator<unknown> {
  for (const other of (schema['enum'] as unknown[] | undefined) ?? [])
    if (other !== value) yield other;
  if (typeof value === 'string') {
    const nextDigit = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    const others = [`${value}x`, `${value}1`, value.toUpperCase(), nextDigit];
    yield* others.filter((other) => other !== value);
  }
  if (typeof value === 'number') yield* [value + 1, value - 1];
  else if (typeof value === 'boolean') yield !value;
  else if (Array.isArray(value)) {
    const items = (schema['items'] ?? {}) as Json;
    for (const [i, item] of value.entries())
      for (const other of changed(item, items)) yield value.with(i, other);
    if (value.length > 0) yield* [[...value, value[0]], value.slice(0, -1)];
  } else if (value !== null && typeof value === 'object') {
    const properties = (schema['properties'] ?? {}) as Record<string, Json>;
    for (const [name, member] of Object.entries(value))
      for (const other of changed(member, properties[name] ?? {}))
        yield { ...value, [name]: other };
    for (const name of Object.keys(value)) {
      const { [name]: _removed, ...rest } = value as Json;
      yield rest;
    }
  }
}

/** Other bodies for operations that look up or decode their members, where another text is rejected. */
const OTHERS: Readonly<Record<string, object>> = {
  testWebhook: {},
  createScreeningJob: { file: 'bmFtZQo=', fileFormat: 'csv' },
};

/** Another body that the route's schema accepts. @throws when the example allows none */
export function differentBody(route: AnyRoute, body: unknown): unknown {
  const other = OTHERS[route.operationId];
  if (other) return other;
  const validator = Compile(route.body!);
  for (const candidate of changed(body, route.body as unknown as Json))
    if (validator.Check(candidate)) return candidate;
  throw new Error(`unclassified: ${route.operationId} has no second valid body`);
}
