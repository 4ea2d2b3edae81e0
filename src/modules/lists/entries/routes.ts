import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { defineRoute } from '../access.ts';
import { ENTRY_PREFIX } from '../tenant/schemas.ts';
import { getEntry } from './get-entry.ts';
import { EntryQuery, ListedEntity } from './schemas.ts';

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

/** Routes for the entries behind hits. */
export const entryRoutes = [
  defineRoute({
    tag: 'Screening',
    extension: true,
    method: 'GET',
    path: '/fraud/entries/:id',
    operationId: 'getListedEntity',
    summary: 'Fetch all data of a list entry',
    description:
      'The entry is from one of the organization’s own lists or from a global list. `version` returns it as it was for a hit: hits carry it ' +
      'as `listRevision`.',
    policy: {
      scope: 'fraud:screen',
      context: 'organization',
      plan: 'detection_pack',
      rateLimit: 'screening',
      idempotency: false,
    },
    params: Type.Object({ id: idParam('entry', ENTRY_PREFIX) }),
    query: EntryQuery,
    status: 200,
    data: ListedEntity,
    example: { query: { version: 1 }, data: exampleEntity },
    handle: ({ orgId, params: { id }, query }, db) => getEntry(db, orgId, id, query.version),
  }),
];
