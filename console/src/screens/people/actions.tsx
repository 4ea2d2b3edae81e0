import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList, type Place } from '../../data/list.ts';
import { ActionName } from '../../parts/action.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { IdLink } from '../../parts/id-link.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/actions.ts';
import { wordsOf } from '../../texts/text.ts';

type Action = Operations['listAuditActions']['data']['items'][number];

function valuesText(value: unknown): string {
  return value === null || value === undefined ? '–' : JSON.stringify(value);
}

const COLUMNS: Column<Action>[] = [
  { id: 'at', title: t('audit.at'), cell: ({ at }) => <Time at={at} /> },
  {
    id: 'actor',
    title: t('audit.actor'),
    cell: ({ actor }) => (
      <>
        <span className="quiet">{wordsOf(actor.kind)}</span> <IdLink id={actor.id} />
      </>
    ),
  },
  { id: 'action', title: t('audit.action'), cell: ({ action }) => <ActionName action={action} /> },
  {
    id: 'object',
    title: t('audit.object'),
    cell: ({ action, objectId }) =>
      objectId === null ? '–' : <IdLink id={objectId} isCustomer={action.startsWith('subject.')} />,
  },
  {
    id: 'change',
    title: t('audit.change'),
    cell: ({ before, after }) =>
      (before ?? after ?? null) === null ? (
        '–'
      ) : (
        <details>
          <summary>{t('audit.change')}</summary>
          <pre>{valuesText(before)}</pre>
          <pre>{valuesText(after)}</pre>
        </details>
      ),
  },
  {
    id: 'from',
    title: t('audit.request'),
    cell: ({ address, requestId }) => (
      <>
        {requestId === null ? '–' : <span className="code">{requestId}</span>}
        {address !== null && (
          <div className="quiet">
            {t('audit.from')} {address}
          </div>
        )}
      </>
    ),
  },
];

type Filters = { actor?: string; action?: string; object?: string };

type Reading = (
  filters: Filters & Place & { limit: number },
  options: { signal: AbortSignal },
) => Promise<Operations['listAuditActions']['data']>;

type Log = {
  title: string;
  name: string;
  read: Reading;
  /** Shown between the title and the rows. */
  children?: ReactNode;
};

/** The rows of an audit log, newest first: who did what, to what; only what concerns one thing, if the address names it. */
export function Actions(log: Log): ReactNode {
  const { object } = useSearch({ strict: false }) as { object?: string };
  return <Rows key={object} object={object} {...log} />;
}

function Rows({
  object,
  title,
  name,
  read,
  children,
}: Log & { object: string | undefined }): ReactNode {
  const [typed, setTyped] = useState({ actor: '', action: '', object: object ?? '' });
  const [filters, setFilters] = useState<Filters>(object === undefined ? {} : { object });
  const list = useList<Action>(
    [name, filters],
    ({ id }) => id,
    (place, signal) => read({ limit: 100, ...filters, ...place }, { signal }),
  );
  return (
    <div className="stack">
      <h1>{title}</h1>
      {children}
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          setFilters(Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')));
        }}
      >
        {(['actor', 'action', 'object'] as const).map((field) => (
          <Field
            key={field}
            label={t(`audit.${field}`)}
            placeholder={t(`audit.${field}Example`)}
            value={typed[field]}
            onChange={(value) => setTyped({ ...typed, [field]: value.trim() })}
          />
        ))}
        <PlainButton type="submit">{t('app.filter')}</PlainButton>
      </form>
      <Table
        label={title}
        columns={COLUMNS}
        list={list}
        empty={t(Object.keys(filters).length === 0 ? 'audit.empty' : 'app.noneFits')}
      />
    </div>
  );
}
