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
      },
    },
    [
      { name: 'Zenith Ltd', relation: 'parent', externalId: 'NK-2' },
      { name: 'Acme', relation: 'ownershipOwner', externalId: 'NK-4' },
    ],
  ],
  ['no format that has them', { rows: [{ name: 'Ada' }], sdn: null, properties: [7] }, []],
])('linked entities are found in %s, each once', (_, raw, expected) => {
  expect(linkedIn(raw)).toEqual(expected);
});
