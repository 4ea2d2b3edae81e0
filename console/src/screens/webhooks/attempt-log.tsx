import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useAddress, valueIn } from '../../data/address.ts';
import { rangeOf } from '../../parts/range-fields.tsx';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Later } from '../../parts/later.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { attemptsWith, WEBHOOKS, type LoggedAttempt } from '../../queries/webhooks.ts';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';
import { LogFilters, useWebhookNames } from './log-filters.tsx';
import { causeText, DeliveryState, ERRORS } from './state.tsx';

const Attempts = lazy(async () => ({ default: (await import('./attempts.tsx')).Attempts }));

const OUTCOMES = ['succeeded', 'failed'] as const;
const FILTERS = ['webhookId', 'outcome', 'error', 'status', 'eventType', 'from', 'to'] as const;
const EVERY = '';

/** Every request to every webhook, newest first. */
export function AttemptLog(): ReactNode {
  const [filters, setFilters] = useAddress(FILTERS);
  const [opened, setOpened] = useState<LoggedAttempt>();
  const { data, isPending } = useQuery(WEBHOOKS);
  const nameOf = useWebhookNames();
  const { webhookId, eventType } = filters;
  const outcome = valueIn(OUTCOMES, filters.outcome);
  const error = valueIn(ERRORS, filters.error);
  const status = /^[1-5]\d\d$/.test(filters.status ?? '') ? Number(filters.status) : undefined;
  const list = useList(
    attemptsWith({
      ...(webhookId && { webhookId }),
      ...(outcome && { outcome }),
      ...(error && { error }),
      ...(status !== undefined && { status }),
      ...(eventType && { eventType }),
      ...rangeOf(filters),
    }),
  );
  const columns: Column<LoggedAttempt>[] = [
    {
      id: 'at',
      title: t('webhooks.at'),
      width: 15,
      cell: (attempt) => (
        <PlainButton look="quiet" onPress={() => setOpened(attempt)}>
          <Time at={attempt.at} exact />
        </PlainButton>
      ),
    },
    {
      id: 'name',
      title: t('webhooks.one'),
      cell: ({ webhookId: id }) => (
        <Link to="/webhooks/$id" params={{ id }}>
          <bdi>{nameOf(id)}</bdi>
        </Link>
      ),
    },
    { id: 'what', title: t('webhooks.event'), cell: ({ eventType: type }) => type },
    {
      id: 'outcome',
      title: t('webhooks.outcome'),
      cell: (attempt) => <DeliveryState status={attempt.outcome} />,
    },
    {
      id: 'answer',
      title: t('webhooks.response'),
      cell: ({ statusCode, error: why, tlsFailure }) =>
        statusCode ?? [why && causeText(why), tlsFailure].filter(Boolean).join(': '),
    },
    {
      id: 'number',
      title: t('webhooks.number'),
      isNumber: true,
      cell: ({ number }) => numberText(number),
    },
    {
      id: 'duration',
      title: t('webhooks.duration'),
      isNumber: true,
      width: 8,
      cell: ({ durationMs }) => `${numberText(durationMs)} ms`,
    },
  ];
  const webhooks = data?.webhooks ?? [];
  // The names of the webhooks make the filters wider, which would move them.
  if (isPending)
    return (
      <div className="stack">
        <h1>{t('attempts.title')}</h1>
        <Later />
      </div>
    );
  return (
    <ListScreen
      title={t('attempts.title')}
      columns={columns}
      list={list}
      empty={t(Object.keys(filters).length === 0 ? 'webhooks.noAttempts' : 'app.noneFits')}
    >
      <LogFilters
        type="eventType"
        fields={[['status', t('webhooks.httpStatus')]]}
        filters={filters}
        onFilter={setFilters}
      >
        <Choice
          label={t('webhooks.one')}
          options={[
            { id: EVERY, text: t('webhooks.all') },
            ...webhooks.map(({ id, name }) => ({ id, text: name })),
            ...(webhookId !== undefined && webhooks.every(({ id }) => id !== webhookId)
              ? [{ id: webhookId, text: webhookId }]
              : []),
          ]}
          value={webhookId ?? EVERY}
          onChange={(id) => setFilters({ ...filters, webhookId: id })}
        />
        <StateChoice
          label={t('webhooks.outcome')}
          all={t('webhooks.all')}
          states={OUTCOMES}
          textOf={(one) => t(`webhooks.${one}`)}
          value={outcome}
          onChange={(one) => setFilters({ ...filters, outcome: one ?? '' })}
        />
        <StateChoice
          label={t('webhooks.reason')}
          all={t('webhooks.all')}
          states={ERRORS}
          textOf={(one) => t(`webhooks.error.${one}`)}
          value={error}
          onChange={(one) => setFilters({ ...filters, error: one ?? '' })}
        />
      </LogFilters>
      <Window
        title={opened?.eventType ?? ''}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        hasClose
      >
        <Suspense>
          {opened && (
            <Attempts
              delivery={{
                id: opened.deliveryId,
                webhookId: opened.webhookId,
                eventId: opened.eventId,
              }}
            />
          )}
        </Suspense>
      </Window>
    </ListScreen>
  );
}
