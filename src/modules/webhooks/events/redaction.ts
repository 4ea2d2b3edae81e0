import type { EventType } from '../../../platform/http/openapi/events.ts';

const REDACTED = '[redacted]';

/** Returns the fields of `data` that are hidden after sending, for a type of event. */
function fieldsOf(type: string, types: readonly EventType[]): readonly string[] {
  return types.find((known) => known.type === type)?.redact ?? [];
}

/** Returns the data without hidden fields, and the paths of these fields. */
function redactData(
  data: Record<string, unknown>,
  fields: readonly string[],
): { data: Record<string, unknown>; redacted: string[] } {
  const hidden = fields.filter((field) => Object.hasOwn(data, field));
  const instead = hidden.map((field) => [field, REDACTED] as const);
  return {
    data: { ...data, ...Object.fromEntries(instead) },
    redacted: hidden.map((field) => `data.${field}`),
  };
}

/** Returns the body of an event without hidden fields; the original text if none is hidden. */
export function redactBody(
  body: string,
  type: string,
  types: readonly EventType[],
): { body: string; redacted: string[] } {
  const fields = fieldsOf(type, types);
  if (fields.length === 0) return { body, redacted: [] };
  const event = JSON.parse(body);
  const { data, redacted } = redactData(event.data, fields);
  return { body: redacted.length === 0 ? body : JSON.stringify({ ...event, data }), redacted };
}

/** Returns the data of an event without hidden fields, from its body. */
export function shownData(body: string, type: string, types: readonly EventType[]) {
  return redactData(JSON.parse(body).data, fieldsOf(type, types));
}
