import { knownTextsOf, textsOf, wordsOf } from '../text.ts';

/** Texts of the screens of permissions. */
const PERMISSIONS = {
  'permissions.may': 'Check a permission',
  'permissions.subject': 'Subject, such as user:17',
  'permissions.capability': 'Capability, such as INVOICES:APPROVE',
  'permissions.resource': 'Resource (optional)',
  'permissions.ask': 'Check',
  'permissions.yes': 'Yes',
  'permissions.no': 'No',
  'permissions.because': 'Reason',
  'permissions.policy_denies': 'a policy denies it',
  'permissions.role_grants': 'a role grants it',
  'permissions.policy_allows': 'a policy allows it',
  'permissions.nothing_grants': 'no rule grants it',
  'permissions.unknown_capability': 'the capability does not exist',
  'permissions.path': 'Path from the subject to the rule',
  'permissions.noRules': 'No rule covers this.',
  'permissions.truncated': 'More rules exist than shown.',
  'permissions.roles': 'Roles',
  'permissions.noRoles':
    'No roles yet. A role contains capabilities, and you assign it to subjects.',
  'permissions.name': 'Name',
  'permissions.capabilities': 'Capabilities',
  'permissions.inherits': 'Inherits',
  'permissions.imported': 'imported',
  'permissions.assignments': 'Role assignments',
  'permissions.noAssignments': 'No assignments yet. Choose "Assign" next to a role.',
  'permissions.who': 'Subject',
  'permissions.role': 'Role',
  'permissions.since': 'Since',
  'permissions.until': 'Until',
  'permissions.ends': 'Ends (UTC; empty: never)',
  'permissions.policies': 'Policies',
  'permissions.noPolicies':
    'No policies yet. A policy allows or denies what roles cannot express, such as access to some resources.',
  'permissions.effect': 'Effect',
  'permissions.on': 'On',
  'permissions.everybody': 'everyone',
  'permissions.about': 'Applies to',
  'permissions.whereHas': 'Where the subject has the relation',
  'permissions.onResource': 'on',
  'permissions.where': 'where the subject is',
  'permissions.retired': 'retired',
  'permissions.newRole': 'New role',
  'permissions.changeRole': 'Change role',
  'permissions.newPolicy': 'New policy',
  'permissions.change': 'Change',
  'permissions.assign': 'Assign',
  'permissions.rule': 'Policy',
  'permissions.remove': 'Delete',
  'permissions.removeWhy':
    'First remove the assignments of the role, and its uses in other roles and policies.',
  'permissions.unassign': 'Unassign',
  'permissions.repeal': 'Delete policy',
  'permissions.capabilityLines': 'Capabilities, one per line',
  'permissions.known': 'Available capabilities',
  'permissions.noModules':
    'No capabilities yet. Your services create modules with their actions through the API.',
  'permissions.inheritLines': 'Ids of inherited roles, one per line',
  'permissions.capabilityOrAll': 'Capability, such as INVOICES:APPROVE or INVOICES:*',
  'permissions.pattern': 'Resources, such as invoices/* (empty: all)',
  'permissions.relation': 'Only where the subject has this relation to the resource (optional)',
  'permissions.try': 'Try without saving',
  'permissions.tryOnly': 'A trial covers the capabilities of the role, not inherited ones.',
  'permissions.asIf': 'Assumed changes',
  'permissions.notSaved': 'These changes are not saved. Check above what they would do.',
  'permissions.drop': 'Discard',
  'permissions.now': 'Now:',
  'permissions.tried': 'With the changes:',
  'permissions.unsaved': 'not saved',
  'permissions.hasRole': '{subject} has the role {role}',
  'permissions.ifRole': 'the role {role} had: {capabilities}',
  'permissions.ifAssigned': '{subject} had the role {role}',
  'permissions.ifPolicy': '{effect} {capability} on {on}, for {role}',
  'permissions.ifNot': 'without: {text}',
};

/** A text of these screens, or of all. */
export const t = textsOf(PERMISSIONS);
const known = knownTextsOf(PERMISSIONS);

/** Returns the rule that decided, in words; a rule of a newer API version stays unchanged. */
export function ruleText(reason: string): string {
  return known(`permissions.${reason}`) ?? wordsOf(reason);
}
