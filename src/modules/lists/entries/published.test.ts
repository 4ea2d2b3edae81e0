import { expect, test } from 'vitest';
import { publishedIn } from './published.ts';

test.each([
  [
    'ofac-csv',
    { sdn: { remarks: 'DOB 1967; Linked To: X.' } },
    { remarks: ['DOB 1967; Linked To: X.'] },
  ],
  [
    "OFAC's longer remarks",
    { sdn: { remarks: 'DOB 1967;' }, comments: [{ ent_num: '1', comments: 'Wanted.' }] },
    { remarks: ['DOB 1967; Wanted.'] },
  ],
  [
    'seco-xml',
    {
      individual: {
        justification: { ssid: '13', text: 'Judge.' },
        'other-information': ['Tax No. 1', { ssid: '14', text: 'Wanted.' }],
      },
    },
    { remarks: ['Judge.', 'Tax No. 1', 'Wanted.'] },
  ],
  [
    'un-xml',
    {
      COMMENTS1: 'Wanted.',
      INDIVIDUAL_ADDRESS: [{ STREET: '1 High St', CITY: 'Kano' }, { COUNTRY: 'Nigeria' }],
    },
    { remarks: ['Wanted.'], addresses: ['1 High St, Kano', 'Nigeria'] },
  ],
  [
    'eu-csv',
    {
      entity: { entity_remark: 'Wanted.' },
      rows: [
        { address_street: '1 High St', address_city: 'Kano' },
        { address_countrydescription: 'NIGERIA' },
      ],
    },
    { remarks: ['Wanted.'], addresses: ['1 High St, Kano', 'NIGERIA'] },
  ],
  [
    'uk-csv',
    {
      rows: [
        { other_information: 'Wanted.', address_1: '1 High St', address_country: 'Nigeria' },
        { other_information: 'Wanted.', address_1: '1 High St', address_country: 'Nigeria' },
      ],
    },
    { remarks: ['Wanted.'], addresses: ['1 High St, Nigeria'] },
  ],
  [
    'ftm-json',
    { properties: { notes: ['Wanted.', ' '], address: ['1 High St'] } },
    { remarks: ['Wanted.'], addresses: ['1 High St'] },
  ],
  ['none of them', { deep: [[{ value: 7 }], null] }, {}],
])('remarks and addresses are found in %s without duplicates', (_, raw, expected) => {
  expect(publishedIn(raw)).toEqual({ remarks: [], addresses: [], ...expected });
});
