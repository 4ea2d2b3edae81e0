/** An object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Tells an object from a list and a scalar. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
