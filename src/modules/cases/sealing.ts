import type { EnvelopeContext, Subject } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { selectCase } from './store.ts';

type Kind = 'case-note' | 'case-file' | 'case-content';

export function caseContext(orgId: string, id: string, kind: Kind): EnvelopeContext {
  return { orgId, id, kind };
}

/** Looks up the subject of a case. */
export function subjectOf(db: Queryable, orgId: string, caseId: string): Subject {
  return async () => (await selectCase(db, orgId, caseId))?.subject_id;
}

/** Seals a note or a file. @throws ApiError SERVICE_DISABLED where no personal data is stored */
export async function sealFor(
  envelopes: Envelopes,
  context: EnvelopeContext,
  content: string | Buffer,
): Promise<string> {
  const envelope = await envelopes.seal(context, content);
  if (envelope === null)
    throw new ApiError(
      'SERVICE_DISABLED',
      'this installation stores no personal data (ORIKI_KMS=none), so cases have no notes and files',
    );
  return envelope;
}
