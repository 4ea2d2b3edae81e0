import { knownTextsOf, textsOf, wordsOf } from '../text.ts';

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
  'permissions.policy_denies': 'a policy denies it',
  'permissions.role_grants': 'a role grants it',
  'permissions.policy_allows': 'a policy allows it',
  'permissions.nothing_grants': 'nothing grants it',
  'permissions.unknown_capability': 'there is no such capability',
  'permissions.path': 'Way from the subject to the rule',
  'permissions.noRules': 'No rule is about this.',
  'permissions.truncated': 'There are more rules than shown.',
  'permissions.roles': 'Roles',
  'permissions.noRoles': 'No roles yet. A role holds capabilities and is given to subjects.',
  'permissions.name': 'Name',
  'permissions.capabilities': 'Capabilities',
  'permissions.inherits': 'Inherits',
  'permissions.imported': 'imported',
  'permissions.assignments': 'Who has which role',
  'permissions.noAssignments': 'Nobody has a role yet. Give to somebody stands beside each role.',
  'permissions.who': 'Subject',
  'permissions.role': 'Role',
  'permissions.since': 'Since',
  'permissions.until': 'Until',
  'permissions.ends': 'Ends (UTC; empty: never)',
  'permissions.policies': 'Policies',
  'permissions.noPolicies':
    'No policies yet. One allows or denies what roles do not say, such as for some resources.',
  'permissions.effect': 'Effect',
  'permissions.on': 'On',
  'permissions.everybody': 'everybody',
  'permissions.about': 'About',
  'permissions.whereHas': 'Where one has the relation',
  'permissions.onResource': 'on',
  'permissions.where': 'where one is',
  'permissions.retired': 'retired',
  'permissions.newRole': 'New role',
  'permissions.changeRole': 'Change role',
  'permissions.newPolicy': 'New policy',
  'permissions.change': 'Change',
  'permissions.assign': 'Give to somebody',
  'permissions.rule': 'Policy',
  'permissions.remove': 'Delete',
  'permissions.removeWhy':
    'only a role that nobody has, and that no role or policy names, can be deleted.',
  'permissions.unassign': 'Take away',
  'permissions.repeal': 'Delete policy',
  'permissions.capabilityLines': 'Capabilities, one a line',
  'permissions.known': 'Capabilities that there are',
  'permissions.noModules':
    'There are no capabilities yet: POST /permissions/modules makes a module with its actions.',
  'permissions.inheritLines': 'Ids of roles that it inherits from, one a line',
  'permissions.capabilityOrAll': 'Capability, like INVOICES:APPROVE or INVOICES:*',
  'permissions.pattern': 'Resources, like invoices/* (empty: all)',
  'permissions.relation': 'Only where one has this relation to it (may be empty)',
  'permissions.try': 'Try without saving',
  'permissions.tryOnly': 'What it holds can be tried without saving, not what it inherits.',
  'permissions.asIf': 'As if',
  'permissions.notSaved': 'Nothing of this is saved; ask above what it would do.',
  'permissions.drop': 'Drop',
  'permissions.now': 'As it is:',
  'permissions.tried': 'With the changes:',
  'permissions.unsaved': 'not saved',
  'permissions.hasRole': '{subject} has the role {role}',
  'permissions.ifRole': 'the role {role} held: {capabilities}',
  'permissions.ifAssigned': '{subject} had the role {role}',
  'permissions.ifPolicy': '{effect} {capability} on {on}, about {role}',
  'permissions.ifNot': 'without: {text}',
};

/** A text of these screens, or of all. */
export const t = textsOf(PERMISSIONS);
const known = knownTextsOf(PERMISSIONS);

/** The rule that decided in words; a later release may know more. */
export function ruleText(reason: string): string {
  return known(`permissions.${reason}`) ?? wordsOf(reason);
}
