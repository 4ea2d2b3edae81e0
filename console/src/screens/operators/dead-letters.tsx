import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Name } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { idOf } from '../../queries/define.ts';
import { DEAD_LETTERS } from '../../queries/operators.ts';
import { COLON, numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';

type DeadLetter = Operations['listDeadLetters']['data']['items'][number];
type Done = { done: number; failed: number; error: unknown };

type What = 'replay' | 'discard';

/** Sends one request for each dead letter. A request that fails does not stop the others. */
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

const COLUMNS: Column<DeadLetter>[] = [
  { id: 'at', title: t('verifications.at'), cell: ({ createdAt }) => timeCell(createdAt, true) },
  {
    id: 'kind',
    title: t('verifications.kind'),
    cell: ({ kind, country }) => `${wordsOf(kind)} · ${country}`,
  },
  {
    id: 'organization',
    title: t('deadLetters.organization'),
    cell: ({ organizationId }) => <Name id={organizationId} />,
  },
  {
    id: 'error',
    title: t('deadLetters.failures'),
    cell: ({ failures = [] }) =>
      failures.length === 0
        ? '–'
        : failures
            .map(({ provider, outcome }) => `${provider}${COLON} ${wordsOf(outcome)}`)
            .join(', '),
  },
  {
    id: 'replays',
    title: t('deadLetters.replays'),
    isNumber: true,
    cell: ({ replays }) => numberText(replays),
  },
  { id: 'due', title: t('deadLetters.due'), cell: ({ dueAt }) => timeCell(dueAt) },
];

/** The requests that no provider answered. An operator repeats or discards several of them together. */
export function DeadLetters(): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<What>();
  const [done, setDone] = useState<Done>();
  const { data: me } = useMe();
  const list = useList(DEAD_LETTERS);
  const ids = list.rows.map(idOf).filter((id) => chosen.has(id));
  const columns = [...COLUMNS];
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
    <ListSection
      title={t('deadLetters.title')}
      columns={columns}
      list={list}
      empty={t('deadLetters.empty')}
    >
      {isOperator && (
        <div className="toolbar">
          <PlainButton onPress={() => setChosen(new Set(list.rows.map(idOf)))}>
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
    </ListSection>
  );
}

/** The question before a repetition, which providers charge for, or a discard, which is final: the operator enters the number. */
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
  return (
    <Confirm
      title={t(`deadLetters.${what}`)}
      run={() =>
        forEach(ids, (id) =>
          what === 'replay'
            ? api.administration.replayDeadLetter({ id })
            : api.administration.discardDeadLetter({ id }),
        )
      }
      stale={[['dead letters']]}
      isReady={typed.trim() === count}
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label={t(`deadLetters.${what}Sure`, { count })}
        value={typed}
        onChange={setTyped}
        autoFocus
      />
    </Confirm>
  );
}
