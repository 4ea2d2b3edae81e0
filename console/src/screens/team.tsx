import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { wholeList } from '../data/whole.ts';
import { ListSection } from '../parts/list-screen.tsx';
import { Person } from '../parts/person.tsx';
import type { Column } from '../parts/table.tsx';
import { TEAM } from '../queries/review.ts';
import { durationText, t } from '../texts/screens/team.ts';
import { numberText } from '../texts/text.ts';

type Figures = Operations['getTeam']['data'];
type Decided = Figures['decisions']['all'] & { actorId: string | undefined };
type Waiting = Figures['backlog']['all'] & { assignee: string | null | undefined };
type Overdue = Figures['overdueCases']['assignees'][number];

/** A person by name. @param id undefined: all of them; null: no person */
function personCell(id: string | null | undefined): ReactNode {
  if (id === undefined) return <strong>{t('team.everyone')}</strong>;
  return id === null ? t('team.unassigned') : <Person id={id} />;
}

function countColumn<Name extends string>(id: Name, title: string): Column<Record<Name, number>> {
  return { id, title, isNumber: true, cell: (row) => numberText(row[id]) };
}

function timeColumn(id: 'median' | 'p90'): Column<Decided> {
  return {
    id,
    title: t(`team.${id}`),
    isNumber: true,
    width: 8,
    cell: ({ secondsToDecide: times }) => (times ? durationText(times[id]) : '–'),
  };
}

const DECIDED: Column<Decided>[] = [
  { id: 'person', title: t('team.person'), cell: ({ actorId }) => personCell(actorId) },
  countColumn('today', t('team.today')),
  countColumn('week', t('team.week')),
  countColumn('month', t('team.month')),
  timeColumn('median'),
  timeColumn('p90'),
];
const WAITING: Column<Waiting>[] = [
  { id: 'person', title: t('team.assignee'), cell: ({ assignee }) => personCell(assignee) },
  countColumn('total', t('team.open')),
  countColumn('day', t('team.day')),
  countColumn('threeDays', t('team.threeDays')),
  countColumn('week', t('team.ofWeek')),
  countColumn('month', t('team.ofMonth')),
  countColumn('older', t('team.older')),
  countColumn('overdue', t('team.overdue')),
];
const OVERDUE: Column<Overdue>[] = [
  { id: 'person', title: t('team.assignee'), cell: ({ assignee }) => personCell(assignee) },
  countColumn('count', t('team.cases')),
];

/** The note of figures that leave work out. */
function Partly({ of: figures }: { of: { complete: boolean } | undefined }): ReactNode {
  return figures?.complete === false && <p className="quiet">{t('team.partly')}</p>;
}

/** Figures for the person who leads the team: the first row of a table is the sum of all people. */
export function Team(): ReactNode {
  const query = useQuery(TEAM);
  const { data } = query;
  return (
    <div className="stack">
      <h1>{t('team.title')}</h1>
      <ListSection
        title={t('team.decisions')}
        columns={DECIDED}
        list={wholeList(
          query,
          ({ decisions: { all, people } }): Decided[] =>
            all.month === 0 ? [] : [{ actorId: undefined, ...all }, ...people],
          ({ actorId }) => String(actorId),
        )}
        empty={t('team.noDecisions')}
      >
        <p className="small quiet">{t('team.timeWhy')}</p>
        <Partly of={data?.decisions} />
      </ListSection>
      <ListSection
        title={t('team.backlog')}
        columns={WAITING}
        list={wholeList(
          query,
          ({ backlog: { all, assignees } }): Waiting[] =>
            all.total === 0 ? [] : [{ assignee: undefined, ...all }, ...assignees],
          ({ assignee }) => String(assignee),
        )}
        empty={t('team.noHits')}
      >
        <Partly of={data?.backlog} />
      </ListSection>
      <ListSection
        title={t('team.overdueCases')}
        columns={OVERDUE}
        list={wholeList(
          query,
          ({ overdueCases }) => overdueCases.assignees,
          ({ assignee }) => String(assignee),
        )}
        empty={t('team.noCases')}
      />
    </div>
  );
}
