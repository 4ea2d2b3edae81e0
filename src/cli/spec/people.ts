import { OPERATOR_ROLES, TENANT_ROLES } from '../../modules/declared.ts';
import { ORG, PAGES, PAGES_USAGE, type CommandSpec, type ValueSpec } from './types.ts';

const MEMBERS = 'members:manage';
const OPERATORS = 'platform:admin';
const USER = { value: 'USER', text: 'Id of the person (member list and operator list show it).' };
function roles(names: readonly string[]): ValueSpec {
  return { value: 'ROLES', text: `Roles, separated by commas: ${names.join(', ')}.` };
}
const memberRoles = roles(TENANT_ROLES);
const operatorRoles = roles(OPERATOR_ROLES);
const KEYS = {
  value: 'keep|revoke',
  text: 'Keep or revoke the keys in use that the person created; default keep.',
  choices: ['keep', 'revoke'],
};
const KEYS_RULE =
  'The answer lists the keys in use that the person created. At a terminal, without --keys and --json, the command asks whether to keep or revoke them.';
const EMAIL = { value: 'ADDRESS', text: 'E-mail address.' };

/** Commands about people, their roles and sessions. */
export const peopleSpecs: CommandSpec[] = [
  {
    name: 'console login',
    usage: '[--org ORG] [--role ROLE] [--name NAME]',
    summary: 'Prints a link that signs a person in once, within 10 minutes.',
    details:
      'With --org, it signs in to that organization, otherwise as an operator. Any person with the link can sign in, so treat it as a password.',
    options: {
      org: { ...ORG, text: 'Id of the organization; default: none, for an operator.' },
      role: {
        value: 'ROLE',
        text: 'Role of the person; default: the roles that a member has, otherwise admin.',
      },
      name: {
        value: 'NAME',
        text: 'Name of the person; default console. The same name means the same person.',
      },
    },
    examples: ['console login', 'console login --org org_… --role analyst --name "Ada Obi"'],
  },
  {
    name: 'member list',
    usage: `--org ORG ${PAGES_USAGE}`,
    summary: 'Lists the members of an organization.',
    options: { org: ORG, ...PAGES },
    http: [{ call: 'GET /members', scope: MEMBERS }],
    examples: ['member list --org org_…'],
  },
  {
    name: 'member invite',
    usage: '--org ORG --role ROLES [--email ADDRESS]',
    summary: 'Invites a person, and prints the link for accepting once.',
    options: {
      org: ORG,
      role: memberRoles,
      email: { ...EMAIL, text: 'E-mail address that the identity provider must confirm.' },
    },
    http: [{ call: 'POST /invitations', scope: MEMBERS }],
    examples: ['member invite --org org_… --role analyst,approver --email ada.obi@example.com'],
  },
  {
    name: 'member update',
    usage: '--org ORG --id USER --role ROLES',
    summary: 'Replaces the roles of a member.',
    options: { org: ORG, id: USER, role: memberRoles },
    http: [{ call: 'PATCH /members/{id}', scope: MEMBERS }],
    examples: ['member update --org org_… --id usr_… --role auditor'],
  },
  {
    name: 'member remove',
    usage: '--org ORG --id USER [--keys keep|revoke]',
    summary: 'Ends a membership with its sessions.',
    details: `Also revokes the person's open invitations. ${KEYS_RULE}`,
    options: { org: ORG, id: USER, keys: KEYS },
    http: [{ call: 'DELETE /members/{id}', scope: MEMBERS }],
    examples: [
      'member remove --org org_… --id usr_…',
      'member remove --org org_… --id usr_… --keys revoke',
    ],
  },
  {
    name: 'operator list',
    usage: PAGES_USAGE,
    summary: 'Lists the operators.',
    options: PAGES,
    http: [{ call: 'GET /admin/operators', scope: OPERATORS }],
    examples: ['operator list'],
  },
  {
    name: 'operator add',
    usage: '--issuer ISSUER --subject SUBJECT --role ROLES [--email ADDRESS] [--name NAME]',
    summary: 'Makes a person of an identity provider an operator.',
    options: {
      issuer: { value: 'ISSUER', text: 'Issuer, as in the sign-in file.' },
      subject: { value: 'SUBJECT', text: 'Name of the person at the issuer (sub).' },
      role: operatorRoles,
      email: EMAIL,
      name: { value: 'NAME', text: 'Display name.' },
    },
    http: [{ call: 'POST /admin/operators', scope: OPERATORS }],
    examples: ['operator add --issuer https://login.example.com --subject 2482897 --role operator'],
  },
  {
    name: 'operator update',
    usage: '--id USER --role ROLES',
    summary: 'Replaces the roles of an operator.',
    options: { id: USER, role: operatorRoles },
    http: [{ call: 'PATCH /admin/operators/{id}', scope: OPERATORS }],
    examples: ['operator update --id usr_… --role auditor'],
  },
  {
    name: 'operator remove',
    usage: '--id USER [--keys keep|revoke]',
    summary: 'Removes an operator with all rights.',
    details: KEYS_RULE,
    options: { id: USER, keys: KEYS },
    http: [{ call: 'DELETE /admin/operators/{id}', scope: OPERATORS }],
    examples: ['operator remove --id usr_…', 'operator remove --id usr_… --keys revoke'],
  },
  {
    name: 'session list',
    usage: `[--org ORG] ${PAGES_USAGE}`,
    summary: 'Lists the sessions of an organization, or of operators.',
    options: {
      org: { ...ORG, text: 'Id of the organization; default: none, for operators.' },
      ...PAGES,
    },
    http: [
      { call: 'GET /sessions', scope: MEMBERS },
      { call: 'GET /admin/sessions', scope: OPERATORS },
    ],
    examples: ['session list --org org_…'],
  },
  {
    name: 'session end',
    usage: '[--org ORG] --id SESSION',
    summary: 'Ends a session.',
    options: {
      org: { ...ORG, text: 'Id of the organization; default: none, for operators.' },
      id: { value: 'SESSION', text: 'Id of the session (session list shows it).' },
    },
    http: [
      { call: 'DELETE /sessions/{id}', scope: MEMBERS },
      { call: 'DELETE /admin/sessions/{id}', scope: OPERATORS },
    ],
    examples: ['session end --org org_… --id ses_…'],
  },
];
