import { Type, type Static } from 'typebox';
import { ACTOR_KINDS } from '../../../platform/audit/action.ts';
import {
  AnyObject,
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  rangeQuery,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import '../../../platform/iso-time.ts';

const MAX_ID = 512;

const ActorKind = StringEnum('ActorKind', ACTOR_KINDS);

export const AuditAction = Type.Object(
  {
    id: Type.String({ description: 'Id of the row: its hash is in the chain under it.' }),
    organizationId: Nullable(Type.String(), {
      description: 'The organization that it concerns; null for what concerns none.',
    }),
    at: Timestamp('When it was done.'),
    actor: Type.Object(
      {
        kind: ActorKind,
        id: Type.String({
          description:
            'Id of the key or the person; the account on the machine that ran a command; the export that a signed ' +
            'address leads to; the part of the service.',
        }),
        via: Nullable(Type.String(), { description: 'The key or session by which it was done.' }),
      },
      { title: 'Actor' },
    ),
    action: Type.String({
      description: 'Such as `list.create`: docs/audit-actions.md has them all.',
    }),
    objectId: Nullable(Type.String(), { description: 'What it was done to.' }),
    before: Nullable(AnyObject(), {
      description: 'Settings and states before it, without personal data.',
    }),
    after: Nullable(AnyObject(), { description: 'The same after it.' }),
    requestId: Nullable(Type.String(), { description: 'The `x-request-id` of the request.' }),
    address: Nullable(Type.String(), { description: 'The IP address that it came from.' }),
  },
  { title: 'AuditAction' },
);
export type AuditAction = Static<typeof AuditAction>;

export const AuditPage = PageOf(AuditAction);

const filters = {
  actor: Type.Optional(
    Type.String({
      maxLength: MAX_ID,
      description: 'Only of this key, person or account.',
      'x-component': 'ActorFilter',
    }),
  ),
  action: Type.Optional(
    Type.String({
      maxLength: MAX_ID,
      description: 'Only this action, or with `key.*` those that begin with `key.`.',
    }),
  ),
  object: Type.Optional(ExternalId({ maxLength: MAX_ID, description: 'Only on this object.' })),
  ...rangeQuery('done'),
  ...pageQuery(PAGE_CAP),
  address: Type.Optional(
    Type.String({ maxLength: MAX_ID, description: 'Only from this IP address, as rows show it.' }),
  ),
  requestId: Type.Optional(
    Type.String({ maxLength: MAX_ID, description: 'Only by the request with this id.' }),
  ),
};

export const AuditQuery = Type.Object(filters);
export type AuditQuery = Static<typeof AuditQuery>;

export const PlatformAuditQuery = Type.Object({
  organizationId: Type.Optional(
    Type.String({
      description: 'The organization whose log it is; without it, what concerns no organization.',
    }),
  ),
  ...filters,
});
export type PlatformAuditQuery = Static<typeof PlatformAuditQuery>;
