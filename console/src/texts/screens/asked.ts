import { textsOf } from '../text.ts';

/** Texts about the facts of a question besides the name, and about their comparison. */
const ASKED = {
  'asked.more': 'More facts: aliases, identifiers, addresses',
  'asked.aliases': 'Also known as',
  'asked.aliasLines': 'Also known as, one per line',
  'asked.identifiers': 'Identifiers',
  'asked.shared': 'Identifiers on both sides',
  'asked.addIdentifier': 'Add an identifier',
  'asked.removeIdentifier': 'Remove identifier {number}',
  'asked.kind': 'Kind of identifier {number}',
  'asked.value': 'Identifier {number}',
  'asked.issuer': 'Issuing country of identifier {number}',
  'asked.type': 'Type',
  'asked.gender': 'Gender',
  'asked.any': 'not specified',
  'asked.birthDate': 'Born',
  'asked.birthPlace': 'Place of birth',
  'asked.nationality': 'Nationality',
  'asked.nationalities': 'Nationalities, separated by commas',
  'asked.address': 'Address',
  'asked.addresses': 'Addresses',
  'asked.addressLines': 'Addresses, one per line',
  'asked.facts': 'Compared facts',
  'asked.fact': 'Fact',
  'asked.listed': 'On the list',
  'asked.relation': 'Relation',
  'asked.points': 'Points',
  'asked.sum':
    'The facts changed the score by {points} {points:point|points} (profile {profile}, version {version}).',
} as const;

export const t = textsOf(ASKED);
