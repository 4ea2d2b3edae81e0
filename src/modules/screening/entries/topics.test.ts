import { expect, test } from 'vitest';
import { topicsOf } from './topics.ts';

test.each([
  ['the kind of the list', 'sanctions', [], {}, ['sanction']],
  ['the kind of the list', 'pep', [], {}, ['pep']],
  ['nothing, of media', 'adverse_media', [], {}, []],
  [
    "FollowTheMoney's topics",
    'sanctions',
    ['SDGT'],
    { properties: { topics: ['role.rca', 'crime.terror', 'sanction.linked', 'poi', 7] } },
    ['sanction', 'pep', 'crime'],
  ],
  [
    'a column of topics',
    'adverse_media',
    [],
    { topics: 'reg.warn; debarment;pep' },
    ['pep', 'debarment', 'regulatory'],
  ],
  [
    'the kind of the list, where the topics are others',
    'pep',
    [],
    { properties: { topics: ['role.judge'] } },
    ['pep'],
  ],
  [
    'programmes of the consolidated list of the United States',
    'sanctions',
    [
      'ITAR Debarred (DTC) - State Department',
      'Entity List (EL) - Bureau of Industry and Security',
    ],
    {},
    ['debarment', 'regulatory'],
  ],
  [
    'the kind of the list, where programmes are others',
    'sanctions',
    ['Specially Designated Nationals (SDN) - Treasury Department', 'SDGT'],
    { properties: 'none', topics: {} },
    ['sanction'],
  ],
] as const)('the topics of an entry are known from %s (%s)', (_, kind, programs, raw, expected) => {
  expect(topicsOf(kind, programs, raw)).toEqual(expected);
});
