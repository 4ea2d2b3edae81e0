import type { TSchema } from 'typebox';

export type EventTypeInfo = {
  type: string;
  description: string;
  /** Of `data`. */
  schema: TSchema;
  /** A whole payload, as it is posted. */
  example: { type: string; timestamp: string; data: Record<string, unknown> };
};

export const AT = '2026-11-21T09:40:00.000Z';

/** A type that Oriki publishes itself. */
export function own(
  type: string,
  description: string,
  schema: TSchema,
  data: Record<string, unknown>,
): EventTypeInfo {
  return { type, description, schema, example: { type, timestamp: AT, data } };
}
