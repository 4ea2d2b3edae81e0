import { Type } from 'typebox';
import { PLATFORM_READ, PLATFORM_WRITE } from '../../platform/http/policy.ts';
import { idParam } from '../../platform/http/schema.ts';
import { bucketOf } from '../../platform/db/places.ts';
import { getOrganization } from '../tenants/index.ts';
import { defineRoute, READ, WRITE } from './access.ts';
import { EXAMPLES } from './examples.ts';
import { choosePeriod, listClasses, listPeriods, updateClass } from './periods.ts';
import { planOf } from './plan.ts';
import {
  ChoosePeriod,
  OwnPeriod,
  OwnPeriods,
  RetentionClass,
  RetentionClasses,
  RetentionPlan,
  UpdateRetentionClass,
} from './schemas.ts';
import { withExamples } from '../../platform/http/route.ts';

const OWN = { tag: 'Retention', extension: true } as const;
const OPERATORS = { tag: 'Administration', extension: true } as const;
const BOUNDS = ['isOn', 'days', 'minDays', 'maxDays'] as const;

/** The periods of records: of an organization, and the operator's. */
export const periodRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...OWN,
    method: 'GET',
    path: '/retention',
    operationId: 'getRetention',
    summary: 'List the classes of records, and how long they are kept',
    policy: READ,
    data: OwnPeriods,
    handle: ({ services, orgId }, db) => listPeriods(db, services.recordClasses, orgId),
  }),
  defineRoute({
    ...OWN,
    method: 'PATCH',
    path: '/retention',
    operationId: 'choosePeriod',
    audit: {
      action: 'retention.choose',
      does: 'chose how long records are kept',
      object: ({ body }) => body.class,
      shows: ['days', 'chosenDays'],
    },
    summary: 'Choose how long records of a class are kept',
    description:
      'Within the bounds of the operator. The choice applies once the operator has switched the class on.',
    policy: WRITE,
    body: ChoosePeriod,
    data: OwnPeriod,
    handle: ({ services, orgId, body }, tx) =>
      choosePeriod(tx, services.recordClasses, orgId, body),
  }),
  defineRoute({
    ...OWN,
    method: 'GET',
    path: '/retention/plan',
    operationId: 'getRetentionPlan',
    summary: 'Count the records that are due for removal, in each class',
    description: 'Also for classes that are off. Held records are not counted.',
    policy: READ,
    data: RetentionPlan,
    handle: ({ services, orgId }, db) =>
      planOf(db, services.recordClasses, services.heldCases, orgId),
  }),
  defineRoute({
    ...OPERATORS,
    method: 'GET',
    path: '/admin/retention',
    operationId: 'listRetentionClasses',
    summary: 'List the classes of records, with their periods and bounds',
    policy: PLATFORM_READ,
    data: RetentionClasses,
    handle: ({ services }, db) => listClasses(db, services.recordClasses),
  }),
  defineRoute({
    ...OPERATORS,
    method: 'PATCH',
    path: '/admin/retention',
    operationId: 'updateRetentionClass',
    audit: {
      action: 'retention.update',
      does: 'changed the retention of a class of records',
      object: ({ body }) => body.class,
      shows: BOUNDS,
    },
    summary: 'Switch a class of records on or off, and set its period and bounds',
    description:
      'While a class is on, records whose period has ended are removed for ever. Read the plan of each organization first.',
    policy: PLATFORM_WRITE,
    body: UpdateRetentionClass,
    data: RetentionClass,
    handle: ({ services, body }, tx) => updateClass(tx, services.recordClasses, body),
  }),
  defineRoute({
    ...OPERATORS,
    method: 'GET',
    path: '/admin/organizations/:id/retention-plan',
    params: Type.Object({ id: idParam('organization', 'org') }),
    operationId: 'getOrganizationRetentionPlan',
    summary: 'Count the records of an organization that are due for removal',
    policy: PLATFORM_READ,
    data: RetentionPlan,
    handle: async ({ services, params: { id } }, db) => {
      await getOrganization(db, id);
      const own = await bucketOf(db, id);
      return planOf(own, services.recordClasses, services.heldCases, id);
    },
  }),
]);
