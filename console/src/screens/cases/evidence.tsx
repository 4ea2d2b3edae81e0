import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { rowsOf } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { DecisionReasons } from '../../parts/decision-reasons.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { ShownDecisions } from '../../parts/shown-decisions.tsx';
import type { Column } from '../../parts/table.tsx';
import { HitCard } from './hit-card.tsx';
import type { Case } from '../../queries/case.ts';
import { idOf } from '../../queries/define.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';

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
    width: 28,
    cell: ({ id, kind, state, title, hit }) => {
      const screen = SCREENS[kind];
      if (hit && state !== null) return <HitCard id={id} hit={hit} />;
      return (
        <>
          {screen && state !== null ? (
            <Link to={`${screen}${id}`} className="code">
              {id}
            </Link>
          ) : (
            <span className="code">{id}</span>
          )}{' '}
          {title !== null && <Foreign text={title} />}
        </>
      );
    },
  },
  {
    id: 'state',
    title: t('cases.state'),
    width: 16,
    cell: ({ id, state, hit }) => (
      <>
        {state === null ? t('cases.gone') : wordsOf(state)} {hit && numberText(hit.score)}
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
      {mayEdit && <Attach id={id} />}
    </>
  );
}

/** The form that attaches items to a case by their ids. */
function Attach({ id }: { id: string }): ReactNode {
  const { data: me } = useMe();
  const [typed, setTyped] = useState('');
  const ids = typed.split(/\s+/).filter((each) => each !== '');
  const added = useChange(
    () => api.cases.addItems({ id, body: { ids } }),
    [['case', { id }]],
    () => setTyped(''),
  );
  return (
    <InlineForm
      sending={added}
      save={t('cases.attachGo')}
      isReady={ids.length > 0}
      besides={
        me &&
        mayChange(me, 'fraud:screen') && (
          <Link to="/search" search={{ case: id }}>
            {t('search.forCase')}
          </Link>
        )
      }
    >
      <Field label={t('cases.attach')} value={typed} onChange={setTyped} />
    </InlineForm>
  );
}
