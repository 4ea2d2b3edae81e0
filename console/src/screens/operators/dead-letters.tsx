import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';

type DeadLetter = Operations['listDeadLetters']['data']['items'][number];
type Done = { done: number; failed: number; error: unknown };

const STALE = [['dead letters']];

const OPERATIONS = {
  replay: (id: string): Promise<unknown> => api.administration.replayDeadLetter({ id }),
  discard: (id: string): Promise<unknown> => api.administration.discardDeadLetter({ id }),
};
type What = keyof typeof OPERATIONS;

/** Goes through them one by one: each is one operation, and one that fails leaves the others. */
async function forEach(ids: string[], run: (id: string) => Promise<unknown>): Promise<Done> {
  const result: Done = { done: 0, failed: 0, error: undefined };
  for (const id of ids)
    try {
      await run(id);
      result.done += 1;
    } catch (error) {
      result.failed += 1;
      result.error = error;
    }
  return result;
}

/** The requests that no provider could answer: asked again or given up, several at once. */
export function DeadLetters(): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<What>();
  const [done, setDone] = useState<Done>();
  const { data: me } = useMe();
  const list = useList<DeadLetter>(
    ['dead letters'],
    ({ id }) => id,
    (place, signal) =>
      api.administration.listDeadLetters({ status: 'waiting', limit: 100, ...place }, { signal }),
  );
  const ids = list.rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const columns: Column<DeadLetter>[] = [
    {
      id: 'at',
      title: t('verifications.at'),
      cell: ({ createdAt }) => <Time at={createdAt} age />,
    },
    {
      id: 'kind',
      title: t('verifications.kind'),
      cell: ({ kind, country }) => `${wordsOf(kind)} · ${country}`,
    },
    {
      id: 'organization',
      title: t('deadLetters.organization'),
      cell: ({ organizationId }) => <span className="code">{organizationId}</span>,
    },
    {
      id: 'replays',
      title: t('deadLetters.replays'),
      isNumber: true,
      cell: ({ replays }) => numberText(replays),
    },
    {
      id: 'due',
      title: t('deadLetters.due'),
      cell: ({ dueAt }) => (dueAt ? <Time at={dueAt} /> : '–'),
    },
  ];
  const isOperator = mayOperate(me);
  if (isOperator)
    columns.unshift({
      id: 'chosen',
      title: t('deadLetters.pick'),
      cell: ({ id }) => (
        <input
          type="checkbox"
          aria-label={id}
          checked={chosen.has(id)}
          onChange={({ target }) => {
            const next = new Set(chosen);
            if (target.checked) next.add(id);
            else next.delete(id);
            setChosen(next);
          }}
        />
      ),
    });
  return (
    <section className="stack-close">
      <h2>{t('deadLetters.title')}</h2>
      {isOperator && (
        <div className="toolbar">
          <PlainButton onPress={() => setChosen(new Set(list.rows.map(({ id }) => id)))}>
            {t('deadLetters.choose')}
          </PlainButton>
          {(['replay', 'discard'] as const).map((what) => (
            <PlainButton key={what} onPress={() => setAsked(what)} isDisabled={ids.length === 0}>
              {t(`deadLetters.${what}`)}
            </PlainButton>
          ))}
          <span role="status">
            {done && ids.length === 0
              ? t('deadLetters.done', { done: done.done, failed: done.failed })
              : t('deadLetters.chosen', { count: ids.length })}
          </span>
        </div>
      )}
      {done?.error !== undefined && <Problem error={done.error} />}
      <Table
        label={t('deadLetters.title')}
        columns={columns}
        list={list}
        empty={t('deadLetters.empty')}
      />
      {asked && (
        <Sure
          what={asked}
          ids={ids}
          onClose={() => setAsked(undefined)}
          onDone={(result) => {
            setDone(result);
            setChosen(new Set());
            setAsked(undefined);
          }}
        />
      )}
    </section>
  );
}

/** Providers charge for each question, and giving up is for ever, so the number is typed. */
function Sure({
  what,
  ids,
  onClose,
  onDone,
}: {
  what: What;
  ids: string[];
  onClose: () => void;
  onDone: (done: Done) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const count = String(ids.length);
  const done = useChange(() => forEach(ids, OPERATIONS[what]), STALE, onDone);
  const title = t(`deadLetters.${what}`);
  return (
    <Window title={title} isOpen onClose={onClose}>
      <Form sending={done} save={title} onCancel={onClose} isReady={typed.trim() === count}>
        <Field
          label={t(`deadLetters.${what}Sure`, { count })}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      </Form>
    </Window>
  );
}
