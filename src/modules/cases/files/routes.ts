import { Type } from 'typebox';
import { idParam } from '../../../platform/http/schema.ts';
import { withWithdrawal } from '../../identity/index.ts';
import { defineRoute, READ, WRITE } from '../access.ts';

import { CASE_PREFIX, CaseSummary } from '../schemas.ts';
import { subjectOf } from '../sealing.ts';
import { attachFile, readFile, removeFile, sealFile } from './files.ts';
import { AttachFile, FILE_PREFIX, FileContent } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Cases', extension: true } as const;
/** The body limit for a 10 MiB file in base64, as a multiple of the server's limit. */
const ONE_FILE = 14;
const id = idParam('case', CASE_PREFIX);
const params = Type.Object({ id, fileId: idParam('case-file', FILE_PREFIX) });

const Attached = Type.Object(
  {
    id: Type.String({ description: 'Id of the file.' }),
    caseId: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
  },
  { title: 'AttachedCaseFile' },
);

/** The routes for the files of a case. */
export const fileRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/cases/:id/files',
    operationId: 'attachCaseFile',
    audit: { action: 'case.attach_file', does: 'attached a file to a case', shows: ['id', 'size'] },
    summary: 'Attach a file of at most 10 MiB to a case',
    description:
      'Content, name and media type are stored encrypted. A case can have 20 files; they do not change its revision.',
    policy: WRITE,
    params: Type.Object({ id }),
    body: AttachFile,
    bodyLimitFactor: ONE_FILE,
    heavy: 'large',
    status: 201,
    data: Attached,
    errors: ['CONFLICT', 'SERVICE_DISABLED'],
    creates: { resource: 'case-file', ids: (data: { id: string }) => [data.id] },
    prepare: ({ services, orgId, params: { id: caseId }, body }, db) =>
      sealFile(services.envelopes, { orgId, subject: subjectOf(db, orgId, caseId) }, body),
    handle: ({ orgId, params: { id: caseId }, actor }, tx, file) =>
      attachFile(tx, orgId, caseId, file, actor),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/cases/:id/files/:fileId',
    operationId: 'getCaseFile',
    audit: {
      action: 'case.read_file',
      does: 'read a file of a case',
      object: ({ params: { fileId } }) => fileId,
    },
    summary: 'Fetch a file of a case with its content',
    policy: READ,
    params,
    heavy: 'large',
    data: FileContent,
    handleFile: ({ services, orgId, params: { id: caseId, fileId } }, db) =>
      readFile(db, services.envelopes, orgId, caseId, fileId),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/cases/:id/files/:fileId',
    operationId: 'removeCaseFile',
    audit: { action: 'case.remove_file', does: 'removed a file from a case', removes: ['fileId'] },
    summary: 'Remove a file from a case',
    policy: WRITE,
    params,
    data: CaseSummary,
    errors: ['CONFLICT'],
    handle: async ({ orgId, principal, params: { id: caseId, fileId }, actor }, tx) =>
      withWithdrawal(tx, principal, await removeFile(tx, orgId, caseId, fileId, actor)),
  }),
]);
