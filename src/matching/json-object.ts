/** An object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for an object, false for lists and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
