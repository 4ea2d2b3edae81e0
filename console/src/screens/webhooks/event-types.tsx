import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { EVENT_TYPES } from '../../queries/webhooks.ts';
import { t } from '../../texts/screens/event-types.ts';
import { SendTest } from './send-test.tsx';

type EventType = Operations['listEventTypes']['data']['eventTypes'][number];

/** Every type of event that the API sends, with its schema and its example. */
export function EventTypes(): ReactNode {
  const { data: me } = useMe();
  const [wanted, setWanted] = useState('');
  const [opened, setOpened] = useState<EventType>();
  const query = useQuery(EVENT_TYPES);
  const columns: Column<EventType>[] = [
    {
      id: 'type',
      title: t('eventTypes.type'),
      cell: (row) => (
        <PlainButton look="quiet" onPress={() => setOpened(row)}>
          {row.type}
        </PlainButton>
      ),
    },
    { id: 'what', title: t('eventTypes.what'), cell: ({ description }) => description },
  ];
  const list = wholeList(
    query,
    ({ eventTypes }) => eventTypes.filter(({ type }) => type.includes(wanted.trim())),
    ({ type }) => type,
  );
  return (
    <ListScreen
      title={t('eventTypes.title')}
      columns={columns}
      list={list}
      empty={t('eventTypes.empty')}
      filters={<Field label={t('eventTypes.find')} value={wanted} onChange={setWanted} />}
    >
      <Window
        title={opened?.type ?? ''}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        hasClose
      >
        {opened && (
          <div className="stack">
            <p>{opened.description}</p>
            {me && mayChange(me, 'webhooks:manage') && <SendTest type={opened.type} />}
            <h3>{t('eventTypes.example')}</h3>
            <pre tabIndex={0}>{JSON.stringify(opened.example, null, 2)}</pre>
            <h3>{t('eventTypes.schema')}</h3>
            <pre tabIndex={0}>{JSON.stringify(opened.schema, null, 2)}</pre>
          </div>
        )}
      </Window>
    </ListScreen>
  );
}
