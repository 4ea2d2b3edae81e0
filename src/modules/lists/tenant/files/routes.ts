import { Type } from 'typebox';
import { idParam } from '../../../../platform/http/schema.ts';
import { defineRoute, type Policy } from '../../access.ts';
import { LIST_PREFIX } from '../schemas.ts';
import { checkEntryFile, importEntryFile } from './import-file.ts';
import { previewEntries } from './preview.ts';
import { EntryFile, EntryPreview, ImportedEntries, ImportEntries } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../../platform/http/route.ts';

const WRITE: Policy = {
  scope: 'fraud:manage',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'lists',
  idempotency: true,
};
const COMMON = { tag: 'Screening lists', extension: true, bodyLimitFactor: 16 } as const;
const params = Type.Object({ id: idParam('list', LIST_PREFIX) });

/** Routes that take a whole file of entries. */
export const entryFileRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/lists/:id/entries/preview',
    operationId: 'previewScreeningEntries',
    summary: 'Preview adding a file of entries, without adding it',
    description: 'Problems by line, and entries that the file or the list already has.',
    policy: WRITE,
    params,
    body: EntryFile,
    data: EntryPreview,
    handleQuery: ({ orgId, params: { id }, body }, db) => previewEntries(db, orgId, id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/lists/:id/entries/import',
    operationId: 'importScreeningEntries',
    audit: {
      action: 'list.import_entries',
      does: 'added entries to a list from a file',
      shows: ['added', 'leftOut'],
    },
    summary: 'Add a file of up to 100,000 entries, all or none',
    description:
      'One invalid row rejects the file; `POST /fraud/lists/:id/entries/preview` lists all of them. Every screening that starts ' +
      'after the answer sees the entries.',
    policy: WRITE,
    params,
    body: ImportEntries,
    heavy: 'bulk',
    status: 201,
    data: ImportedEntries,
    prepare: ({ body }) => checkEntryFile(body),
    handle: ({ orgId, params: { id }, body }, tx, file) =>
      importEntryFile(tx, orgId, id, body, file),
  }),
]);
