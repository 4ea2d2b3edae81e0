import { expect, test } from 'vitest';
import { linkedIn } from './linked.ts';

function thing(id: string, name: string): object {
  return {
    id,
    schema: 'Company',
    caption: name,
    properties: { name: [name] },
  };
}

test.each([
  [
    "OFAC's remarks",
    { sdn: { remarks: 'DOB 1967; Linked To: CONSTRUVIDA S.A.; Linked To: HIZBALLAH.' } },
    [
      { name: 'CONSTRUVIDA S.A.', relation: 'Linked To', externalId: null },
      { name: 'HIZBALLAH', relation: 'Linked To', externalId: null },
    ],
  ],
  [
    "OFAC's longer remarks",
    {
      sdn: { remarks: 'DOB 1967; Linked To: CONSTRUVIDA S.A.;' },
      comments: [{ ent_num: '1', comments: 'Linked To: HIZBALLAH.' }, 7],
    },
    [
      { name: 'CONSTRUVIDA S.A.', relation: 'Linked To', externalId: null },
      { name: 'HIZBALLAH', relation: 'Linked To', externalId: null },
    ],
  ],
  [
    "the United Kingdom's XML",
    {
      EntityDetails: { Entity: { ParentCompanies: { ParentCompany: ['Acme Ltd', 'Zenith Ltd'] } } },
      ShipDetails: { Ship: { CurrentOwnerOperators: { CurrentOwnerOperator: 'Obi Group' } } },
    },
    [
      { name: 'Acme Ltd', relation: 'Parent company', externalId: null },
      { name: 'Zenith Ltd', relation: 'Parent company', externalId: null },
      { name: 'Obi Group', relation: 'Current owner/operator', externalId: null },
    ],
  ],
  [
    "Switzerland's relations",
    {
      entity: {
        relation: [
          { ssid: '3', 'target-id': '7001', 'relation-type': 'related-to' },
          { 'target-id': '7002' },
        ],
      },
    },
    [
      { name: '7001', relation: 'related-to', externalId: '7001' },
      { name: '7002', relation: 'relation', externalId: '7002' },
    ],
  ],
  [
    "Senzing's pointers",
    {
      RECORD_ID: '1',
      FEATURES: [
        { REL_ANCHOR_KEY: '1' },
        { REL_POINTER_KEY: '2', REL_POINTER_ROLE: 'OWNER_OF' },
        { REL_POINTER_KEY: '3' },
      ],
    },
    [
      { name: '2', relation: 'OWNER_OF', externalId: '2' },
      { name: '3', relation: 'mentioned', externalId: '3' },
    ],
  ],
  [
    "OFAC's owners of vessels",
    { sdn: { vess_owner: 'Samir de Navegacion S.A.' } },
    [{ name: 'Samir de Navegacion S.A.', relation: 'Vessel owner', externalId: null }],
  ],
  [
    "OFAC's relations of profiles",
    { relations: [{ relation: 'Owned or Controlled By', profile: '8002' }, { relation: 7 }, 7] },
    [{ name: '8002', relation: 'Owned or Controlled By', externalId: '8002' }],
  ],
  [
    'the consolidated list of the United States',
    { remarks: 'Linked To: HIZBALLAH', vessel_owner: 'NITC' },
    [
      { name: 'HIZBALLAH', relation: 'Linked To', externalId: null },
      { name: 'NITC', relation: 'Vessel owner', externalId: null },
    ],
  ],
  [
    'rows of the United Kingdom',
    {
      rows: [
        {
          'current_owner/operator_(s)': '(1) Acme Ltd (2) Zenith Ltd',
          parent_company: 'Obi Group',
        },
        { parent_company: 'Obi Group' },
      ],
    },
    [
      { name: 'Obi Group', relation: 'Parent company', externalId: null },
      { name: 'Acme Ltd', relation: 'Current owner/operator', externalId: null },
      { name: 'Zenith Ltd', relation: 'Current owner/operator', externalId: null },
    ],
  ],
  [
    "the UN's comments",
    {
      REFERENCE_NUMBER: 'QDi.001',
      COMMENTS1: 'An associate of Usama (QDi.006) and Al-Qaida (QDe.004), of QDi.001 and QDi.006.',
    },
    [
      { name: 'QDi.006', relation: 'mentioned', externalId: 'QDi.006' },
      { name: 'QDe.004', relation: 'mentioned', externalId: 'QDe.004' },
    ],
  ],
  [
    "FollowTheMoney's entities in entities",
    {
      id: 'Q1',
      schema: 'Person',
      properties: {
        name: ['Ada'],
        parent: [thing('NK-2', 'Zenith Ltd'), thing('NK-2', 'Zenith Ltd'), 'NK-3'],
        sanctions: [{ id: 's', schema: 'Sanction', properties: { program: ['x'] } }],
        ownershipOwner: [
          {
            id: 'o',
            schema: 'Ownership',
            properties: { owner: [thing('Q1', 'Ada')], asset: [thing('NK-4', 'Acme')] },
          },
        ],
        familyPerson: [
          {
            id: 'f',
            schema: 'Family',
            properties: { person: ['Q1'], relative: [thing('Q2', 'Bo')], relationship: ['father'] },
          },
        ],
        familyRelative: [
          {
            id: 'g',
            schema: 'Family',
            properties: { person: [thing('Q3', 'Cy')], relative: ['Q1'], relationship: ['aunt'] },
          },
        ],
      },
    },
    [
      { name: 'Zenith Ltd', relation: 'parent', externalId: 'NK-2' },
      { name: 'Acme', relation: 'Assets and shares', externalId: 'NK-4' },
      { name: 'Bo', relation: 'father', externalId: 'Q2' },
      { name: 'Cy', relation: 'Relatives', externalId: 'Q3' },
    ],
  ],
  [
    'no format that has them',
    { rows: [{ name: 'Ada' }, 7], sdn: null, properties: [7], COMMENTS1: [7] },
    [],
  ],
])('linked entities are found in %s without duplicates', (_, raw, expected) => {
  expect(linkedIn(raw)).toEqual(expected);
});
