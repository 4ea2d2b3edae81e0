import { resolved, type Operation, type Schema } from '../openapi-operations.ts';

/** A method of the client. */
export type Method = {
  found: Operation;
  /** The client's property that has the methods of this tag. */
  group: string;
  name: string;
  list: { items: string } | undefined;
};

export function isStream({ events }: Operation): boolean {
  return events !== undefined;
}

/** Returns a property of an object, or of the object that it refers to. */
export function property(schema: Schema, name: string): Schema {
  const found = resolved(schema).properties?.[name];
  if (!found) throw new Error(`a schema has no property ${name}`);
  return found;
}

/** Returns the content of an answer's envelope. */
export function dataOf({ operationId, answer }: Operation): Schema {
  if (answer.type !== 'application/json')
    throw new Error(`${operationId} answers ${answer.type}: the client has no method for that`);
  return property(answer.schema, 'data');
}

function wordsOf(id: string): string[] {
  return id.match(/^[a-z]+|[A-Z][a-z]*|\d+/g)!;
}
function singular(word: string): string {
  return word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}
function camelCase(words: string[]): string {
  return words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1),
    )
    .join('');
}

/** Names for operations that would otherwise have the same name in a group. */
const NAMES: Record<string, string> = { checkPermissions: 'checkBatch' };

/**
 * Returns group and method of an operation. The group is its tag. The method is its `operationId` without the words
 * of the tag, in singular or plural, after the verb: `createWebhook` of "Webhooks" is `webhooks.create`,
 * `getDelivery` of "Webhook deliveries" is `webhookDeliveries.get`.
 */
function nameOf({ operationId, tag }: Operation): { group: string; name: string } {
  const tagWords = tag.split(' ');
  const own = new Set(tagWords.map(singular));
  const [verb, ...words] = wordsOf(operationId);
  const rest = words.filter((word) => !own.has(singular(word)));
  return {
    group: camelCase(tagWords),
    name: NAMES[operationId] ?? camelCase([verb!, ...rest]),
  };
}

/** Returns how a list is paged; undefined for other operations. */
function paging(found: Operation): { items: string } | undefined {
  const { properties = {} } = resolved(dataOf(found));
  if (!properties['nextCursor']) return undefined;
  const arrays = Object.keys(properties).filter((name) => properties[name]!.type === 'array');
  const [items] = arrays;
  return arrays.length === 1 && items !== undefined ? { items } : undefined;
}

/** Returns the methods in the order of the document. @throws if two have one name */
export function methodsOf(operations: Operation[]): Method[] {
  const methods = operations.map((found) => ({
    found,
    ...nameOf(found),
    list: isStream(found) ? undefined : paging(found),
  }));
  const names = methods.map(({ group, name }) => `${group}.${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two operations would be ${twice}: name one in NAMES`);
  return methods;
}
