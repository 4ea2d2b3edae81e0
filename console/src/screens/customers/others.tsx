import type { ReactNode } from 'react';
import { useList } from '../../data/list.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { ListSection } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { casesWith } from '../../queries/cases.ts';
import { verificationsWith } from '../../queries/identity.ts';
import { t } from '../../texts/screens/customers.ts';
import { COLUMNS as CASES } from '../cases/columns.tsx';
import { COLUMNS as OF_VERIFICATIONS, type Verification } from '../identity/columns.tsx';
import { Held } from './held.tsx';

/** The rows of one part of a list. */
const PART = 50;

const VERIFICATIONS: Column<Verification>[] = [
  ...OF_VERIFICATIONS.filter(({ id }) => id !== 'customer'),
  {
    id: 'identifier',
    title: t('verifications.identifier'),
    // Only the last four characters are stored unencrypted.
    cell: ({ identifierLast4 }) => (identifierLast4 === null ? '–' : `… ${identifierLast4}`),
  },
];

function VerificationsOf({ subjectId }: { subjectId: string }): ReactNode {
  return (
    <ListSection
      title={t('verifications.title')}
      columns={VERIFICATIONS}
      list={useList(verificationsWith({ subjectId }, PART))}
      empty={t('subject.noVerifications')}
    />
  );
}

function CasesOf({ subjectId }: { subjectId: string }): ReactNode {
  return (
    <ListSection
      title={t('cases.title')}
      columns={CASES}
      list={useList(casesWith({ subjectId }, PART))}
      empty={t('subject.noCases')}
    />
  );
}

/** Verifications, cases, threads and other data of a customer. */
export function Others({ subjectId }: { subjectId: string }): ReactNode {
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <>
      {mayRead(me, 'identity:verify') && <VerificationsOf subjectId={subjectId} />}
      {mayRead(me, 'cases:manage') && <CasesOf subjectId={subjectId} />}
      <Held subjectId={subjectId} />
    </>
  );
}
