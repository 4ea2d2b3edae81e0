import { Type } from 'typebox';
import { defineRoute, WRITE } from '../access.ts';
import { idParam, Strict } from '../../../platform/http/schema.ts';
import { GROUP_PREFIX } from '../groups/access.ts';
import { EXAMPLE_MEMBER } from '../members/routes.ts';
import { targetField } from '../sync/schemas.ts';
import { pushFraudConfig } from './config.ts';
import { FraudConfigInput, FraudConfigPush } from './schemas.ts';

const { groupId, organizationId, prefix } = EXAMPLE_MEMBER;
const EXAMPLE_CONFIG = {
  kinds: ['sanctions', 'pep'],
  threshold: 80,
  profile: 'lenient' as const,
  shareDecisions: true,
};

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
    example: {
      body: EXAMPLE_CONFIG,
      data: {
        groupId,
        revision: 8,
        fraudConfig: { revision: 8, ...EXAMPLE_CONFIG },
        members: [{ organizationId, prefix }],
      },
    },
    handle: ({ orgId, params: { id }, body }, tx) => pushFraudConfig(tx, orgId, id, body),
  }),
];
