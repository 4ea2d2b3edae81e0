/** Cases about one subject, with their files. */
import { Type } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { Nullable } from '../../../platform/http/schema.ts';
import { everyItem, type OfSubject, type SubjectArea } from '../../personal-data.ts';
import { access } from '../access.ts';
import { listCases } from '../cases.ts';
import { readFile, readFiles } from '../files/files.ts';
import { readAllItems } from '../items/items.ts';
import { readAllNotes } from '../notes/notes.ts';
import { CaseChange, CaseFile, CaseItem, CaseNote, CaseSummary } from '../schemas.ts';
import { allChanges } from '../view.ts';

const WholeCase = Type.Object(
  {
    ...CaseSummary.properties,
    items: Type.Array(CaseItem, { description: 'In the order of their addition.' }),
    notes: Type.Array(CaseNote, { description: 'Oldest first.' }),
    history: Type.Array(CaseChange, { description: 'Oldest first.' }),
  },
  { title: 'ExportedCase' },
);
const WholeFile = Type.Object(
  {
    caseId: Type.String(),
    ...CaseFile.properties,
    base64: Nullable(Type.String({ contentEncoding: 'base64' }), {
      description: 'The content; null if no key opens it.',
    }),
  },
  { title: 'ExportedCaseFile' },
);

function casesOf({ orgId, subjectId }: OfSubject, db: Queryable) {
  return everyItem((page) => listCases(db, orgId, { ...page, subjectId }));
}

/** Returns the content of a file; null if no key opens it, or if it was just removed. */
async function contentOf(
  { orgId, envelopes }: OfSubject,
  db: Queryable,
  caseId: string,
  fileId: string,
): Promise<string | null> {
  try {
    const { content } = await readFile(db, envelopes, orgId, caseId, fileId);
    return content.toString('base64');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

const NEEDS = { scope: 'cases:manage', plan: access.plans.detection_pack };

/** The areas of the module. */
export const subjectData = {
  cases: {
    title: 'Cases',
    needs: NEEDS,
    list: {
      item: CaseSummary,
      read: ({ orgId, subjectId }, db, query) => listCases(db, orgId, { ...query, subjectId }),
    },
    whole: {
      item: WholeCase,
      async *read(of, db) {
        const { orgId, envelopes } = of;
        for await (const one of casesOf(of, db))
          yield {
            ...one,
            items: await readAllItems(db, envelopes, orgId, one.id),
            notes: await readAllNotes(db, envelopes, orgId, one.id),
            history: await allChanges(db, orgId, one.id),
          };
      },
    },
  },
  caseFiles: {
    title: 'Files of cases',
    needs: NEEDS,
    whole: {
      item: WholeFile,
      async *read(of, db) {
        for await (const { id: caseId } of casesOf(of, db))
          for (const file of await readFiles(db, of.envelopes, of.orgId, caseId))
            yield { caseId, ...file, base64: await contentOf(of, db, caseId, file.id) };
      },
    },
  },
} satisfies Record<string, SubjectArea>;
