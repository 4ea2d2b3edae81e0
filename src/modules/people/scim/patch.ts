/** Applies changes by PATCH (RFC 7644 section 3.5.2), and accepts the deviations of common providers. */
import { isObject, spelled, type Value } from './attributes.ts';
import { invalid } from './errors.ts';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MAX_OPERATIONS = 1000;
const PATH =
  /^([A-Za-z$][\w$-]*)(?:\[\s*([A-Za-z]+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([A-Za-z$][\w$-]*))?$/i;
/** Attributes that are lists. */
const LISTS = new Set(['emails', 'members']);

type Op = 'add' | 'replace' | 'remove';
type Target = { attribute: string; filter?: { name: string; value: unknown }; part?: string };

/** The kind of a resource: its schema, and the spelling of its attributes. */
export type Kind = { schema: string; names: ReadonlyMap<string, string | null> };

/** @returns undefined for an attribute that is not stored */
function targetOf(path: string, { schema, names }: Kind): Target | undefined {
  let rest = path;
  if (/^urn:/i.test(path)) {
    // Attributes of other schemas are not stored.
    if (!path.toLowerCase().startsWith(`${schema.toLowerCase()}:`)) return undefined;
    rest = path.slice(schema.length + 1);
  }
  const found = PATH.exec(rest);
  const attribute = found && names.get(found[1]!.toLowerCase());
  if (!found || attribute === undefined)
    throw invalid('invalidPath', `no such attribute: ${path.slice(0, 100)}`);
  if (attribute === null) return undefined;
  const [, , name, value, part] = found;
  return {
    attribute,
    ...(name !== undefined && { filter: { name, value: JSON.parse(value!) } }),
    ...(part !== undefined && { part }),
  };
}

function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

function valueOf(item: unknown): unknown {
  return isObject(item) ? item['value'] : item;
}

function same(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string')
    return left.toLowerCase() === right.toLowerCase();
  return left === right || String(left) === String(right);
}

function changeList(
  resource: Value,
  op: Op,
  { attribute, filter, part }: Target,
  value: unknown,
): void {
  const items = listOf(resource[attribute]);
  const matches = (item: unknown): boolean =>
    filter === undefined || (isObject(item) && same(item[filter.name], filter.value));
  if (filter === undefined && part === undefined) {
    const sent = listOf(value);
    const values = new Set(sent.map(valueOf));
    const others = items.filter((item) => !values.has(valueOf(item)));
    if (op === 'replace') resource[attribute] = sent;
    else if (op === 'add') resource[attribute] = [...others, ...sent];
    // Some providers send the entries to remove in the value.
    else resource[attribute] = sent.length > 0 ? others : [];
    return;
  }
  if (op === 'remove') {
    resource[attribute] =
      part === undefined
        ? items.filter((item) => !matches(item))
        : items.map((item) => (matches(item) ? { ...(item as Value), [part]: undefined } : item));
    return;
  }
  const change = part === undefined ? value : { [part]: value };
  if (!isObject(change)) throw invalid('invalidValue', `${attribute}: must be an object`);
  const changed = items.map((item) => (matches(item) ? { ...(item as Value), ...change } : item));
  // Providers also use a filter to address entries that do not exist yet.
  if (!items.some(matches))
    changed.push({ ...(filter && { [filter.name]: filter.value }), ...change });
  resource[attribute] = changed;
}

function changeOne(resource: Value, op: Op, path: string, value: unknown, kind: Kind): void {
  const target = targetOf(path, kind);
  if (!target) return;
  const { attribute, filter, part } = target;
  if (op !== 'remove' && value === undefined)
    throw invalid('invalidValue', `${path.slice(0, 100)}: has no value`);
  if (LISTS.has(attribute)) return changeList(resource, op, target, value);
  if (filter) throw invalid('invalidPath', `${attribute}: is not a list`);
  const before = resource[attribute];
  if (part !== undefined) {
    if (attribute !== 'name') throw invalid('invalidPath', `${attribute}: has no parts`);
    const parts = isObject(before) ? before : {};
    resource[attribute] = { ...parts, [part]: op === 'remove' ? undefined : value };
  } else if (op === 'remove') {
    if (typeof before === 'boolean')
      throw invalid('invalidValue', `${attribute}: is true or false, and cannot be removed`);
    delete resource[attribute];
  } else
    resource[attribute] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

/**
 * Returns the resource after the operations.
 * @param resource with attributes as its schema spells them
 * @throws ScimError
 */
export function patched(resource: Value, body: unknown, kind: Kind): Value {
  if (!isObject(body)) throw invalid('invalidSyntax', 'the body must be a JSON object');
  const { schemas } = body;
  const operations = body['Operations'] ?? body['operations'];
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw invalid('invalidSyntax', `schemas: must contain ${PATCH_SCHEMA}`);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw invalid('invalidSyntax', `Operations: must be a list of 1 to ${MAX_OPERATIONS}`);
  const changed = structuredClone(resource);
  for (const operation of operations) {
    if (!isObject(operation)) throw invalid('invalidSyntax', 'Operations: must be objects');
    const op = String(operation['op']).toLowerCase();
    const { path, value } = operation;
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw invalid('invalidSyntax', 'op: must be add, replace or remove');
    if (path !== undefined && path !== null) {
      if (typeof path !== 'string') throw invalid('invalidPath', 'path: must be a text');
      if (path.toLowerCase() !== kind.schema.toLowerCase()) {
        changeOne(changed, op, path, value, kind);
        continue;
      }
    }
    if (op === 'remove') throw invalid('noTarget', 'remove: requires a path');
    if (!isObject(value))
      throw invalid('invalidValue', 'value: must be an object if there is no path');
    for (const [name, one] of Object.entries(value))
      if (one !== undefined) changeOne(changed, op, name, one, kind);
  }
  return spelled(changed, kind.names);
}
