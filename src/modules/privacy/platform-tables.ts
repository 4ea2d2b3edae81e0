/** Personal data in tables of the platform, which has no manifest. */
import type { ModuleTables } from '../module.ts';

export const PLATFORM_TABLES = {
  audit_actions: {
    personal: {
      people: 'any',
      columns: {
        actor_id: 'ids of members and accounts',
        object_id: 'ids of customers and other objects',
        before: 'settings and states',
        after: 'settings and states',
        address: 'IP addresses',
      },
      others: ['actor_kind', 'actor_via', 'action', 'request_id', 'row_hash'],
      readers: ['audit:read'],
      kept: 'always',
      classes: ['audit'],
      recipients: ['audit stream', 'export files'],
    },
  },
  external_id_spellings: {
    personal: {
      people: 'customers',
      columns: { nfc: 'ids of customers', spelling: 'ids of customers' },
      subject: 'nfc',
      erasure: { kept: 'It finds the rows that stay, in each spelling of the id.', until: 'audit' },
      readers: [],
      kept: 'until deleted',
      classes: ['audit'],
    },
  },
  idempotency_records: {
    personal: {
      people: 'any',
      columns: {
        sealed_response: 'answers to requests with an idempotency key',
        about: 'ids of customers and other objects',
      },
      others: ['request_hash', 'payload_mac', 'actor_id', 'actor_scopes'],
      encrypted: ['sealed_response'],
      readers: [],
      kept: '24 hours',
    },
  },
} satisfies ModuleTables;
