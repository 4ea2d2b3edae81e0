/** Reads the stored data about a subject, area by area. */
import type { Static } from 'typebox';
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { RecordClasses } from '../../platform/db/lists/aged/record-class.ts';
import { notFound } from '../../platform/errors/index.ts';
import { appliedPage, paged, toPage, type PageInput } from '../../platform/http/schema.ts';
import { listPeriods } from '../retention/index.ts';
import type { ModuleTables } from '../module.ts';
import { everyItem, type OfSubject, type SubjectArea } from '../personal-data.ts';
import { SubjectErasure } from './erasure/schemas.ts';
import type { EraseTools } from './erasure/erase.ts';
import { isStopped } from './erasure/held.ts';
import { toErasure } from './erasure/shown.ts';
import { selectErasures } from './erasure/store.ts';
import { PastExport, type AreaRetention, type OmittedArea } from './schemas.ts';
import * as store from './store.ts';

/** Areas by name, in the order of answers. */
export type Areas = Readonly<Record<string, SubjectArea>>;

/** The caller's rights to read; null for an operator at the command line, who may read everything. */
export type Reader = Pick<Principal, 'scopes' | 'reads' | 'organization'> | null;

/** Returns the right that a reader lacks for an area; undefined if the reader may read it. */
function lackOf({ needs }: SubjectArea, reader: Reader): string | undefined {
  if (reader === null) return undefined;
  const { scopes, reads, organization } = reader;
  if (!scopes.has(needs.scope) && !reads.has(needs.scope)) return needs.scope;
  return organization && needs.plan && !needs.plan.allows(organization)
    ? needs.plan.message
    : undefined;
}

/** Divides the areas into those that a reader may read, and the others. */
export function readableTo(reader: Reader, areas: Areas): { shown: Areas; omitted: OmittedArea[] } {
  const lacks = Object.entries(areas).map(([area, one]) => ({
    area,
    title: one.title,
    needs: lackOf(one, reader),
  }));
  const shown = lacks.filter(({ needs }) => needs === undefined);
  return {
    shown: Object.fromEntries(shown.map(({ area }) => [area, areas[area]!])),
    omitted: lacks.filter((lack): lack is OmittedArea => lack.needs !== undefined),
  };
}

/** All areas, the tables whose rows name their subject, and all classes of records. */
export type Places = {
  areas: Areas;
  tables: readonly store.SubjectTable[];
  classes: RecordClasses;
};

/** Returns the periods for which the items of these areas stay, from the classes that end them. */
export async function retentionOf(
  db: Queryable,
  { areas, classes }: Places,
  orgId: string,
  names: readonly string[],
): Promise<AreaRetention[]> {
  const periods = (await listPeriods(db, classes, orgId)).classes.filter(({ isOn }) => isOn);
  return names.flatMap((area): AreaRetention[] => {
    const { classes: own } = areas[area]!;
    if (!own) return [{ area, class: null, days: null }];
    return own.map((name) => ({
      area,
      class: name,
      days: periods.find((one) => one.class === name)?.days ?? null,
    }));
  });
}

/** Returns the tables whose rows name their subject, and no other object. */
export function subjectTablesOf(tables: ModuleTables): store.SubjectTable[] {
  return Object.entries(tables).flatMap(([table, { personal }]) =>
    personal && personal.people !== 'any' && typeof personal.subject === 'string'
      ? [{ table, column: personal.subject }]
      : [],
  );
}

/** @throws ApiError NOT_FOUND if nothing is stored about the subject */
export async function requireSubject(
  db: Queryable,
  tables: readonly store.SubjectTable[],
  orgId: string,
  subjectId: string,
): Promise<void> {
  // PostgreSQL cannot store NUL.
  const canExist = !subjectId.includes('\0');
  if (!canExist || !(await store.hasRows(db, tables, orgId, subjectId))) throw notFound('subject');
}

/**
 * Returns the newest items of each area that the reader may read, and the omitted areas.
 * @throws ApiError NOT_FOUND; the key provider's error
 */
export async function getSubjectData(
  db: Queryable,
  places: Places,
  of: OfSubject,
  reader: Reader,
  { limit }: Pick<PageInput, 'limit'>,
) {
  const { areas, tables } = places;
  await requireSubject(db, tables, of.orgId, of.subjectId);
  const listed = Object.fromEntries(Object.entries(areas).filter(([, { list }]) => list));
  const { shown, omitted } = readableTo(reader, listed);
  const page = { limit: appliedPage(limit === undefined ? {} : { limit }).limit };
  const read: [string, object][] = [];
  // The areas are read one after the other, on one connection.
  for (const [name, { list }] of Object.entries(shown)) {
    const { items, total, totalIsExact } = await list!.read(of, db, page);
    read.push([name, { items, total, totalIsExact }]);
  }
  const retention = await retentionOf(db, places, of.orgId, Object.keys(shown));
  return { subjectId: of.subjectId, areas: Object.fromEntries(read), retention, omitted };
}

function toPastExport(row: store.ExportRow): PastExport {
  return {
    id: row.id,
    exportedBy: row.person_id,
    approvalId: row.approval_id,
    reasonCode: row.reason_code as PastExport['reasonCode'],
    exportedAt: row.exported_at.toISOString(),
  };
}

function listExports({ orgId, subjectId }: OfSubject, db: Queryable, query: PageInput) {
  return paged(query, (page) => store.selectExports(db, orgId, subjectId, page), toPastExport);
}

/** Returns the areas of the module. @param stopping what stops erasures in progress */
export function subjectDataWith(stopping: Pick<EraseTools, 'tables' | 'heldCases'>) {
  async function listErasures({ orgId, subjectId }: OfSubject, db: Queryable, query: PageInput) {
    const page = appliedPage(query);
    const { rows, ...part } = await selectErasures(db, orgId, subjectId, page);
    const items: Static<typeof SubjectErasure>[] = [];
    for (const row of rows) {
      const isHeld = row.completed_at === null && (await isStopped(db, stopping, row));
      items.push(toErasure(row, isHeld ? 'held' : 'running'));
    }
    return toPage(items, part, page);
  }
  return {
    erasures: {
      title: 'Erasures of the subject',
      needs: { scope: 'identity:reveal' },
      list: { item: SubjectErasure, read: listErasures },
      whole: {
        item: SubjectErasure,
        read: (of: OfSubject, db: Queryable) => everyItem((page) => listErasures(of, db, page)),
      },
    },
    exports: {
      title: 'Exports of the subject',
      needs: { scope: 'identity:reveal' },
      list: { item: PastExport, read: listExports },
      whole: {
        item: PastExport,
        read: (of: OfSubject, db: Queryable) => everyItem((page) => listExports(of, db, page)),
      },
    },
  } satisfies Areas;
}
