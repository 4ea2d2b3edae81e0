import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/operators.ts';

type DeadLetter = Operations['listDeadLetters']['data']['items'][number];
type Done = { done: number; failed: number; error: unknown };

const STALE = [['dead letters']];

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
  const [isDiscarding, setDiscarding] = useState(false);
  const list = useList<DeadLetter>(
    ['dead letters'],
    ({ id }) => id,
    (place, signal) =>
      api.administration.listDeadLetters({ status: 'waiting', limit: 100, ...place }, { signal }),
  );
  const none = (): void => setChosen(new Set());
  const replayed = useChange(
    (ids: string[]) => forEach(ids, (id) => api.administration.replayDeadLetter({ id })),
    STALE,
    none,
  );
  const ids = list.rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const columns: Column<DeadLetter>[] = [
    {
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
    },
    {
      id: 'at',
      title: t('verifications.at'),
      cell: ({ createdAt }) => <Time at={createdAt} age />,
    },
    {
      id: 'kind',
      title: t('verifications.kind'),
      cell: ({ kind, country }) => `${kind} · ${country}`,
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
  return (
    <section className="stack-close">
      <h2>{t('deadLetters.title')}</h2>
      <div className="toolbar">
        <PlainButton onPress={() => setChosen(new Set(list.rows.map(({ id }) => id)))}>
          {t('deadLetters.choose')}
        </PlainButton>
        <PlainButton
          onPress={() => replayed.mutate(ids)}
          isDisabled={ids.length === 0 || replayed.isPending}
        >
          {t('deadLetters.replay')}
        </PlainButton>
        <PlainButton onPress={() => setDiscarding(true)} isDisabled={ids.length === 0}>
          {t('deadLetters.discard')}
        </PlainButton>
        <span role="status">
          {replayed.data
            ? t('deadLetters.done', { done: replayed.data.done, failed: replayed.data.failed })
            : t('deadLetters.chosen', { count: ids.length })}
        </span>
      </div>
      {replayed.data?.error !== undefined && <Problem error={replayed.data.error} />}
      <Table
        label={t('deadLetters.title')}
        columns={columns}
        list={list}
        empty={t('deadLetters.empty')}
      />
      {isDiscarding && <Discard ids={ids} onClose={() => setDiscarding(false)} onDone={none} />}
    </section>
  );
}

/** Giving up is for ever, so the number is typed. */
function Discard({
  ids,
  onClose,
  onDone,
}: {
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const count = String(ids.length);
  const discarded = useChange(
    async () => {
      const { error } = await forEach(ids, (id) => api.administration.discardDeadLetter({ id }));
      if (error !== undefined) throw error;
    },
    STALE,
    () => {
      onDone();
      onClose();
    },
  );
  return (
    <Window title={t('deadLetters.discard')} isOpen onClose={onClose}>
      <Form
        sending={discarded}
        save={t('deadLetters.discard')}
        onCancel={onClose}
        isReady={typed.trim() === count}
      >
        <Field
          label={t('deadLetters.sure', { count })}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      </Form>
    </Window>
  );
}
