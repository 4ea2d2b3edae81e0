import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { PlainButton } from '../../parts/button.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import type { Hit } from '../../queries/review.ts';
import { t as hitText } from '../../texts/screens/hit.ts';
import { t } from '../../texts/screens/many.ts';
import { Assign } from './assign.tsx';
import type { Verdict } from './decision.ts';
import { dropDraft, type Given } from './drafts.ts';
import './action-bar.css';
import './many.css';
import { NoteInCase } from './note-in-case.tsx';
import { choose } from './pending.ts';
import { QuestionMany } from './question-many.tsx';
import { MAX_TICKED } from './ticks.ts';
import type { CaseOfHits } from './to-case.ts';
import { ToCases } from './to-cases.tsx';
import type { useQueue } from './use-queue.ts';

/** The result of the last action on ticked hits, which assigned them or added them to these cases. */
type Done = { count: number; cases: readonly CaseOfHits[] };

type Queue = ReturnType<typeof useQueue>;

/** The actions on the ticked hits, over the lower edge of the rows, with the windows of all actions. */
export function Many({ queue }: { queue: Queue }): ReactNode {
  const { ticked, ticks, me, opened, open } = queue;
  const what = opened?.what;
  const close = (): void => open(undefined);
  const [done, setDone] = useState<Done>();
  const finish = (next: Done): void => {
    setDone(next);
    close();
    ticks?.clear();
  };
  return (
    <>
      {ticks && (ticked.length > 0 || done) && (
        <section className="panel action-bar many toolbar" aria-label={t('many.title')}>
          <span role="status">
            {ticked.length > 0 && t('many.count', { count: ticked.length })}{' '}
            {ticked.length === MAX_TICKED && t('many.most', { count: MAX_TICKED })}
            {ticked.length === 0 && done && <DoneText {...done} />}
          </span>
          {ticked.length > 0 ? (
            <Buttons queue={queue} />
          ) : (
            <PlainButton look="quiet" onPress={() => setDone(undefined)}>
              {t('app.close')}
            </PlainButton>
          )}
        </section>
      )}
      {(what === 'cases' || what === 'new case') && (
        <ToCases
          hits={opened!.hits}
          isNew={what === 'new case'}
          onClose={close}
          onDone={(cases) => finish({ count: opened!.hits.length, cases })}
        />
      )}
      {what === 'assign' && me && (
        <Assign
          hits={opened!.hits}
          me={me}
          onDone={() => {
            if (ticked.length > 0) finish({ count: opened!.hits.length, cases: [] });
            else close();
          }}
          onClose={close}
        />
      )}
      {what === 'note' && <NoteInCase hit={opened!.hits[0]!} onClose={close} />}
      {(what === 'true_match' || what === 'false_positive') && (
        <QuestionMany
          hits={opened!.hits}
          verdict={what}
          onDecide={(hits, given) => {
            decideMany(queue, hits, what, given);
            setDone(undefined);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Accepts the same decision for each of the hits, and selects the first row after them. */
function decideMany(queue: Queue, hits: readonly Hit[], verdict: Verdict, given: Given): void {
  const { rows, at } = queue;
  queue.open(undefined);
  queue.setUndone(false);
  const ids = new Set(hits.map(({ id }) => id));
  const next = rows.slice(at).find(({ id }) => !ids.has(id));
  queue.setPlace({ id: next?.id ?? '', index: at });
  for (const hit of hits) {
    dropDraft(hit.id);
    choose(hit, verdict, given, queue.me!);
  }
  queue.ticks?.clear();
}

function Buttons({ queue: { open, ticked: hits, ticks, mayTake } }: { queue: Queue }): ReactNode {
  return (
    <>
      <PlainButton onPress={() => open({ what: 'true_match', hits })}>
        {hitText('hit.trueMatch')}
      </PlainButton>
      <PlainButton onPress={() => open({ what: 'false_positive', hits })}>
        {hitText('hit.falsePositive')}
      </PlainButton>
      {mayTake && (
        <PlainButton onPress={() => open({ what: 'cases', hits })}>{t('many.toCase')}</PlainButton>
      )}
      <PlainButton onPress={() => open({ what: 'assign', hits })}>{t('many.assign')}</PlainButton>
      <PlainButton look="quiet" onPress={() => ticks?.clear()}>
        {t('many.clear')}
      </PlainButton>
    </>
  );
}

function DoneText({ count, cases }: Done): ReactNode {
  if (cases.length === 0) return t('many.assigned', { count });
  return (
    <>
      {t('many.inCase', { count })}{' '}
      {cases.map(({ id, subjectId }) => (
        <Link key={id} to="/cases/$id" params={{ id }}>
          {t('cases.one')} <Foreign text={subjectId} />{' '}
        </Link>
      ))}
    </>
  );
}
