import { textsOf } from '../text.ts';

/** Texts of the screens of permissions. */
const PERMISSIONS = {
  'permissions.may': 'May somebody do something, and why?',
  'permissions.subject': 'Subject, like user:17',
  'permissions.capability': 'Capability, like INVOICES:APPROVE',
  'permissions.resource': 'Resource (may be empty)',
  'permissions.ask': 'Ask',
  'permissions.yes': 'Yes',
  'permissions.no': 'No',
  'permissions.because': 'Because',
  'permissions.path': 'Way from the subject to the rule',
  'permissions.rule': 'Rule',
  'permissions.noRules': 'No rule is about this.',
  'permissions.truncated': 'There are more rules than shown.',
  'permissions.roles': 'Roles',
  'permissions.noRoles': 'No roles yet: POST /permissions/roles makes one.',
  'permissions.name': 'Name',
  'permissions.capabilities': 'Capabilities',
  'permissions.inherits': 'Inherits',
  'permissions.imported': 'imported',
  'permissions.assignments': 'Who has which role',
  'permissions.noAssignments': 'Nobody has a role yet.',
  'permissions.who': 'Subject',
  'permissions.role': 'Role',
  'permissions.since': 'Since',
  'permissions.policies': 'Policies',
  'permissions.noPolicies': 'No policies yet.',
  'permissions.effect': 'Effect',
  'permissions.on': 'On',
};

/** A text of these screens, or of all. */
export const t = textsOf(PERMISSIONS);
