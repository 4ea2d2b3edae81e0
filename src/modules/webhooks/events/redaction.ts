import type { EventType } from '../../../platform/http/openapi/events.ts';

const REDACTED = '[redacted]';

/** Fields of `data` that are shown to nobody after they were sent, by the type of an event. */
function fieldsOf(type: string, types: readonly EventType[]): readonly string[] {
  return types.find((known) => known.type === type)?.redact ?? [];
}

/** The data of an event as it may be shown, and the paths of what is left out of it. */
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

/** The body of an event as it may be shown; the text that was sent, if nothing of it is hidden. */
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

/** The data of an event as it may be shown, by its body. */
export function shownData(body: string, type: string, types: readonly EventType[]) {
  return redactData(JSON.parse(body).data, fieldsOf(type, types));
}
