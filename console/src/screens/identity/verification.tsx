import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge, toneOf } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Name } from '../../parts/person.tsx';
import { Later, later } from '../../parts/later.tsx';
import { One } from '../../parts/problem.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { verificationWith } from '../../queries/identity.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/identity.ts';

const Reveals = later(async () => (await import('./reveals.tsx')).Reveals);

type Verification = Operations['getIdentityVerification']['data'];
type Attempt = NonNullable<Verification['metadata']['attempts']>[number];

const ATTEMPTS: Column<Attempt>[] = [
  { id: 'provider', title: t('verifications.provider'), cell: ({ provider }) => provider },
  {
    id: 'outcome',
    title: t('verifications.outcome'),
    cell: ({ outcome }) => <Badge tone={toneOf(outcome)}>{wordsOf(outcome)}</Badge>,
  },
  {
    id: 'took',
    title: t('verifications.took'),
    isNumber: true,
    cell: ({ durationMs }) => `${numberText(durationMs)} ms`,
  },
];

/** A verification: the question, the providers and their answers. */
export function VerificationScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(verificationWith(id));
  const { data: me } = useMe();
  const attempts = wholeList(
    query,
    ({ metadata }) => (metadata.attempts ?? []).map((attempt, at) => ({ ...attempt, at })),
    ({ at }) => String(at),
  );
  return (
    <One query={query}>
      {(data) => (
        <div className="stack">
          <div className="head">
            <h1>
              {t('verifications.one')}{' '}
              <Badge tone={toneOf(data.status)}>{wordsOf(data.status)}</Badge>
            </h1>
            <PrintButton />
          </div>
          <div className="panel stack-close">
            <Facts rows={factsOf(data)} />
            <p className="small quiet">{t('verifications.sealed')}</p>
          </div>
          <Table
            label={t('verifications.attempts')}
            columns={ATTEMPTS}
            list={attempts}
            empty={t('app.none')}
          />
          {me && mayRead(me, 'identity:reveal') && (
            <Suspense fallback={<Later />}>
              <Reveals id={id} isStored={data.rawResponseEncrypted !== null} />
            </Suspense>
          )}
        </div>
      )}
    </One>
  );
}

function factsOf(data: Verification): [string, ReactNode][] {
  const { metadata } = data;
  const score = metadata.matchScore ?? metadata.score ?? metadata.similarity;
  return [
    [t('verifications.at'), <Time key="at" at={data.verifiedAt} />],
    [t('verifications.kind'), `${wordsOf(data.kind)} · ${data.country}`],
    [
      t('verifications.customer'),
      <Link key="subject" to="/subjects/$id" params={{ id: data.subjectId }}>
        <Name id={data.subjectId} isCustomer />
      </Link>,
    ],
    [t('verifications.reason'), data.reason && wordsOf(data.reason)],
    [t('verifications.provider'), data.provider],
    [t('verifications.identifier'), data.identifierLast4],
    [
      t('verifications.score'),
      score !== undefined &&
        (metadata.threshold === undefined
          ? numberText(score)
          : t('verifications.scoreOf', {
              score: numberText(score),
              threshold: numberText(metadata.threshold),
            })),
    ],
    [t('verifications.consent'), metadata.consent && wordsOf(metadata.consent.basis)],
    [
      t('verifications.withdrawn'),
      data.consentWithdrawnAt && <Time key="withdrawn" at={data.consentWithdrawnAt} />,
    ],
    [t('verifications.fields'), metadata.matchedFields?.join(', ')],
    [t('hit.dob'), metadata.dateOfBirth && wordsOf(metadata.dateOfBirth)],
    [
      t('verifications.replayOf'),
      data.replayOf && (
        <Link key="of" to="/verifications/$id" params={{ id: data.replayOf }}>
          <span className="code">{data.replayOf}</span>
        </Link>
      ),
    ],
  ];
}
