import type { ListedEntity } from './schemas.ts';

const exampleEntity: ListedEntity = {
  id: 'entry_01kf3vc7p0f3a9z4q7x2c5b8nd',
  list: {
    id: 'glist_01kf3vbq2ye5rstv5n1v0m2r8k',
    name: 'OFAC SDN',
    kind: 'sanctions',
    source: 'ofac:sdn',
    revision: 12,
  },
  externalId: '9476',
  sinceRevision: 1,
  isCurrent: false,
  isVersionKept: true,
  changedAt: '2026-11-20T04:00:00.000Z',
  removedAt: null,
  entityType: 'person',
  name: 'Viktor Anatolijevitch BOUT',
  aliases: [{ name: 'Viktor BUTT', quality: 'strong', kind: 'aka' }],
  dobs: ['1967-01-13'],
  countries: ['RU'],
  identifiers: [{ kind: 'passport', value: '29N0006765', country: null }],
  programs: ['LIBERIA'],
  remarks: ['DOB 13 Jan 1967; Passport 29N0006765; Dealer and transporter of weapons.'],
  gender: 'male',
  birthPlaces: ['Dushanbe, Tajikistan'],
  addresses: [],
  topics: ['sanction'],
  linked: [
    { name: 'SAN AIR GENERAL TRADING', relation: 'Linked To', externalId: null, entryId: null },
  ],
  raw: { sdn: { ent_num: '9476', sdn_name: 'BOUT, Viktor Anatolijevitch' } },
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  getListedEntity: { query: { version: 1 }, data: exampleEntity },
};
