import { expect, test } from 'vitest';
import { topicsOf } from './topics.ts';

test.each([
  ['the kind of the list', 'sanctions', [], {}, ['sanction']],
  ['the kind of the list', 'pep', [], {}, ['role.pep']],
  ['nothing, of media', 'adverse_media', [], {}, []],
  [
    "FollowTheMoney's topics",
    'sanctions',
    ['SDGT'],
    { properties: { topics: ['role.rca', 'crime.terror', 'sanction.linked', 'poi', 7] } },
    ['sanction.linked', 'role.rca', 'crime.terror', 'poi'],
  ],
  [
    'a column of topics',
    'adverse_media',
    [],
    { topics: 'reg.warn; debarment;pep' },
    ['debarment', 'role.pep', 'reg.warn'],
  ],
  [
    'the kind of the list, where a topic is not known',
    'sanctions',
    [],
    { properties: { topics: ['sanction.new', 'role.judge'] } },
    ['sanction', 'role.judge'],
  ],
  [
    'the topics alone, where they are others than the kind of the list',
    'pep',
    [],
    { properties: { topics: ['role.judge'] } },
    ['role.judge'],
  ],
  [
    'programmes of the consolidated list of the United States',
    'sanctions',
    [
      'ITAR Debarred (DTC) - State Department',
      'Entity List (EL) - Bureau of Industry and Security',
    ],
    {},
    ['export.control', 'debarment'],
  ],
  [
    'the list of a row that is sectoral',
    'sanctions',
    ['Sectoral Sanctions Identifications List (SSI) - Treasury Department', 'UKRAINE-EO13662'],
    {},
    ['sanction.sectoral'],
  ],
  [
    'the remark that tells a sectoral listing from one that blocks',
    'sanctions',
    ['UKRAINE-EO13662'],
    { sdn: { remarks: 'Executive Order 13662 Directive Determination - Subject to Directive 1.' } },
    ['sanction.sectoral'],
  ],
  ['a programme that blocks', 'sanctions', ['UKRAINE-EO13662'], { sdn: {} }, ['sanction']],
  [
    'every programme, where one is limited',
    'sanctions',
    ['CMIC-EO13959', 'SDGT'],
    {},
    ['sanction', 'sanction.sectoral'],
  ],
  [
    'an end that is past',
    'sanctions',
    ['Denied Persons List (DPL) - Bureau of Industry and Security'],
    { end_date: '2022-01-27' },
    ['sanction.ended'],
  ],
  [
    'an end that is to come',
    'sanctions',
    ['Denied Persons List (DPL) - Bureau of Industry and Security'],
    { end_date: '2092-01-27' },
    ['export.control'],
  ],
  [
    'sanctions that have all ended',
    'sanctions',
    [],
    { properties: { sanctions: [{ properties: { endDate: ['2020-01-01'] } }] } },
    ['sanction.ended'],
  ],
  [
    'sanctions of which one goes on',
    'sanctions',
    [],
    {
      properties: { sanctions: [{ properties: { endDate: ['2020-01-01'] } }, { properties: {} }] },
    },
    ['sanction'],
  ],
  [
    'the kind of the list, where programmes are others',
    'sanctions',
    ['Specially Designated Nationals (SDN) - Treasury Department', 'SDGT'],
    { properties: 'none', topics: {} },
    ['sanction'],
  ],
] as const)(
  'the topics of an entry are derived from %s (%s)',
  (_, kind, programs, raw, expected) => {
    expect(topicsOf(kind, programs, raw, '2026-11-29T00:00:00Z')).toEqual(expected);
  },
);
