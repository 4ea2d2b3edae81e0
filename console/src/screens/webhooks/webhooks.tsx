import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useMayChange } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { idOf } from '../../queries/define.ts';
import { ALL_FIGURES, WEBHOOKS } from '../../queries/webhooks.ts';
import { percentText } from '../../texts/amounts.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { State } from './state.tsx';

const WebhookForm = lazy(async () => ({
  default: (await import('./webhook-form.tsx')).WebhookForm,
}));

type Webhook = Operations['listWebhooks']['data']['webhooks'][number];

type AllFigures = Operations['getAllWebhookStats']['data'] | undefined;

/** The columns with figures, which arrive after the rows. */
function figureColumns(figures: AllFigures): Column<Webhook>[] {
  const rates = new Map(figures?.webhooks.map((one) => [one.webhookId, one.successRate]));
  const waiting = new Map(figures?.pending.map(({ webhookId, count }) => [webhookId, count]));
  return [
    {
      id: 'waiting',
      title: t('webhooks.waiting'),
      isNumber: true,
      cell: ({ id }) => (figures ? numberText(waiting.get(id) ?? 0) : '–'),
    },
    {
      id: 'rate',
      title: t('webhooks.dayRate'),
      isNumber: true,
      width: 8,
      cell: ({ id }) => {
        const rate = rates.get(id) ?? null;
        return rate === null ? '–' : percentText(rate);
      },
    },
  ];
}

const COLUMNS: Column<Webhook>[] = [
  {
    id: 'name',
    title: t('webhooks.name'),
    cell: ({ id, name }) => (
      <Link to="/webhooks/$id" params={{ id }}>
        <Foreign text={name} />
      </Link>
    ),
  },
  { id: 'url', title: t('webhooks.url'), cell: ({ url }) => textCell(url) },
  { id: 'events', title: t('app.eventTypes'), cell: ({ events }) => events.join(' ') },
  {
    id: 'state',
    title: t('webhooks.state'),
    cell: ({ active, failing }) => <State active={active} failing={failing} />,
  },
  {
    id: 'last',
    title: t('webhooks.last'),
    cell: ({ lastTriggeredAt }) => timeCell(lastTriggeredAt, true),
  },
];

/** The organization's webhooks. */
export function Webhooks(): ReactNode {
  const mayCreate = useMayChange('webhooks:manage');
  return (
    <ListScreen
      title={t('webhooks.title')}
      columns={[...COLUMNS, ...figureColumns(useQuery(ALL_FIGURES).data)]}
      list={wholeList(useQuery(WEBHOOKS), ({ webhooks }) => webhooks, idOf)}
      empty={t('webhooks.empty')}
      create={
        mayCreate && {
          text: t('webhooks.new'),
          form: (onClose) => <WebhookForm onDone={onClose} />,
        }
      }
    />
  );
}
