import { expect, test } from 'vitest';
import type { ImportedEntry } from '../import/types.ts';
import { labelsOf } from './labels.ts';

function entry(fields: Partial<ImportedEntry>): ImportedEntry {
  return {
    externalId: '7',
    entityType: 'person',
    name: 'Ada Obi',
    aliases: [],
    dobs: [],
    countries: [],
    identifiers: {},
    programs: [],
    raw: {},
    ...fields,
  };
}

const NK = 'NK-abcdefghijklmnopqrstuv';
test.each([
  ['ofac-csv', {}, ['ofac:7']],
  ['un-xml', { externalId: 'QDi.006' }, ['un:QDi.006']],
  ['eu-csv', {}, ['eu:7']],
  ['uk-csv', { externalId: 'AFG0001' }, ['uk:AFG0001']],
  ['uk-csv', { externalId: '13720' }, ['ofsi:13720']],
  ['uk-xml', { externalId: 'AFG0001' }, ['uk:AFG0001']],
  ['dfat-csv', {}, ['dfat:7']],
  ['csl-csv', { raw: { entity_number: '7' } }, ['ofac:7']],
  ['csl-csv', {}, undefined],
  ['csl-json', { raw: { entity_number: 7 } }, ['ofac:7']],
  ['ofac-xml', {}, ['ofac:7']],
  ['ftm-json', { externalId: NK }, [`opensanctions:${NK}`]],
  [
    'ftm-json',
    { externalId: NK, raw: { referents: ['ofac-7', 'ofac-7', 'eu-x', 8] } },
    [`opensanctions:${NK}`, 'ofac:7'],
  ],
  ['opensanctions-simple', { externalId: 'Q42' }, ['opensanctions:Q42']],
  ['ftm-json', { externalId: 'ofac-7' }, ['ofac:7']],
  ['ftm-json', {}, undefined],
  ['senzing-json', { externalId: NK }, [`opensanctions:${NK}`]],
  // A Wikidata number in a Senzing file proves no publisher.
  ['senzing-json', { externalId: 'Q42' }, undefined],
  ['csv', {}, undefined],
])("an entry of %s with %o has the publishers' ids %o", (format, fields, expected) => {
  expect(labelsOf({ kind: 'sanctions', format }, entry(fields))?.publisherIds).toEqual(expected);
});

test("returns the list's programmes, at most as many as a hit shows, and null without labels", () => {
  const of = { kind: 'adverse_media', format: 'csv' } as const;
  expect(labelsOf(of, entry({}))).toBeNull();
  const programs = Array.from({ length: 60 }, (_, i) => `${i} ${'x'.repeat(300)}`);
  const labels = labelsOf(of, entry({ programs }))!;
  expect(labels.programs).toHaveLength(50);
  expect(labels.programs![0]).toBe(programs[0]!.slice(0, 200));
});
