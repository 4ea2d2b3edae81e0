import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, mayRead, useMe } from '../../data/me.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { someCases } from '../../queries/cases.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';
import { toneOfStatus } from '../cases/words.ts';

export type Attached = { itemId: string; subjectId: string | null; caseId?: string | undefined };

const Choose = lazy(async () => ({ default: (await import('./choose-case.tsx')).Choose }));

/** Shows the cases that contain a screening or a hit, and the form that attaches it to another case. */
export function InCases({ itemId, subjectId, caseId }: Attached): ReactNode {
  const { data: me } = useMe();
  const mayLook = me !== undefined && mayRead(me, 'cases:manage');
  const [isChoosing, setChoosing] = useState(false);
  const holding = useQuery({ ...someCases({ itemId }), enabled: mayLook });
  const added = useChange(
    (id: string) => api.cases.addItems({ id, body: { ids: [itemId] } }),
    [['cases'], ['case']],
  );
  if (!mayLook) return null;
  const cases = holding.data?.items ?? [];
  const isHeld = (id: string): boolean => cases.some((one) => one.id === id);
  return (
    <section className="stack-close" aria-label={t('search.cases')}>
      {holding.isError && <Problem error={holding.error} />}
      {cases.map(({ id, subjectId: customer, status }) => (
        <p key={id}>
          {t('search.inCase')}{' '}
          <Link to="/cases/$id" params={{ id }}>
            <Foreign text={customer} />
          </Link>{' '}
          <Badge tone={toneOfStatus(status)}>{wordsOf(status)}</Badge>
        </p>
      ))}
      {mayChange(me, 'cases:manage') && (
        <div className="toolbar no-print">
          {caseId !== undefined && !isHeld(caseId) && (
            <PlainButton
              look="primary"
              isDisabled={added.isPending}
              onPress={() => added.mutate(caseId)}
            >
              {t('search.attachHere')}
            </PlainButton>
          )}
          <PlainButton onPress={() => setChoosing(true)}>{t('search.attach')}</PlainButton>
        </div>
      )}
      {added.isError && <Problem error={added.error} />}
      <Window title={t('search.attach')} isOpen={isChoosing} onClose={() => setChoosing(false)}>
        <Suspense>
          <Choose itemId={itemId} subjectId={subjectId} onClose={() => setChoosing(false)} />
        </Suspense>
      </Window>
    </section>
  );
}
