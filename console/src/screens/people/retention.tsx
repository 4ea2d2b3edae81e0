import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { timeCell } from '../../parts/cells.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { PERIODS, RETENTION_PLAN } from '../../queries/retention.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/retention.ts';
import { PERIOD_COLUMNS } from './retention-columns.tsx';
import { Holds } from './holds.tsx';

type Period = Operations['getRetention']['data']['classes'][number];
type Planned = Operations['getRetentionPlan']['data']['classes'][number];
type Row = Period & { planned: Planned | undefined };

const COLUMNS: Column<Row>[] = [
  ...PERIOD_COLUMNS,
  { id: 'due', title: t('retention.due'), cell: ({ planned }) => planned?.count ?? '–' },
  {
    id: 'oldest',
    title: t('retention.oldest'),
    cell: ({ planned }) => timeCell(planned?.oldestAt ?? null),
  },
];

/** The window that chooses the period of a class. */
function Choose({ period, onClose }: { period: Period; onClose: () => void }): ReactNode {
  const [days, setDays] = useState(String(period.chosenDays ?? ''));
  const chosen = useChange(
    () =>
      api.retention.choosePeriod({
        body: { class: period.class, days: days === '' ? null : Number(days) },
      }),
    [['retention'], ['retention plan']],
    onClose,
  );
  return (
    <Window title={t('retention.change')} isOpen onClose={onClose}>
      <Form sending={chosen} onCancel={onClose}>
        <p>{wordsOf(period.class)}</p>
        <Field
          label={t('retention.ownDays')}
          type="number"
          value={days}
          onChange={setDays}
          note={t('retention.range', { min: period.minDays, max: period.maxDays })}
          autoFocus
        />
      </Form>
    </Window>
  );
}

/** The periods of the organization's records, and the holds that keep records longer. */
export function Retention(): ReactNode {
  const mayEdit = useMayChange('retention:manage');
  const { data: plan } = useQuery(RETENTION_PLAN);
  const list = wholeList(
    useQuery(PERIODS),
    ({ classes }): Row[] =>
      classes.map((one) => ({
        ...one,
        planned: plan?.classes.find((planned) => planned.class === one.class),
      })),
    (row) => row.class,
  );
  return (
    <div className="stack">
      <ListScreen<Row, 'change'>
        title={t('retention.title')}
        columns={COLUMNS}
        list={list}
        empty={t('retention.none')}
        actions={
          mayEdit && {
            of: ({ isFixed }) => (isFixed ? [] : ['change']),
            textOf: () => t('retention.change'),
            nameOf: (row) => wordsOf(row.class),
            open: (_, row, onClose) => <Choose period={row} onClose={onClose} />,
          }
        }
      >
        <p className="small quiet">{t('retention.how')}</p>
      </ListScreen>
      {/* It moves nothing if it appears last. */}
      {!list.query.isPending && <Holds mayEdit={mayEdit} />}
    </div>
  );
}
