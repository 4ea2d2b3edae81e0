/** Returns every value of a type, in this order. A value that is missing does not compile. */
export function all<Value extends string>(values: Record<Value, true>): Value[] {
  return Object.keys(values) as Value[];
}
