import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { ModuleTables } from '../module.ts';
import { credentialContext } from './credentials/box.ts';
import { secretContext } from './secret-box.ts';

const rewrapCredentials = rewrapColumn(
  { table: 'webhook_credentials', key: ['org_id', 'webhook_id', 'part'], also: ['id'] },
  ({ org_id, id }) => credentialContext(org_id, id),
);
/** The secret stays the same, so dispatchers need not reload subscriptions. */
export const rewrapSecrets = rewrapColumn(
  { table: 'webhook_secrets', key: ['org_id', 'webhook_id', 'id'] },
  ({ org_id, id }) => secretContext(org_id, id),
);

/** The module's tables. */
export const tables = {
  deliveries: {},
  delivery_attempts: {
    personal: {
      people: 'any',
      columns: { response: 'answers of receivers' },
      others: ['delivery_id', 'webhook_id', 'event_type', 'error', 'signature', 'tls_failure'],
      readers: ['webhooks:manage'],
      kept: '30 days',
    },
  },
  delivery_queue: {},
  events: {
    personal: {
      people: 'any',
      columns: { body: 'ids of customers, and what publishers send', object_id: 'ids of objects' },
      others: ['type', 'only_webhook_id', 'traceparent'],
      readers: ['webhooks:manage'],
      kept: '30 days',
      recipients: ['webhooks', 'export files'],
    },
  },
  webhook_credentials: { sealed: { envelope: rewrapCredentials } },
  webhook_lanes: { lease: 'holder' },
  webhook_secrets: { sealed: { envelope: rewrapSecrets } },
  webhooks: {},
} satisfies ModuleTables;
