import { EXAMPLE_PART } from '../../../platform/http/schema.ts';

const BASE = {
  id: 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k',
  name: 'Ledger',
  url: 'https://hooks.example.com/oriki',
  events: ['email.*', 'webhook.disabled'],
  active: true,
};
const CREATED_AT = '2026-11-21T09:40:00.000Z';
const EXAMPLE = {
  ...BASE,
  createdAt: CREATED_AT,
  lastTriggeredAt: '2026-11-21T09:41:00.000Z',
  failing: null,
};
/** A secret that was never used. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listWebhooks: { data: { webhooks: [EXAMPLE], ...EXAMPLE_PART } },
  createWebhook: {
    body: { name: BASE.name, url: BASE.url, events: BASE.events },
    data: { ...BASE, secret: SECRET, createdAt: CREATED_AT },
  },
  // Linters take an entry, which has a type and an example, for a schema.
  listEventTypes: { data: { eventTypes: [] } },
  getWebhook: { data: { ...EXAMPLE, updatedAt: CREATED_AT, disabledReason: null } },
  updateWebhook: {
    body: { active: false },
    data: { ...BASE, active: false, updatedAt: '2026-11-21T09:42:00.000Z' },
  },
  deleteWebhook: { data: { id: BASE.id, deleted: true } },
  rotateWebhookSecret: {
    data: { id: BASE.id, secret: SECRET, previousSecretExpiresAt: '2026-11-22T09:42:00.000Z' },
  },
};
