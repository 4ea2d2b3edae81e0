import { PLANS, ADDONS, TENANT_SCOPES } from '../../modules/declared.ts';
import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import { ORG, ONLY_ORG, PAGES, PAGES_USAGE, type CommandSpec } from './types.ts';

const SCOPES = [...TENANT_SCOPES, PLATFORM_SCOPE];

const SCOPE = PLATFORM_SCOPE;
const KEY = { value: 'KEY', text: 'Id of the API key (key list shows it), not the key itself.' };
const PLAN = { value: 'PLAN', text: 'Plan of the organization.', choices: PLANS };
const ADDON = {
  value: 'ADDON',
  text: 'An addon, on the plans pro and enterprise; may be repeated.',
  choices: ADDONS,
};
const SCOPES_OPTION = {
  value: 'SCOPE',
  text: 'A scope of the key; may be repeated.',
  choices: SCOPES,
};

const ALLOW = {
  value: 'CIDR',
  text: 'An IP address or CIDR from which the key may be used; may be repeated; default: any address.',
};

/** Commands about organizations and their keys. */
export const TENANT_SPECS: CommandSpec[] = [
  {
    name: 'org create',
    usage:
      '--name NAME --plan PLAN [--addon ADDON]… [--billing-time-zone ZONE] [--bucket BUCKET] [--region SERVER]',
    summary: 'Creates an organization.',
    options: {
      name: { value: 'NAME', text: 'Display name.' },
      plan: PLAN,
      addon: ADDON,
      'billing-time-zone': {
        value: 'ZONE',
        text: 'Time zone of its days and months of billing, by its IANA name; default: UTC.',
      },
      bucket: {
        value: 'BUCKET',
        text: 'Bucket of the organization (buckets list); default: the one with the fewest organizations.',
      },
      region: {
        value: 'SERVER',
        text: 'Server on which its data must stay: a name of ORIKI_SERVERS, or home; default: any.',
      },
    },
    http: [{ call: 'POST /admin/organizations', scope: SCOPE }],
    examples: ['org create --name "Acme Bank" --plan pro --addon detection_pack'],
  },
  {
    name: 'org erase',
    usage: '--id ORG --name NAME --reason TEXT',
    summary:
      'Erases an organization that leaves, with its test twin, and prints the signed receipt.',
    details:
      'It cannot be undone. Refused under a legal hold. If the command is interrupted, the worker continues; a repeat prints the receipt.',
    options: {
      id: ORG,
      name: { value: 'NAME', text: 'Its name, to confirm that it is the right one.' },
      reason: { value: 'TEXT', text: 'The reason in a sentence, stored encrypted.' },
    },
    needs: 'The keys of the service.',
    examples: [
      'org erase --id org_… --name "Acme Bank" --reason "The contract ended on 30 November."',
    ],
  },
  {
    name: 'org list',
    usage: PAGES_USAGE,
    summary: 'Lists the organizations.',
    options: PAGES,
    http: [{ call: 'GET /admin/organizations', scope: SCOPE }],
    examples: ['org list --limit 100'],
  },
  {
    name: 'org move',
    usage: '--id ORG --to BUCKET',
    summary: 'Moves an organization to another bucket.',
    details:
      'During the move, the old bucket is closed for about as long as copying the rows takes. All or nothing: after an interruption, run the command again.',
    options: {
      id: ORG,
      to: { value: 'BUCKET', text: 'Name of the bucket (buckets list shows it).' },
    },
    needs:
      'Owners of the schemas who may set session_replication_role (ORIKI_MIGRATION_DATABASE_URL, ORIKI_MIGRATION_SERVERS).',
    examples: ['org move --id org_… --to bucket_001'],
  },
  {
    name: 'org update',
    usage:
      '--id ORG [--name NAME] [--plan PLAN] [--addon ADDON… | --no-addons] [--identifier-last4 true|false] [--seals-content true|false] [--billing-time-zone ZONE] [--region SERVER]',
    summary: 'Changes an organization; omitted settings stay unchanged.',
    options: {
      id: ORG,
      name: { value: 'NAME', text: 'Its new display name.' },
      plan: { ...PLAN, text: 'Its new plan.' },
      addon: { ...ADDON, text: 'Replaces its addons; may be repeated.' },
      'no-addons': { text: 'Removes all addons.' },
      'identifier-last4': {
        value: 'true|false',
        text: 'Stores and shows the last four characters of identifiers, or not.',
        choices: ['true', 'false'],
      },
      'seals-content': {
        value: 'true|false',
        text: 'Stores names in screenings and contents of messages encrypted, or not.',
        choices: ['true', 'false'],
      },
      'billing-time-zone': {
        value: 'ZONE',
        text: 'Time zone of its days and months of billing from the next month on, by its IANA name.',
      },
      region: {
        value: 'SERVER',
        text: 'Server that has its data, on which they must stay; none allows any.',
      },
    },
    http: [{ call: 'PATCH /admin/organizations/{id}', scope: SCOPE }],
    examples: ['org update --id org_… --plan enterprise', 'org update --id org_… --no-addons'],
  },
  {
    name: 'key create',
    usage:
      '(--org ORG --scope SCOPE… [--test] | --platform) [--name NAME] [--expires-at TIME] [--allow CIDR]…',
    summary: 'Creates an API key and prints it once.',
    options: {
      org: { ...ORG, text: 'Id of the organization that owns the key.' },
      scope: SCOPES_OPTION,
      platform: { text: 'Creates an operator key, with the scope platform:admin.' },
      test: { text: "Creates a key that acts in the organization's test twin, in test mode." },
      allow: ALLOW,
      name: { value: 'NAME', text: 'Display name.' },
      'expires-at': { value: 'TIME', text: 'Expiry in ISO 8601; default: never.' },
    },
    http: [{ call: 'POST /admin/keys', scope: SCOPE }],
    examples: [
      'key create --org org_… --scope fraud:screen --scope fraud:manage --name "screening"',
      'key create --platform --expires-at 2027-01-01',
    ],
  },
  {
    name: 'key list',
    usage: `[--org ORG] ${PAGES_USAGE}`,
    summary: 'Lists the API keys, including expired and revoked ones.',
    options: { org: ONLY_ORG, ...PAGES },
    http: [{ call: 'GET /admin/keys', scope: SCOPE }],
    examples: ['key list --org org_…'],
  },
  {
    name: 'key update',
    usage: '--id KEY [--name NAME] [--scope SCOPE]… [--expires-at TIME] [--allow CIDR]…',
    summary: 'Narrows the rights of an API key; omitted settings stay unchanged.',
    options: {
      id: KEY,
      name: { value: 'NAME', text: 'Its new display name.' },
      scope: {
        ...SCOPES_OPTION,
        text: 'Its new scopes, a subset of its current ones; may be repeated.',
      },
      'expires-at': { value: 'TIME', text: 'Expiry in ISO 8601; not later than the current one.' },
      allow: ALLOW,
    },
    http: [{ call: 'PATCH /keys/{id}', scope: 'keys:manage' }],
    examples: ['key update --id key_… --scope fraud:screen --allow 203.0.113.0/24'],
  },
  {
    name: 'key rotate',
    usage: '--id KEY [--overlap SECONDS] [--scope SCOPE]…',
    summary: 'Creates a key that replaces another one, and prints it once.',
    options: {
      id: KEY,
      overlap: { value: 'SECONDS', text: 'Seconds for which the old key still works; default 0.' },
      scope: { ...SCOPES_OPTION, text: 'Scopes of the new key; default: those of the old key.' },
    },
    http: [{ call: 'POST /admin/keys/{id}/rotate', scope: SCOPE }],
    examples: ['key rotate --id key_… --overlap 3600'],
  },
  {
    name: 'key revoke',
    usage: '--id KEY',
    summary: 'Revokes a key permanently.',
    options: { id: KEY },
    http: [{ call: 'POST /admin/keys/{id}/revoke', scope: SCOPE }],
    examples: ['key revoke --id key_…'],
  },
];
