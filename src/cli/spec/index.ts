import { APPROVAL_SPECS } from './approvals.ts';
import { billingSpecs } from './billing.ts';
import { bucketSpecs } from './buckets.ts';
import { LIST_SPECS } from './lists.ts';
import { peopleSpecs } from './people.ts';
import { RETENTION_SPECS } from './retention.ts';
import { serviceSpecs } from './service.ts';
import { TENANT_SPECS } from './tenants.ts';
import type { CommandSpec } from './types.ts';
import { workSpecs } from './work.ts';

/** In the order of `oriki --help`. */
export const SECTIONS: { title: string; specs: CommandSpec[] }[] = [
  { title: 'The service', specs: serviceSpecs },
  { title: 'Organizations and keys', specs: TENANT_SPECS },
  { title: 'People', specs: [...peopleSpecs, ...APPROVAL_SPECS] },
  { title: 'Buckets of organizations', specs: bucketSpecs },
  { title: 'Lists', specs: LIST_SPECS },
  { title: 'Screening, verifications and threads', specs: workSpecs },
  { title: 'Usage, invoices and exports', specs: billingSpecs },
  { title: 'Retention', specs: RETENTION_SPECS },
];

export const SPECS: CommandSpec[] = SECTIONS.flatMap(({ specs }) => specs);

/** The subject of the commands with the same first word. */
export const GROUPS: Readonly<Record<string, string>> = {
  jobs: 'Background work.',
  kek: 'The key that encrypts stored data.',
  'signing-key': 'The key that signs documents.',
  completion: 'Completion of commands and options in shells.',
  org: 'Organizations.',
  key: 'API keys.',
  console: 'Signing in to the service in a browser.',
  member: 'Members of organizations.',
  operator: 'People who run the installation.',
  session: 'Sessions of people.',
  approval: 'Actions that need two operators.',
  buckets: 'Buckets of organizations.',
  list: 'Lists to screen names against.',
  threads: 'Threads and inboxes.',
  'dead-letters': 'Verifications that no provider could answer.',
  identity: 'Stored answers of identity providers.',
  subject: 'What is stored about one subject.',
  privacy: 'Personal data that is stored.',
  audit: 'The audit log.',
  usage: 'Usage of organizations.',
  invoices: 'Invoices of organizations.',
  'export-settings': 'Export settings of organizations.',
  retention: 'How long records are kept.',
};

export type { CommandSpec, ValueSpec } from './types.ts';
