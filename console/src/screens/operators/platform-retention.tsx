import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { Check } from '../../parts/checks.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { CLASSES } from '../../queries/retention.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/retention.ts';
import { PERIOD_COLUMNS } from '../people/retention-columns.tsx';

type Class = Operations['listRetentionClasses']['data']['classes'][number];

const COLUMNS: Column<Class>[] = [
  ...PERIOD_COLUMNS,
  { id: 'proposed', title: t('retention.proposed'), cell: ({ proposedDays }) => proposedDays },
];

/** The window that switches a class on or off, and sets its period and bounds. */
function ChangeClass({ row, onClose }: { row: Class; onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(row.isOn);
  const [days, setDays] = useState(String(row.days));
  const [min, setMin] = useState(String(row.minDays));
  const [max, setMax] = useState(String(row.maxDays));
  const changed = useChange(
    () =>
      api.administration.updateRetentionClass({
        body: {
          class: row.class,
          isOn,
          days: Number(days),
          minDays: Number(min),
          maxDays: Number(max),
        },
      }),
    [['retention classes']],
    onClose,
  );
  return (
    <Window title={t('retention.change')} isOpen onClose={onClose}>
      <Form sending={changed} onCancel={onClose}>
        <p>{wordsOf(row.class)}</p>
        <Check label={t('retention.isOn')} isSelected={isOn} onChange={setOn} />
        <Field
          label={t('retention.days')}
          type="number"
          value={days}
          onChange={setDays}
          isRequired
        />
        <Field label={t('retention.min')} type="number" value={min} onChange={setMin} isRequired />
        <Field label={t('retention.max')} type="number" value={max} onChange={setMax} isRequired />
      </Form>
    </Window>
  );
}

/** The classes of records: which are removed, and when. */
export function PlatformRetention(): ReactNode {
  const mayEdit = useMayChange('platform:admin');
  const list = wholeList(
    useQuery(CLASSES),
    ({ classes }) => classes,
    (row) => row.class,
  );
  return (
    <ListScreen<Class, 'change'>
      title={t('platformRetention.title')}
      columns={COLUMNS}
      list={list}
      empty={t('retention.none')}
      actions={
        mayEdit && {
          of: ({ isFixed }) => (isFixed ? [] : ['change']),
          textOf: () => t('retention.change'),
          nameOf: (row) => wordsOf(row.class),
          open: (_, row, onClose) => <ChangeClass row={row} onClose={onClose} />,
        }
      }
    >
      <p className="small quiet">{t('retention.classesHow')}</p>
    </ListScreen>
  );
}
