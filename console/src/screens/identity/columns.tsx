import { Link } from '@tanstack/react-router';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge, toneOf } from '../../parts/badge.tsx';
import { Name } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';

export type Verification = Operations['listIdentityVerifications']['data']['items'][number];

export const COLUMNS: Column<Verification>[] = [
  {
    id: 'at',
    title: t('verifications.at'),
    cell: ({ verificationId: id, verifiedAt }) => (
      <Link to="/verifications/$id" params={{ id }}>
        <Time at={verifiedAt} />
      </Link>
    ),
  },
  { id: 'kind', title: t('verifications.kind'), cell: ({ kind }) => wordsOf(kind) },
  { id: 'country', title: t('verifications.country'), cell: ({ country }) => country },
  {
    id: 'customer',
    title: t('verifications.customer'),
    cell: ({ subjectId }) => (
      <Link to="/subjects/$id" params={{ id: subjectId }}>
        <Name id={subjectId} isCustomer />
      </Link>
    ),
  },
  {
    id: 'status',
    title: t('verifications.status'),
    cell: ({ status, reason }) => (
      <>
        <Badge tone={toneOf(status)}>{wordsOf(status)}</Badge> {reason && wordsOf(reason)}
      </>
    ),
  },
  { id: 'provider', title: t('verifications.provider'), cell: ({ provider }) => provider ?? '–' },
];
