import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { rowsOf } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { DecisionReasons } from '../../parts/decision-reasons.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Problem } from '../../parts/problem.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { ShownDecisions } from '../../parts/shown-decisions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { type Case } from './words.ts';

type Item = Case['items'][number];

/** Screens of what a case may hold. */
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
    cell: ({ id, kind, state, title }) => {
      const screen = SCREENS[kind];
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
  { id: 'at', title: t('cases.made'), cell: ({ addedAt }) => <Time at={addedAt} /> },
];

/** The things that a case rests on, and how each stands now. */
export function Evidence({ data, mayEdit }: { data: Case; mayEdit: boolean }): ReactNode {
  const { id } = data;
  const { data: me } = useMe();
  const stale = [['case', id]];
  const [typed, setTyped] = useState('');
  const ids = typed.split(/\s+/).filter((each) => each !== '');
  const added = useChange(
    () => api.cases.addItems({ id, body: { ids } }),
    stale,
    () => setTyped(''),
  );
  const [removed, setRemoved] = useState<Item>();
  const columns = [...COLUMNS];
  if (mayEdit)
    columns.push({
      id: 'actions',
      title: t('app.actions'),
      cell: (item) => (
        <RowActions
          id={item.id}
          actions={['remove']}
          textOf={() => t('cases.remove')}
          onPress={() => setRemoved(item)}
        />
      ),
    });
  return (
    <section className="stack-close">
      <h2>{t('cases.items')}</h2>
      <Table
        label={t('cases.items')}
        columns={columns}
        list={rowsOf(data.items, (item) => item.id)}
        empty={t('cases.noItems')}
      />
      {mayEdit && (
        <form
          className="toolbar no-print"
          onSubmit={(event) => {
            event.preventDefault();
            added.mutate();
          }}
        >
          <Field label={t('cases.attach')} value={typed} onChange={setTyped} />
          <PlainButton type="submit" isDisabled={ids.length === 0 || added.isPending}>
            {t('cases.attachGo')}
          </PlainButton>
          {me && mayChange(me, 'fraud:screen') && (
            <Link to="/search" search={{ case: id }}>
              {t('search.forCase')}
            </Link>
          )}
        </form>
      )}
      {added.isError && <Problem error={added.error} />}
      {removed && (
        <Confirm
          title={t('cases.remove')}
          text={t('cases.removeWhy', { kind: wordsOf(removed.kind), id: removed.id })}
          run={() => api.cases.removeItem({ id, itemId: removed.id })}
          stale={stale}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}
