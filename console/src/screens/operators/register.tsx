import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import type { Column } from '../../parts/table.tsx';
import { REGISTER } from '../../queries/operators.ts';
import { protectionText, t } from '../../texts/screens/operators.ts';

type Entry = Operations['getProcessingRegister']['data']['entries'][number];

const TONES: Partial<Record<Entry['protection'], Tone>> = { sealed: 'good', clear: 'quiet' };

const COLUMNS: Column<Entry>[] = [
  { id: 'people', title: t('register.people'), cell: ({ people }) => people },
  { id: 'data', title: t('register.data'), cell: ({ data }) => data, width: 16 },
  {
    id: 'place',
    title: t('register.place'),
    cell: ({ place }) => <code>{place}</code>,
    width: 18,
  },
  {
    id: 'protection',
    title: t('register.protection'),
    cell: ({ protection }) => (
      <Badge tone={TONES[protection] ?? 'quiet'}>{protectionText(protection) ?? protection}</Badge>
    ),
  },
  {
    id: 'readers',
    title: t('register.readers'),
    cell: ({ roles }) => roles.join(', ') || '–',
    width: 14,
  },
  { id: 'kept', title: t('register.kept'), cell: ({ kept }) => kept, width: 14 },
  {
    id: 'recipients',
    title: t('register.recipients'),
    cell: ({ recipients }) =>
      recipients
        .map(({ name, hosts }) => (hosts.length === 0 ? name : `${name}: ${hosts.join(', ')}`))
        .join('; ') || '–',
    width: 16,
  },
];

/** The personal data that is stored, for operators. */
export function RegisterScreen(): ReactNode {
  const query = useQuery(REGISTER);
  return (
    <ListScreen
      title={t('register.title')}
      columns={COLUMNS}
      list={wholeList(
        query,
        ({ entries }) => entries,
        ({ place }) => place,
      )}
      empty={t('register.empty')}
    >
      <p className="small quiet">{t('register.why')}</p>
      <PrintButton />
    </ListScreen>
  );
}
