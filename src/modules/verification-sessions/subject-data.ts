/** Verification sessions of one subject. */
import { Type } from 'typebox';
import { openFor } from '../../platform/crypto/opening.ts';
import { access } from '../identity/index.ts';
import { everyItem, type SubjectArea } from '../personal-data.ts';
import { Session } from './schemas.ts';
import { sessionContext } from './sealing.ts';
import * as store from './store.ts';
import { listSessions } from './view.ts';

const WholeSession = Type.Object(
  {
    ...Session.properties,
    data: Type.Unknown({
      description:
        'What the person has entered, while the session is open. Null if it has ended, or no key opens it.',
    }),
  },
  { title: 'ExportedIdentitySession' },
);

/** The areas of the module. */
export const subjectData = {
  verificationSessions: {
    title: 'Verification sessions',
    needs: { scope: 'identity:verify', plan: access.plans.detection_pack },
    list: {
      item: Session,
      read: ({ orgId, subjectId }, db, query) => listSessions(db, orgId, { ...query, subjectId }),
    },
    whole: {
      item: WholeSession,
      async *read({ orgId, subjectId, envelopes }, db) {
        const all = everyItem((page) => listSessions(db, orgId, { ...page, subjectId }));
        for await (const session of all) {
          const row = await store.selectSession(db, orgId, session.id);
          const context = sessionContext(orgId, session.id);
          const text = await openFor(envelopes, context, row?.envelope ?? null);
          yield { ...session, data: text && (JSON.parse(text.toString()) as unknown) };
        }
      },
    },
  },
} satisfies Record<string, SubjectArea>;
