import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useAddress } from '../../data/address.ts';
import { useList } from '../../data/list.ts';
import { mayRead, useMe } from '../../data/me.ts';
import { ACTIONS } from '../../declared/actions.ts';
import { ActionName } from '../../parts/action.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { IdLink } from '../../parts/person.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { NamedField } from '../../parts/field.tsx';
import { RangeFields, rangeOf } from '../../parts/range-fields.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { KEY_NAMES } from '../../queries/names.ts';
import { auditOf } from '../../queries/people.ts';
import { memberNames } from '../../queries/session.ts';
import { t } from '../../texts/screens/actions.ts';
import { actionText } from '../../texts/screens/audit-actions.ts';
import { wordsOf } from '../../texts/text.ts';

type Action = Operations['listAuditActions']['data']['items'][number];

/** The maximum number of changed members that a row shows without a click. */
const MAX_LINES = 4;

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The members of an object that an action has set or changed. */
function Changes({ before, after }: Pick<Action, 'before' | 'after'>): ReactNode {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => valueText(before?.[name]) !== valueText(after?.[name]),
  );
  if (names.length === 0) return '–';
  const lines = names.map((name) => (
    <div key={name}>
      <span className="quiet">{name}</span>{' '}
      {before && (
        <>
          <Foreign text={valueText(before[name])} /> →{' '}
        </>
      )}
      <Foreign text={valueText(after?.[name])} />
    </div>
  ));
  if (names.length <= MAX_LINES) return lines;
  return (
    <details>
      <summary>{t('audit.changes', { count: names.length })}</summary>
      {lines}
    </details>
  );
}

export const COLUMNS: Column<Action>[] = [
  { id: 'at', title: t('audit.at'), width: 13, cell: ({ at }) => <Time at={at} exact /> },
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
    width: 16,
    cell: ({ before, after }) => <Changes before={before} after={after} />,
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

type Log = {
  title: string;
  log: Parameters<typeof auditOf>[0];
  read: Parameters<typeof auditOf>[1];
  /** The button next to the title. */
  create?: ComponentProps<typeof ListScreen>['create'];
  /** Shown between the title and the rows. */
  children?: ReactNode;
};

/** The filters as they are typed. */
type Typed = Partial<Record<(typeof FILTERS)[number], string>>;

const FIELDS = ['actor', 'action', 'object'] as const;
const FILTERS = [...FIELDS, 'from', 'to'] as const;

/** The actions in words, by their codes. */
const ACTION_TEXTS = Object.fromEntries(
  Object.keys(ACTIONS).map((action) => [action, actionText(action) ?? action]),
);

/** The maximum number of codes that the screen offers for some words. */
const MAX_CHOICES = 12;

/** Returns the codes whose names contain these words; the text itself if it is a code or if no name contains it. */
function codesOf(text: string, names: Record<string, string> = {}): string[] {
  const typed = text.trim();
  const words = typed.toLowerCase();
  const codes = Object.keys(names);
  const whole = codes.filter((code) => code === typed || names[code]!.toLowerCase() === words);
  // Codes of actions contain a dot.
  if (whole.length > 0 || words === '' || /[.*]/.test(words)) return [whole[0] ?? typed];
  const some = codes.filter((code) => names[code]!.toLowerCase().includes(words));
  return some.length > 0 ? some : [typed];
}

/** The names of the keys and of the current and former members by their ids, if the reader may know them. */
function useActors(): Record<string, string> {
  const { data: me } = useMe();
  const mayKnow = me !== undefined && me.organization !== null && mayRead(me, 'cases:manage');
  const mayManage = me !== undefined && mayRead(me, 'members:manage');
  const { data: keys } = useQuery({ ...KEY_NAMES, enabled: mayKnow });
  const { data: members } = useQuery({ ...memberNames('', mayManage), enabled: mayKnow });
  return { ...keys, ...members };
}

/** The actions of an audit log, newest first, with the filters of the address, which has no names. */
export function Actions({ title, log, read, create, children }: Log): ReactNode {
  const [{ from, to, ...chosen }, setFilters] = useAddress(FILTERS);
  const range = { ...(from && { from }), ...(to && { to }) };
  const [typed, setTyped] = useState<Typed>({});
  const names: Partial<Record<string, Record<string, string>>> = {
    actor: useActors(),
    action: ACTION_TEXTS,
  };
  const filters = { ...chosen, ...range };
  const [several, setSeveral] = useState<{ field: (typeof FIELDS)[number]; codes: string[] }>();
  const filter = (entered: Typed): void => {
    const next: Typed = { ...entered };
    for (const field of FIELDS) {
      const text = entered[field];
      if (text === undefined) continue;
      const codes = codesOf(text, names[field]);
      if (codes.length > 1) return setSeveral({ field, codes });
      next[field] = codes[0]!;
    }
    setSeveral(undefined);
    setTyped({});
    setFilters({ ...filters, ...next });
  };
  return (
    <ListScreen
      title={title}
      columns={COLUMNS}
      list={useList(auditOf(log, read, { ...chosen, ...rangeOf(range) }))}
      empty={t(Object.keys(filters).length === 0 ? 'audit.empty' : 'app.noneFits')}
      create={create}
    >
      {children}
      <FilterForm onFilter={() => filter(typed)}>
        {FIELDS.map((field) => (
          <NamedField
            key={field}
            label={t(`audit.${field}`)}
            placeholder={t(`audit.${field}Example`)}
            names={names[field]}
            value={typed[field] ?? chosen[field] ?? ''}
            onChange={(value) => setTyped({ ...typed, [field]: value })}
          />
        ))}
        <RangeFields
          typed={{ ...range, ...typed }}
          onChange={(part) => setTyped({ ...typed, ...part })}
        />
      </FilterForm>
      {several && (
        <div className="toolbar small" role="status">
          <span>{t('audit.several')}</span>
          {several.codes.slice(0, MAX_CHOICES).map((code) => (
            <PlainButton
              key={code}
              look="quiet"
              onPress={() => filter({ ...typed, [several.field]: code })}
            >
              {names[several.field]![code]}
            </PlainButton>
          ))}
        </div>
      )}
    </ListScreen>
  );
}
