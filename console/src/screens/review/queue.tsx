import { lazy, Suspense, type ReactNode } from 'react';
import { later } from '../../parts/later.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { t } from '../../texts/screens/review.ts';
import { AskedQuestion } from './asked-question.tsx';
import { afterRows, COLUMNS, DECIDED_COLUMNS, TICKED_COLUMNS } from './queue-columns.tsx';
import { TicksContext } from './ticks.ts';
import { useQueue } from './use-queue.ts';
import './desk.css';

const Enrol = lazy(async () => ({ default: (await import('../customers/enrol.tsx')).Enrol }));

// The first view loads only the rows.
const Detail = later(async () => (await afterRows()).Detail);
const Many = later(async () => (await afterRows()).Many);
const Bar = later(async () => (await afterRows()).Bar);

/** The hits of a view; a person decides open hits by keyboard alone. */
export function Queue(): ReactNode {
  const queue = useQueue();
  const { place, mayDecide } = queue;
  const { status = 'open', sort = 'newest', ...filters } = place;
  const isFiltered = status !== 'open' || Object.keys(filters).length > 0;
  const hit = queue.list.rows[queue.at];
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
      <div className="queue-bar stack-close">
        <Suspense>
          <Bar queue={queue} />
        </Suspense>
      </div>
      {queue.taken.isError && <Problem error={queue.taken.error} />}
      <div className={status === 'open' ? 'desk desk-open' : 'desk'}>
        <div className="desk-rows">
          <TicksContext value={queue.ticks}>
            <Table
              label={t('review.title')}
              columns={queue.ticks ? TICKED_COLUMNS : status === 'open' ? COLUMNS : DECIDED_COLUMNS}
              list={queue.list}
              selected={queue.at}
              onSelect={queue.goTo}
              focusMoves={queue.focusMoves}
              empty={t(isFiltered ? 'app.noneFits' : 'queue.empty')}
              order={sort}
              onOrder={(order) => queue.show({ ...place, sort: order === 'newest' ? '' : order })}
            />
          </TicksContext>
          <Suspense>{mayDecide && <Many queue={queue} />}</Suspense>
        </div>
        <Suspense>
          {hit && queue.me && (
            <Detail
              hit={hit}
              me={queue.me}
              ask={queue.ask}
              toCase={queue.mayTake ? queue.taken.mutate : undefined}
              assign={(hits) => queue.open({ what: 'assign', hits })}
            />
          )}
        </Suspense>
      </div>
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
