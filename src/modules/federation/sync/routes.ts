import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { idParam, Strict } from '../../../platform/http/schema.ts';
import { FraudConfigInput, FraudConfigPush } from '../fraud/schemas.ts';
import { GROUP_PREFIX } from '../groups/access.ts';
import { pushFraudConfig } from './push-fraud-config.ts';
import { PullResult, PushResult, SyncRequest, SyncStatus, targetField } from './schemas.ts';
import { getSyncStatus, pull, push } from './sync.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Federation', extension: true } as const;
const PATH = '/permissions/federation/groups/:id';
const params = Type.Object({ id: idParam('federation-group', GROUP_PREFIX) });

export const syncRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: `${PATH}/sync`,
    operationId: 'getFederationSyncStatus',
    summary: 'Show the sync status of a federation group’s members',
    policy: READ,
    params,
    data: SyncStatus,
    handle: ({ orgId, params: { id } }, db) => getSyncStatus(db, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${PATH}/pull`,
    operationId: 'pullFederation',
    audit: {
      action: 'federation.pull',
      does: 'imported permissions from a group',
      shows: ['revision'],
    },
    summary: 'Import the modules and roles of other members',
    description:
      'Active members only. Replaces the caller’s imports from each member by the member’s current state. What the ' +
      'member no longer has is removed, with the grants that depend on it. Invited members are skipped; ' +
      'naming one gets 404, and 409 where the caller’s own data conflicts.',
    policy: WRITE,
    params,
    body: SyncRequest,
    bodyRule: 'optional',
    data: PullResult,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id }, body }, tx) => pull(tx, orgId, id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${PATH}/push`,
    operationId: 'pushFederation',
    audit: {
      action: 'federation.push',
      does: 'shared permissions with a group',
      shows: ['revision'],
    },
    summary: 'Push the own modules and roles to other members',
    description: 'Active members only. Invited members are skipped; naming one gets 404.',
    policy: WRITE,
    params,
    body: SyncRequest,
    bodyRule: 'optional',
    data: PushResult,
    handle: ({ orgId, params: { id }, body }, tx) => push(tx, orgId, id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${PATH}/fraud-config/push`,
    operationId: 'pushFederationFraudConfig',
    audit: {
      action: 'federation.push_fraud_config',
      does: 'shared screening defaults with a group',
      shows: ['revision'],
    },
    summary: 'Push a fraud configuration to members',
    description:
      'The owner only. Sets the defaults for screenings of the members. A field that is ' +
      'omitted keeps the value of the last push. Invited members are skipped; naming one gets 404.',
    policy: WRITE,
    params,
    body: Strict({ ...targetField, ...FraudConfigInput }),
    bodyRule: 'optional',
    data: FraudConfigPush,
    handle: ({ orgId, params: { id }, body }, tx) => pushFraudConfig(tx, orgId, id, body),
  }),
]);
