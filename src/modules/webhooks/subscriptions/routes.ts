import { Type } from 'typebox';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import { defineRoute, READ, WRITE, type WebhookServices } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import { credentialProblems } from '../credentials/check.ts';
import { prepareCredentials } from '../credentials/credentials.ts';
import { filterProblems } from '../filter/filter.ts';
import { updateWebhook } from './change.ts';
import {
  CreatedWebhook,
  CreateWebhook,
  EventTypes,
  RotatedSecret,
  UpdatedWebhook,
  UpdateWebhook,
  WebhookDetail,
  WebhookQuery,
  Webhooks,
} from './schemas.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  prepareSecret,
  prepareWebhook,
  rotateSecret,
  WEBHOOK_PREFIX,
} from './subscriptions.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

export const webhookId = idParam('webhook', WEBHOOK_PREFIX);
const params = Type.Object({ id: webhookId });
const CONTRACT = { tag: 'Webhooks', extension: false } as const;
const EXTENSION = { tag: 'Webhooks', extension: true } as const;

/** The members of an answer that the audit log contains. */
const SHOWN = ['events', 'active', 'auth'] as const;
/** The members for which the audit log contains only the fact of a change. */
const COMPARED = ['name', 'url', 'filter', 'headerNames', 'clientCertificate'] as const;
/** The members of which the audit log contains the host. */
const HOSTS = ['url'] as const;

function check(input: { services: WebhookServices; body: UpdateWebhook }): ErrorDetail[] {
  const { services, body } = input;
  const message = body.url === undefined ? undefined : services.targetProblem(body.url);
  return [
    ...(message === undefined ? [] : [{ path: 'url', message }]),
    ...credentialProblems(body),
    ...filterProblems(body.filter),
  ];
}

export const subscriptionRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...CONTRACT,
    method: 'GET',
    path: '/webhooks',
    operationId: 'listWebhooks',
    summary: 'List all webhooks of the organization',
    description: 'Returns all of them without `page`, `limit` and `cursor`.',
    policy: READ,
    query: WebhookQuery,
    data: Webhooks,
    handle: ({ orgId, query }, db) => listWebhooks(db, orgId, query),
  }),
  defineRoute({
    ...CONTRACT,
    method: 'POST',
    path: '/webhooks',
    operationId: 'createWebhook',
    replay: 'scope',
    audit: { action: 'webhook.create', does: 'created a webhook', shows: SHOWN, hosts: HOSTS },
    summary: 'Subscribe a URL to events',
    description: 'Only this answer contains the signing secret.',
    policy: WRITE,
    body: CreateWebhook,
    check,
    status: 201,
    data: CreatedWebhook,
    creates: { resource: 'webhook', ids: (data: CreatedWebhook) => [data.id] },
    errors: ['SERVICE_DISABLED'],
    prepare: ({ services: { secrets }, orgId, body }) => prepareWebhook(secrets, orgId, body),
    handle: ({ orgId, body }, tx, prepared) => createWebhook(tx, orgId, body, prepared),
  }),
  defineRoute({
    ...EXTENSION,
    method: 'GET',
    path: '/webhooks/event-types',
    operationId: 'listEventTypes',
    summary: 'List event types, with schemas and examples',
    description: 'Any other lower-case dotted name can also be published and subscribed to.',
    policy: READ,
    data: EventTypes,
    handle: async ({ services }) => ({
      // Definitions are functions, which JSON cannot represent.
      eventTypes: services.eventTypes.map(
        ({ type, description, schema, example: payload, redact }) => ({
          type,
          description,
          schema,
          example: payload,
          redact,
        }),
      ),
    }),
  }),
  defineRoute({
    ...EXTENSION,
    method: 'GET',
    path: '/webhooks/:id',
    operationId: 'getWebhook',
    summary: 'Fetch a webhook',
    description: 'Its `ETag` changes with every change of settings or secret.',
    policy: READ,
    params,
    data: WebhookDetail,
    handle: ({ orgId, params: { id } }, db) => getWebhook(db, orgId, id),
  }),
  defineRoute({
    ...CONTRACT,
    method: 'PATCH',
    path: '/webhooks/:id',
    operationId: 'updateWebhook',
    audit: {
      action: 'webhook.update',
      does: 'changed a webhook',
      shows: SHOWN,
      compares: COMPARED,
      hosts: HOSTS,
    },
    summary: 'Change, pause or resume a webhook',
    description:
      'After the answer, no request starts to a replaced URL, or at all while it is paused. A webhook that was ' +
      'deactivated because its receiver failed is resumed in the same way.',
    policy: WRITE,
    params,
    body: UpdateWebhook,
    check,
    data: UpdatedWebhook,
    conditional: true,
    errors: ['SERVICE_DISABLED', 'PRECONDITION_FAILED'],
    prepare: ({ services: { secrets }, orgId, body }) =>
      prepareCredentials(secrets.credentials, orgId, body),
    handle: ({ orgId, params: { id }, body, ifMatch }, tx, prepared) =>
      updateWebhook(tx, orgId, id, body, prepared, { ifMatch }),
  }),
  defineRoute({
    ...CONTRACT,
    method: 'DELETE',
    path: '/webhooks/:id',
    operationId: 'deleteWebhook',
    audit: { action: 'webhook.delete', does: 'deleted a webhook', removes: SHOWN },
    summary: 'Delete a webhook and cancel its pending deliveries',
    description: 'After the answer, no request starts; one in progress is not canceled.',
    policy: WRITE,
    params,
    data: Deleted,
    conditional: true,
    errors: ['PRECONDITION_FAILED'],
    handle: ({ orgId, params: { id }, ifMatch }, tx) => deleteWebhook(tx, orgId, id, { ifMatch }),
  }),
  defineRoute({
    ...EXTENSION,
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    operationId: 'rotateWebhookSecret',
    replay: 'scope',
    audit: {
      action: 'webhook.rotate_secret',
      does: 'rotated the secret of a webhook',
      shows: ['previousSecretExpiresAt'],
    },
    summary: 'Replace the signing secret',
    description:
      'For 24 hours every delivery also carries a signature of the replaced secret. Ten replaced secrets ' +
      'can be valid at the same time; more get 409.',
    policy: { ...WRITE, stepUp: true },
    params,
    data: RotatedSecret,
    errors: ['CONFLICT'],
    prepare: ({ services: { secrets }, orgId, params: { id } }) =>
      prepareSecret(secrets, orgId, id),
    handle: ({ orgId, params: { id } }, tx, prepared) => rotateSecret(tx, orgId, id, prepared),
  }),
]);
