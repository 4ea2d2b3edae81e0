/** Attributes of people and groups, as identity providers send them (RFC 7643), and as they are stored. */
import { invalid } from './errors.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The maximum number of members of a group in one request. */
export const MAX_MEMBERS = 1000;
const MAX_EMAILS = 20;
const MAX_TEXT = 255;

export type Value = Record<string, unknown>;
type Email = { value: string; type?: string; display?: string; primary?: boolean };

/** The attributes of a person that are stored, sealed. */
export type UserAttributes = {
  userName: string;
  externalId: string;
  name?: Record<string, string>;
  emails?: Email[];
} & Partial<Record<TextName, string>>;

const TEXTS = [
  'displayName',
  'nickName',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
] as const;
type TextName = (typeof TEXTS)[number];
const NAME_PARTS = [
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
];

/**
 * Maps attribute names in lower case, because case does not matter, to their stored spelling; `null` for attributes
 * that are known and not stored.
 */
function namesOf(kept: readonly string[], ignored: readonly string[]): Map<string, string | null> {
  return new Map<string, string | null>([
    ...kept.map((name): [string, string] => [name.toLowerCase(), name]),
    ...ignored.map((name): [string, null] => [name.toLowerCase(), null]),
  ]);
}

const COMMON = ['id', 'meta', 'schemas'];
export const USER_NAMES = namesOf(
  ['userName', 'externalId', 'name', 'emails', 'active', ...TEXTS],
  [
    ...COMMON,
    'profileUrl',
    'password',
    'phoneNumbers',
    'ims',
    'photos',
    'addresses',
    'groups',
    'entitlements',
    'roles',
    'x509Certificates',
  ],
);
export const GROUP_NAMES = namesOf(['displayName', 'externalId', 'members'], COMMON);

export function isObject(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws ScimError */
function textOf(value: unknown, path: string, max = MAX_TEXT): string {
  if (typeof value !== 'string' || value === '' || value.length > max)
    throw invalid('invalidValue', `${path}: must be a text of 1 to ${max} characters`);
  if (!value.isWellFormed() || value.includes('\0'))
    throw invalid('invalidValue', `${path}: has characters that are not allowed`);
  return value;
}

/** Reads a boolean, also from the texts that some providers send. */
function booleanOf(value: unknown, path: string): boolean {
  const said = typeof value === 'string' ? value.toLowerCase() : value;
  if (said === true || said === 'true') return true;
  if (said === false || said === 'false') return false;
  throw invalid('invalidValue', `${path}: must be true or false`);
}

/**
 * Returns the attributes of the request under the names of the schema, without empty ones and those that are not
 * stored.
 */
export function spelled(body: Value, names: ReadonlyMap<string, string | null>): Value {
  const found: Value = {};
  for (const [key, value] of Object.entries(body)) {
    const name = names.get(key.toLowerCase());
    const isEmpty = value === undefined || value === null || value === '';
    if (name && !isEmpty) found[name] = value;
  }
  return found;
}

/** @throws ScimError if the body is not a resource of this schema */
export function assertSchema(body: unknown, schema: string): asserts body is Value {
  if (!isObject(body)) throw invalid('invalidSyntax', 'the body must be a JSON object');
  const { schemas } = body;
  // Some providers omit the schemas.
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(schema)))
    throw invalid('invalidValue', `schemas: must contain ${schema}`);
}

function nameOf(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) throw invalid('invalidValue', 'name: must be an object');
  const parts = spelled(value, new Map(NAME_PARTS.map((part) => [part.toLowerCase(), part])));
  const entries = Object.entries(parts).map(([part, text]) => [part, textOf(text, `name.${part}`)]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function emailOf(value: unknown): Email[] {
  if (!isObject(value)) throw invalid('invalidValue', 'emails: must be objects');
  // A provider that removes an address may leave its type.
  if (value['value'] === undefined || value['value'] === null) return [];
  const { type, display, primary } = value;
  return [
    {
      value: textOf(value['value'], 'emails.value', 254),
      ...(typeof type === 'string' && { type: textOf(type, 'emails.type', 50) }),
      ...(typeof display === 'string' &&
        display !== '' && { display: textOf(display, 'emails.display') }),
      ...(primary !== undefined &&
        primary !== null && { primary: booleanOf(primary, 'emails.primary') }),
    },
  ];
}

/**
 * Reads a person.
 * @returns the person; `active` is undefined if it is omitted
 * @throws ScimError
 */
export function readUser(body: Value): { attributes: UserAttributes; active: boolean | undefined } {
  const sent = spelled(body, USER_NAMES);
  const { emails = [], name, active } = sent;
  if (!Array.isArray(emails) || emails.length > MAX_EMAILS)
    throw invalid('invalidValue', `emails: must be a list of at most ${MAX_EMAILS}`);
  const addresses = emails.flatMap(emailOf);
  const named = name === undefined ? undefined : nameOf(name);
  const texts = TEXTS.filter((text) => sent[text] !== undefined).map((text) => [
    text,
    textOf(sent[text], text),
  ]);
  return {
    attributes: {
      userName: textOf(sent['userName'], 'userName'),
      externalId: textOf(sent['externalId'], 'externalId'),
      ...Object.fromEntries(texts),
      ...(named && { name: named }),
      ...(addresses.length > 0 && { emails: addresses }),
    },
    active: active === undefined ? undefined : booleanOf(active, 'active'),
  };
}

export type GroupInput = { displayName: string; externalId: string | null; members: string[] };

/** Reads a group. Members are ids of people. @throws ScimError */
export function readGroup(body: Value): GroupInput {
  const { displayName, externalId, members = [] } = spelled(body, GROUP_NAMES);
  if (!Array.isArray(members)) throw invalid('invalidValue', 'members: must be a list');
  const ids = members.map((member) =>
    textOf(isObject(member) ? member['value'] : member, 'members.value'),
  );
  return {
    displayName: textOf(displayName, 'displayName'),
    externalId: externalId === undefined ? null : textOf(externalId, 'externalId'),
    members: [...new Set(ids)],
  };
}

/** Returns the name and address to display, from the attributes that the provider sends. */
export function shownOf({ displayName, name, emails, userName }: UserAttributes): {
  name: string;
  email: string | null;
} {
  const parts = [name?.['givenName'], name?.['familyName']].filter((part) => part !== undefined);
  const full = displayName ?? name?.['formatted'] ?? (parts.join(' ') || userName);
  const address = emails?.find(({ primary }) => primary) ?? emails?.[0];
  return { name: full.slice(0, 200), email: address?.value ?? null };
}
