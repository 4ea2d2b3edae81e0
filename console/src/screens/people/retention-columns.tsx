import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge } from '../../parts/badge.tsx';
import type { Column } from '../../parts/table.tsx';
import { t } from '../../texts/screens/retention.ts';
import { wordsOf } from '../../texts/text.ts';

/** Has the members that the classes of an organization share with those of the installation. */
type Period = Pick<
  Operations['getRetention']['data']['classes'][number],
  'class' | 'isOn' | 'isFixed' | 'days' | 'minDays' | 'maxDays'
>;

/** The columns of a class of records: its name, removal, period and bounds. */
export const PERIOD_COLUMNS: Column<Period>[] = [
  { id: 'records', title: t('retention.records'), cell: (row) => wordsOf(row.class) },
  {
    id: 'removal',
    title: t('retention.removal'),
    cell: ({ isOn, isFixed }) => (
      <Badge tone={isOn ? 'warn' : 'quiet'}>
        {t(isFixed ? 'retention.fixed' : isOn ? 'retention.on' : 'retention.off')}
      </Badge>
    ),
  },
  { id: 'days', title: t('retention.days'), cell: ({ days }) => days },
  {
    id: 'bounds',
    title: t('retention.bounds'),
    cell: ({ minDays: min, maxDays: max, isFixed }) =>
      isFixed ? '–' : t('retention.range', { min, max }),
  },
];
