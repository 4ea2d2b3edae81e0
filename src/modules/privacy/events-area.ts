/** The events that name a subject, for exports. */
import { Type } from 'typebox';
import { AnyObject, Timestamp } from '../../platform/http/schema.ts';
import type { SubjectArea } from '../personal-data.ts';
import { eventsNaming } from './erasure/copies.ts';
import { readIds } from './erasure/held.ts';
import type { ErasedTables } from './erasure/order.ts';

const ExportedEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    timestamp: Timestamp('When it was first published.'),
    data: AnyObject({ description: 'Its data.' }),
  },
  { title: 'ExportedEvent' },
);

/** @param tables those that tell which records are about the subject */
export function eventsArea(tables: ErasedTables): SubjectArea {
  return {
    title: 'Events that name the subject',
    needs: { scope: 'webhooks:manage' },
    classes: ['delivery_bodies'],
    whole: {
      item: ExportedEvent,
      async *read(of, db) {
        for await (const part of eventsNaming(db, of, await readIds(db, tables, of))) yield* part;
      },
    },
  };
}
