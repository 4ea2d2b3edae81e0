import { textsOf } from '../text.ts';

/** Texts of the settings of approvals and reasons. */
const APPROVAL_SETTINGS = {
  'settings.people': 'Actions that need two people',
  'settings.hours': 'Hours until a request expires',
  'settings.lower':
    'Requiring two people for fewer actions, or changing the time, needs two people. Oriki has sent the request; another person changes the same settings here.',
  'settings.saved': 'Saved.',
  'settings.codes': 'Reason codes',
  'settings.codesHow':
    'People choose one of these codes with each false positive. In the dialog, the digit keys choose the first nine. Decisions keep their codes when this list changes.',
  'settings.code': 'Code {number}',
  'settings.text': 'Text {number}',
  'settings.remove': 'Remove code {number}',
  'settings.add': 'Add a code',
  'settings.required': 'Also reject decisions from the API that have no code',
  'settings.textFrom': 'Score from which a false positive needs a sentence',
} as const;

export const t = textsOf(APPROVAL_SETTINGS);
