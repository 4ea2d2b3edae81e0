import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { hitWith, subjectWith } from '../../queries/review.ts';
import { kindText, numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { factVerdictText, known, nameVerdict } from './case-file-facts.ts';
import { dateVerdict, type FactVerdict } from './fact-verdicts.ts';
import { SideLabel } from './side-label.tsx';

type Hit = Operations['getHit']['data'];
type Subject = Operations['getSubject']['data'];

/** The value of the customer over that of the list, with the verdict of the match unless they are the same. */
function pair(
  ours: string | null | undefined,
  listed: string | null | undefined,
  verdict: FactVerdict,
): ReactNode {
  if (!ours && !listed) return null;
  return (
    <>
      <div>
        <SideLabel text={t('queue.subject')} /> <Foreign text={ours ?? '–'} />
      </div>
      <div>
        <SideLabel text={t('cases.listed')} /> <Foreign text={listed ?? '–'} />{' '}
        {ours && listed && verdict !== 'same' && verdict !== 'unknown' && (
          <Badge tone="warn">{factVerdictText(verdict)}</Badge>
        )}
      </div>
    </>
  );
}

function rowsOf(hit: Hit, subject: Subject | undefined): [string, ReactNode][] {
  const { match } = hit;
  const born = subject?.birthDate ?? subject?.dob;
  const listed = match?.dob;
  const name = match?.matchedName ?? match?.name;
  return [
    [t('hit.name'), pair(subject?.name, name, nameVerdict(match))],
    [t('hit.dob'), pair(born, listed, dateVerdict(match, known(born), known(listed)))],
    [
      t('hit.country'),
      pair(
        subject?.country,
        match?.country,
        subject?.country === match?.country ? 'same' : 'differs',
      ),
    ],
    [t('queue.list'), match && <Foreign key="list" text={match.listName} />],
    [t('queue.kind'), kindText(hit.listKind)],
    [t('queue.score'), hit.score !== null && numberText(hit.score)],
  ];
}

/** The customer of a hit above the listed entity, with the differences. */
export function Compared({ id }: { id: string }): ReactNode {
  const hit = useQuery(hitWith(id));
  const subjectId = hit.data?.subjectId ?? '';
  const subject = useQuery({ ...subjectWith(subjectId), enabled: subjectId !== '' });
  if (hit.isError) return <Problem error={hit.error} />;
  if (!hit.data) return <span className="skeleton" />;
  return (
    <div className="stack-close">
      <Facts rows={rowsOf(hit.data, subject.data)} />
      <Link to="/review/$id" params={{ id }}>
        {t('cases.openHit')}
      </Link>
    </div>
  );
}
