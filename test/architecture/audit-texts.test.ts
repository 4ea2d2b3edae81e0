/** The audit log is kept permanently and read by many people, so it must contain no text that a person typed. */
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../src/cli/commands.ts';
import { routes, type Json } from '../contract/support/manifest.ts';

/**
 * Members whose schema allows any text although they never contain typed text: ids and words of the service, and
 * texts that a pattern of the request limits to one word.
 */
const WORDS = new Set([
  'id',
  'ids',
  'organizationId',
  'roleId',
  'objectId',
  'participantId',
  'lastReadMessageId',
  'assignee',
  'added',
  'decided',
  'identical',
  'listVersion',
  'role',
  'roles',
  'groupRoles',
  'scopes',
  'addons',
  'inherits',
  'events',
  'type',
  'format',
  'source',
  'slug',
  'service',
  'metric',
  'code',
  'actions',
  'capability',
  'capabilities',
  'subject',
  'relation',
  'object',
  'issuer',
  'allowedCidrs',
  'billingTimeZone',
  'nextBillingTimeZone',
  'itemId',
  'fileId',
  'claim',
  'reasonCode',
  'reasonHash',
  'region',
]);
/** Members whose meaning depends on the action. */
const WORDS_OF: Record<string, readonly string[]> = {
  'screening_profile.choose': ['name'],
  'consent.record': ['sha256'],
  'consent.withdraw': ['sha256'],
  'egress.sign': ['sha256'],
};

const CLOSED_TYPES = new Set(['boolean', 'integer', 'number', 'null']);

/** Returns true for a schema that allows only times and a fixed set of words. */
function isClosed(schema: Json | undefined): boolean {
  if (schema === undefined) return false;
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return true;
  if (schema['format'] === 'date-time') return true;
  const { items, properties, additionalProperties } = schema as Record<string, Json>;
  const types = [schema['type']].flat() as string[];
  return types.every((type) => {
    if (type === 'array') return isClosed(items);
    if (type !== 'object') return CLOSED_TYPES.has(type);
    if (additionalProperties && typeof additionalProperties === 'object')
      return isClosed(additionalProperties);
    return (
      properties !== undefined &&
      Object.values(properties as Json).every((of) => isClosed(of as Json))
    );
  });
}

type Declared = { action: string; shows?: readonly string[]; removes?: readonly string[] };

function openMembers(audit: Declared, properties: Record<string, Json> = {}): string[] {
  return [...(audit.shows ?? []), ...(audit.removes ?? [])]
    .filter((name) => !WORDS.has(name) && !WORDS_OF[audit.action]?.includes(name))
    .filter((name) => !isClosed(properties[name]))
    .map((name) => `${audit.action}: ${name}`);
}

/** The schemas of an answer's members, by name. A deletion records members that only the answers of other routes have. */
function propertiesOf(data: Json): Record<string, Json> {
  return (data['properties'] ?? {}) as Record<string, Json>;
}
const everyProperty = Object.assign(
  {},
  ...routes.map(({ data }) => propertiesOf(data as unknown as Json)),
) as Record<string, Json>;

describe('rows of the audit log', () => {
  test('contain no member of an answer that can contain a text typed by a person', () => {
    const open = routes.flatMap((route) =>
      !('audit' in route)
        ? []
        : openMembers(route.audit as Declared, {
            ...everyProperty,
            ...propertiesOf(route.data as unknown as Json),
          }),
    );
    expect(open).toEqual([]);
  });

  test('of commands follow the same rule', async () => {
    const declared = Object.values(await allCommands()).flatMap(({ audit }) => audit ?? []);
    expect(declared.length).toBeGreaterThan(10);
    expect(declared.flatMap((audit) => openMembers(audit as Declared, everyProperty))).toEqual([]);
  });

  test('fail the test if they would contain a name or a reason', () => {
    const properties = { name: { type: 'string' }, reason: { type: ['string', 'null'] } };
    expect(
      openMembers({ action: 'x.y', shows: ['name'], removes: ['reason'] }, properties),
    ).toEqual(['x.y: name', 'x.y: reason']);
  });
});
