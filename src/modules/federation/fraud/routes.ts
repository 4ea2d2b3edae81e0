import { Type } from 'typebox';
import { defineRoute, WRITE } from '../access.ts';
import { idParam, Strict } from '../../../platform/http/schema.ts';
import { GROUP_PREFIX } from '../groups/access.ts';
import { targetField } from '../sync/schemas.ts';
import { pushFraudConfig } from './config.ts';
import { EXAMPLES } from '../examples.ts';
import { FraudConfigInput, FraudConfigPush } from './schemas.ts';

export const fraudRoutes = [
  defineRoute({
    tag: 'Federation',
    extension: true,
    method: 'POST',
    path: '/permissions/federation/groups/:id/fraud-config/push',
    operationId: 'pushFederationFraudConfig',
    audit: {
      action: 'federation.push_fraud_config',
      does: 'shared screening defaults with a group',
      shows: ['revision'],
    },
    summary: 'Push a fraud configuration to members',
    description:
      'The owner only. Sets the defaults for screenings of the members. A field that is ' +
      'omitted keeps the value of the last push. Invited members are skipped; naming one is 404.',
    policy: WRITE,
    params: Type.Object({ id: idParam('federation-group', GROUP_PREFIX) }),
    body: Strict({ ...targetField, ...FraudConfigInput }),
    bodyRule: 'optional',
    status: 200,
    data: FraudConfigPush,
    example: EXAMPLES.pushFederationFraudConfig,
    handle: ({ orgId, params: { id }, body }, tx) => pushFraudConfig(tx, orgId, id, body),
  }),
];
