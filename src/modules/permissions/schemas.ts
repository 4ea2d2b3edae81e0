import { Type } from 'typebox';
import type { Version } from '../../platform/db/buckets/history.ts';
import {
  DisplayName,
  ExternalId,
  Instant,
  Nullable,
  StringEnum,
} from '../../platform/http/schema.ts';
import { definePattern } from '../../platform/http/validate.ts';

/** The length of the longest capability: a prefix of 4, a module and an action of 32 letters each, and two colons. */
const MAX_CAPABILITY = 70;

/** The expression for a module or an action in a capability. */
export const CAPABILITY_NAME = '[A-Z][A-Z0-9_]{0,31}';
/** The published pattern. A mismatch has its own error code, so the verb checks it. */
const CAPABILITY_PATTERN = `^([A-Z]{2,4}:)?${CAPABILITY_NAME}:(${CAPABILITY_NAME}|\\*)$`;
/** The published pattern for a single action. */
export const ACTION_PATTERN = `^([A-Z]{2,4}:)?${CAPABILITY_NAME}:${CAPABILITY_NAME}$`;

export const Capability = Type.String({
  maxLength: MAX_CAPABILITY,
  'x-pattern': CAPABILITY_PATTERN,
  description:
    '`MODULE:ACTION`, or `MODULE:*` for all actions of the module; `PREFIX:MODULE:ACTION` for a module that was ' +
    'imported from a member of a federation. The module and the action must exist (`CAPABILITY_INVALID`).',
});

/** The schema of a subject or an object, which are texts of the organization's choice. */
export function entity(description: string) {
  return ExternalId({
    minLength: 1,
    maxLength: 256,
    pattern: definePattern(String.raw`^\S+$`, 'must not contain white space'),
    description,
  });
}

/**
 * The schema of a stored subject or object. Other systems write all users as `user:*`, and holders of a relation as
 * `group:staff#member`. Here each text means only itself, so the schema rejects such a notation instead of treating it
 * as a name.
 */
export function newEntity(description: string) {
  return {
    ...entity(description),
    pattern: definePattern(
      String.raw`^[^\s*#]+$`,
      'must not contain white space, * or #, because it means only itself: for every subject create a policy without ' +
        'roleId, and for the members of a group use the group',
    ),
  };
}

export const Subject = entity(
  'The subject: any text of your choice without white space, such as `user:17` or `group:staff`.',
);

export const NewSubject = newEntity(
  'The subject: any text of your choice without white space, `*` and `#`, such as `user:17` or `group:staff`.',
);

export const NewEnd = Type.Optional(
  Nullable(
    Instant(
      'ISO 8601; the end of its effect. Null: it never ends. If omitted: never, or unchanged for an existing one.',
    ),
  ),
);

export const Prefix = Nullable(
  Type.String({
    description: 'The member of a federation from which it was imported; null for your own.',
  }),
);

export const Name = { ...DisplayName, description: 'Display name.' };

export const Effect = StringEnum('PolicyEffect', ['allow', 'deny']);

/** The kind of a changed thing, in the log of changes and in events. */
export const CHANGE_KINDS = ['module', 'role', 'assignment', 'policy', 'relationship'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const ACTIONS = ['created', 'updated', 'deleted'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The state that one organization shares with another. Everything in it is the organization's own, and written without
 * a prefix.
 */
export type SharedModule = { code: string; name: string; actions: string[] };
export type SharedRole = { id: string; name: string; capabilities: string[]; inherits: string[] };
export type SharedPolicy = {
  id: string;
  effect: 'allow' | 'deny';
  roleId: string | null;
  capability: string;
  resource: string;
  relation: string | null;
};
export type SharedState = Version & {
  modules: SharedModule[];
  roles: SharedRole[];
  policies: SharedPolicy[];
};

/** One thing that a statement changed; `own` means that it was not imported. */
export type Touched = {
  kind: ChangeKind;
  id: string;
  action: 'created' | 'updated' | 'deleted';
  own: boolean;
};
