import type { ModuleTables } from '../module.ts';
import { rewrapCredentials, rewrapSecrets } from './secrets.ts';

/** The module's tables. */
export const tables = {
  deliveries: {},
  delivery_attempts: {},
  delivery_queue: {},
  events: {},
  webhook_credentials: { sealed: { envelope: rewrapCredentials } },
  webhook_lanes: { lease: 'holder' },
  webhook_secrets: { sealed: { envelope: rewrapSecrets } },
  webhooks: {},
} satisfies ModuleTables;
