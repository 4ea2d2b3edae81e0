import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import type { Tx } from '../../../platform/db/database.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import * as exportEvents from '../../exports/events.ts';
import { MODULES } from '../../index.ts';
import { eventTypesOf } from '../../module.ts';
import { defineEvent, type DefinedEvent } from './definition.ts';
import { outbox, outboxAll, preparePublished } from './outbox.ts';

const FOLDER = join(import.meta.dirname, '../..');
const COMPLETED = {
  exportId: 'export_1',
  dataType: 'usage',
  format: 'JSON',
  recordCount: 3,
  fileSize: 81,
  truncated: false,
} as const;

/** Never called. `npm run check:types` fails if a line compiles that is expected not to. */
function mistakes(tx: Tx): unknown[] {
  const { recordCount: _omitted, ...incomplete } = COMPLETED;
  return [
    // @ts-expect-error -- a misspelt event
    exportEvents.exportComplete(COMPLETED), // oxlint-disable-line import/namespace
    // @ts-expect-error -- a misspelt type, and no definition
    outbox(tx, 'org_1', { type: 'export.complete', data: COMPLETED }),
    // @ts-expect-error -- an existing type, and no definition
    outboxAll(tx, [{ orgId: 'org_1', event: { type: 'export.completed', data: COMPLETED } }]),
    // @ts-expect-error -- a definition, and data that it has not seen
    outbox(tx, 'org_1', { definition: exportEvents.exportCompleted, data: {} }),
    // @ts-expect-error -- data of no event
    exportEvents.exportCompleted({}),
    // @ts-expect-error -- data without a field
    exportEvents.exportCompleted(incomplete),
    // @ts-expect-error -- data with a field too many
    exportEvents.exportCompleted({ ...COMPLETED, rows: 3 }),
    // @ts-expect-error -- data with a field of another type
    exportEvents.exportCompleted({ ...COMPLETED, fileSize: '81' }),
    // @ts-expect-error -- data with a value that is not of the enumeration
    exportEvents.exportCompleted({ ...COMPLETED, format: 'XML' }),
    // @ts-expect-error -- an event of Oriki's own as one that an organization publishes
    preparePublished('org_1', exportEvents.exportCompleted(COMPLETED)),
    defineEvent('toy.broken', {
      description: 'A toy broke.',
      schema: Type.Object({ toyId: Type.String() }),
      // @ts-expect-error -- an example that is none
      example: { toy: 'toy_1' },
    }),
  ];
}

test('does not compile with an unknown event, wrong data, or an event that no definition made', () => {
  expectTypeOf(mistakes).returns.toBeArray();
  expectTypeOf(exportEvents.exportCompleted(COMPLETED)).toEqualTypeOf<DefinedEvent>();
  expectTypeOf(outbox).parameter(2).toEqualTypeOf<DefinedEvent>();
});

test('the example of every definition matches its schema, and every definition is in the catalogue', async () => {
  const files = globSync('*/events.ts', { cwd: FOLDER });
  expect(files.length).toBeGreaterThan(5);
  const eventTypes = eventTypesOf(MODULES);
  for (const file of files) {
    const { events, ...definitions } = await import(join(FOLDER, file));
    expect(events, file).toEqual(expect.arrayContaining(Object.values(definitions)));
    expect(eventTypes, file).toEqual(expect.arrayContaining(events));
  }
  for (const { type, schema, example } of eventTypes)
    expect([type, compileValidator('data', schema)(example.data)]).toEqual([type, []]);
});
