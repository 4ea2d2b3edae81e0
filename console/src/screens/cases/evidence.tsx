import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { later } from '../../parts/later.tsx';
import { rowsOf } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { DecisionReasons } from '../../parts/decision-reasons.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { ShownDecisions } from '../../parts/shown-decisions.tsx';
import type { Column } from '../../parts/table.tsx';
import { HitCard } from './hit-card.tsx';
import type { Case } from '../../queries/case.ts';
import { idOf } from '../../queries/define.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';

// The first view has no room for these.
const OpenStatus = later(async () => (await import('../review/open-status.tsx')).OpenStatus);
const Attach = later(async () => (await import('./attach-items.tsx')).Attach);

type Item = Case['items'][number];

/** The screens of items that a case can contain, by their kind. */
const SCREENS: Record<string, string> = {
  hit: '/review/',
  screening: '/search/',
  verification: '/verifications/',
  thread: '/threads/',
};

const COLUMNS: Column<Item>[] = [
  { id: 'kind', title: t('cases.kind'), cell: ({ kind }) => wordsOf(kind) },
  {
    id: 'item',
    title: t('cases.item'),
    width: 20,
    cell: ({ id, kind, state, title, hit }) => {
      const screen = SCREENS[kind];
      if (hit && state !== null) return <HitCard id={id} hit={hit} />;
      return (
        <>
          {screen && state !== null ? (
            <Link
              to={`${screen}${id}`}
              {...(title !== null ? { title: id } : { className: 'code' })}
            >
              {title === null ? id : <Foreign text={title} />}
            </Link>
          ) : (
            <span {...(title !== null ? { title: id } : { className: 'code' })}>
              {title === null ? id : <Foreign text={title} />}
            </span>
          )}
        </>
      );
    },
  },
  {
    id: 'state',
    title: t('cases.state'),
    width: 14,
    cell: ({ id, state, hit }) => (
      <>
        {hit && state === 'open' ? (
          <Suspense fallback={wordsOf(state)}>
            <OpenStatus id={id} />
          </Suspense>
        ) : state === null ? (
          t('cases.gone')
        ) : (
          wordsOf(state)
        )}{' '}
        {hit && numberText(hit.score)}
        {hit?.decision && <DecisionReasons {...hit.decision} />}
        {hit && state !== 'open' && <ShownDecisions id={id} />}
      </>
    ),
  },
  { id: 'at', title: t('cases.made'), cell: ({ addedAt }) => timeCell(addedAt) },
];

/** The evidence of a case, and the present state of each item. */
export function Evidence({ data, mayEdit }: { data: Case; mayEdit: boolean }): ReactNode {
  const { id } = data;
  const stale = [['case', { id }]] as const;
  return (
    <>
      <ListSection<Item, 'remove'>
        title={t('cases.items')}
        columns={COLUMNS}
        list={rowsOf(data.items, idOf)}
        empty={t('cases.noItems')}
        actions={
          mayEdit && {
            of: () => ['remove'],
            textOf: () => t('cases.remove'),
            open: (_, item, onClose) => (
              <Confirm
                title={t('cases.remove')}
                text={t('cases.removeWhy', { kind: wordsOf(item.kind), id: item.id })}
                run={() => api.cases.removeItem({ id, itemId: item.id })}
                stale={stale}
                onClose={onClose}
              />
            ),
          }
        }
      />
      {mayEdit && (
        <Suspense>
          <Attach data={data} />
        </Suspense>
      )}
    </>
  );
}
