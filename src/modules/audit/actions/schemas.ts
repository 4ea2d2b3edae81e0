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
import '../../../platform/calendar/iso-time.ts';

const MAX_ID = 512;

const ActorKind = StringEnum('ActorKind', ACTOR_KINDS);

export const AuditAction = Type.Object(
  {
    id: Type.String({ description: 'Id of the row. The chain contains its hash under this id.' }),
    organizationId: Nullable(Type.String(), {
      description: 'The organization concerned; null if it concerns none.',
    }),
    at: Timestamp('When the action happened.'),
    actor: Type.Object(
      {
        kind: ActorKind,
        id: Type.String({
          description:
            'Id of the key or the person; the account on the machine that ran a command; the export behind a signed ' +
            'URL; the part of the service.',
        }),
        via: Nullable(Type.String(), { description: 'The key or session that was used.' }),
      },
      { title: 'Actor' },
    ),
    action: Type.String({
      description: 'Such as `list.create`; docs/audit-actions.md lists all actions.',
    }),
    objectId: Nullable(Type.String(), { description: 'Id of the object.' }),
    before: Nullable(AnyObject(), {
      description: 'Settings and states before the action, without personal data.',
    }),
    after: Nullable(AnyObject(), {
      description: 'Settings and states after the action, without personal data.',
    }),
    requestId: Nullable(Type.String(), { description: 'The `x-request-id` of the request.' }),
    address: Nullable(Type.String(), { description: 'The client’s IP address.' }),
  },
  { title: 'AuditAction' },
);
export type AuditAction = Static<typeof AuditAction>;

export const AuditPage = PageOf(AuditAction);

const filters = {
  actor: Type.Optional(
    Type.String({
      maxLength: MAX_ID,
      description: 'Only actions of this key, person or account.',
      'x-component': 'ActorFilter',
    }),
  ),
  action: Type.Optional(
    Type.String({
      maxLength: MAX_ID,
      description: 'Only this action, or with `key.*` all actions that begin with `key.`.',
    }),
  ),
  object: Type.Optional(
    ExternalId({ maxLength: MAX_ID, description: 'Only actions on this object.' }),
  ),
  ...rangeQuery('done'),
  ...pageQuery(PAGE_CAP),
  address: Type.Optional(
    Type.String({
      maxLength: MAX_ID,
      description: 'Only actions from this IP address, in the form of the rows.',
    }),
  ),
  requestId: Type.Optional(
    Type.String({ maxLength: MAX_ID, description: 'Only actions of the request with this id.' }),
  ),
};

export const AuditQuery = Type.Object(filters);
export type AuditQuery = Static<typeof AuditQuery>;

export const PlatformAuditQuery = Type.Object({
  organizationId: Type.Optional(
    Type.String({
      description:
        'The organization whose log to read. Default: actions that concern no organization.',
    }),
  ),
  ...filters,
});
export type PlatformAuditQuery = Static<typeof PlatformAuditQuery>;
