import { Type } from 'typebox';
import { defineRoute, write } from '../access.ts';
import { idParam, Strict } from '../../../platform/http/schema.ts';
import { GROUP_PREFIX } from '../groups/access.ts';
import { exampleMember } from '../members/routes.ts';
import { targetField } from '../sync/schemas.ts';
import { pushFraudConfig } from './config.ts';
import { FraudConfigInput, FraudConfigPush } from './schemas.ts';

const { groupId, organizationId, prefix } = exampleMember;
const exampleConfig = { kinds: ['sanctions', 'pep'], threshold: 80, shareDecisions: true };

export const fraudRoutes = [
  defineRoute({
    tag: 'Federation',
    extension: true,
    method: 'POST',
    path: '/permissions/federation/groups/:id/fraud-config/push',
    operationId: 'pushFederationFraudConfig',
    summary: 'Give members a fraud configuration',
    description:
      'The owner only. Sets what screenings of the members do where their callers leave it open. A field that is ' +
      'left out stays as it was pushed last. Members that are only invited are passed over; naming one is 404.',
    policy: write,
    params: Type.Object({ id: idParam('federation-group', GROUP_PREFIX) }),
    body: Strict({ ...targetField, ...FraudConfigInput }),
    bodyRule: 'optional',
    status: 200,
    data: FraudConfigPush,
    example: {
      body: exampleConfig,
      data: {
        groupId,
        revision: 8,
        fraudConfig: { revision: 8, ...exampleConfig },
        members: [{ organizationId, prefix }],
      },
    },
    handle: ({ orgId, params: { id }, body }, tx) => pushFraudConfig(tx, orgId, id, body),
  }),
];
