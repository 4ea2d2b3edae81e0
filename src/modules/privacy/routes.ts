import { Type } from 'typebox';
import { ExternalId, idParam } from '../../platform/http/schema.ts';
import { PLATFORM_READ } from '../../platform/http/policy.ts';
import type { RecordClasses } from '../../platform/db/lists/aged/record-class.ts';
import { listClasses } from '../retention/index.ts';
import type { ModuleTables } from '../module.ts';
import { defineRoute, EXPORT, READ } from './access.ts';
import { exportDocumentOf } from './documents.ts';
import { erasedTablesOf } from './erasure/order.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { EXAMPLES } from './examples.ts';
import { registerOf } from './register.ts';
import {
  exportDocument,
  ExportQuery,
  Register,
  subjectAnswer,
  SubjectQuery,
  type ExportFacts,
} from './schemas.ts';
import {
  EXPORT_ACTION,
  EXPORT_AUDIT,
  MAX_PER_DAY,
  prepareExport,
  recordExport,
} from './subject-export.ts';
import { getSubjectData, subjectTablesOf, type Areas, type Places } from './subjects.ts';

/** The id of the operation that exports a subject. */
export const EXPORT_OPERATION = 'exportSubject';

const COMMON = {
  tag: 'Subjects',
  extension: true,
  params: Type.Object({ subjectId: ExternalId(idParam('screening-subject', 'subject')) }),
} as const;

/** Returns the routes. @param tables those of all modules; `classes` also */
export function routesWith(areas: Areas, tables: ModuleTables, classes: RecordClasses) {
  const places: Places = { areas, tables: subjectTablesOf(tables), classes };
  return [
    defineRoute({
      ...COMMON,
      method: 'GET',
      path: '/subjects/:subjectId',
      operationId: 'getSubjectData',
      summary: 'Show what is stored about a subject, by area',
      description:
        'The newest items of each area that the caller may read, and the number of all. `omitted` lists the other areas. 404 if no ' +
        'area has anything.',
      policy: READ,
      query: SubjectQuery,
      data: subjectAnswer(areas),
      example: EXAMPLES.getSubjectData,
      handle: ({ services: { envelopes }, orgId, principal, params: { subjectId }, query }, db) =>
        getSubjectData(db, places, { orgId, subjectId, envelopes }, principal, query),
    }),
    defineRoute({
      ...COMMON,
      method: 'GET',
      path: '/subjects/:subjectId/export',
      operationId: EXPORT_OPERATION,
      audit: {
        action: EXPORT_ACTION,
        does: 'exported what is stored about a customer',
        shows: EXPORT_AUDIT,
      },
      summary: 'Export everything that is stored about a subject',
      description:
        'For people only, as JSON or as a page, with sealed parts decrypted. The rules of a reveal apply: where a reveal needs two ' +
        `people, a person or key asks for \`subject.export\`, and another person exports. At most ${MAX_PER_DAY} exports in 24 hours for each ` +
        'person. Oriki writes the row of the audit log before the first byte. A document that breaks off is incomplete.',
      policy: EXPORT,
      query: ExportQuery,
      data: exportDocument(areas),
      mediaTypes: ['text/html'],
      errors: ['APPROVAL_REQUIRED'],
      example: EXAMPLES.exportSubject,
      prepare: async ({ orgId, params: { subjectId }, query, actor }, db) => {
        const { reasonCode = 'customer_request' } = query;
        const exporting = { orgId, subjectId, actor, reasonCode };
        await prepareExport(db, places.tables, exporting);
        return exporting;
      },
      commit: ({ principal }, tx, exporting) => recordExport(tx, places, exporting, principal),
      document: ({ services: { envelopes }, orgId, params: { subjectId }, query }, db, facts) =>
        exportDocumentOf(query.format, {
          facts: facts as ExportFacts,
          areas,
          of: { orgId, subjectId, envelopes },
          db,
        }),
    }),
    ...erasureRoutes(places.tables, erasedTablesOf(tables)),
    defineRoute({
      method: 'GET',
      tag: 'System',
      extension: true,
      path: '/admin/privacy/register',
      operationId: 'getProcessingRegister',
      summary: 'List the personal data that is stored, where, for how long, and who gets it',
      description:
        'The register of processing, from the declarations of the modules and the configuration of the answering process.',
      policy: PLATFORM_READ,
      data: Register,
      example: EXAMPLES.getProcessingRegister,
      handle: async ({ services: { hosts } }, db) =>
        registerOf(tables, hosts(), (await listClasses(db, classes)).classes),
    }),
  ];
}
