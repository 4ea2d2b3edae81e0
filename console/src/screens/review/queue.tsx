import { lazy, Suspense, type ReactNode } from 'react';
import { PlainButton } from '../../parts/button.tsx';
import { Check } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { t } from '../../texts/screens/review.ts';
import { verdictText } from './decision.ts';
import { AskedQuestion } from './asked-question.tsx';
import { COLUMNS, DECIDED_COLUMNS } from './queue-columns.tsx';
import { STATUSES, useQueue } from './use-queue.ts';
import { WaitingDecisions } from './waiting.tsx';

const Enrol = lazy(async () => ({ default: (await import('../customers/enrol.tsx')).Enrol }));

const OPTIONS = STATUSES.map((id) => ({ id, text: verdictText(id) }));

/** The hits of a status; a person decides open hits by keyboard alone. */
export function Queue(): ReactNode {
  const queue = useQueue();
  const { status, mayDecide } = queue;
  const isOpen = status === 'open';
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('review.title')}</h1>
        {mayDecide && (
          <PlainButton look="primary" onPress={() => queue.setEnrolling(true)}>
            {t('enrol.title')}
          </PlainButton>
        )}
      </div>
      {queue.hasKeys && <p className="small quiet">{queue.keys.join(', ')}</p>}
      <div className="toolbar">
        <Choice
          label={t('queue.status')}
          options={OPTIONS}
          value={status}
          onChange={queue.setStatus}
        />
        <Check
          label={t('queue.shortcuts')}
          isSelected={queue.hasKeys}
          onChange={queue.setHasKeys}
        />
        <WaitingDecisions
          waiting={queue.waiting}
          isUndone={queue.isUndone}
          onUndo={queue.takeBack}
        />
      </div>
      {queue.taken.isError && <Problem error={queue.taken.error} />}
      <Table
        label={t('review.title')}
        columns={isOpen ? COLUMNS : DECIDED_COLUMNS}
        list={queue.list}
        selected={queue.at}
        onSelect={queue.goTo}
        focusMoves={queue.focusMoves}
        empty={t(isOpen ? 'queue.empty' : 'app.noneFits')}
      />
      <Window
        title={t('enrol.title')}
        isOpen={queue.isEnrolling}
        onClose={() => queue.setEnrolling(false)}
      >
        <Suspense>
          <Enrol onCancel={() => queue.setEnrolling(false)} />
        </Suspense>
      </Window>
      {mayDecide && <AskedQuestion asked={queue.question} />}
    </div>
  );
}
