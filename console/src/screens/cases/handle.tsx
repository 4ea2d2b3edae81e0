import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import type { Case } from '../../queries/case.ts';
import { MEMBERS } from '../../queries/session.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/cases.ts';
import { t as label } from '../../texts/screens/case-labels.ts';
import { OUTCOMES, PRIORITIES, STATUSES, type Outcome, type Status } from './words.ts';

type Change = Operations['updateCase']['input']['body'];

const STATUS_OPTIONS = STATUSES.map((id): { id: string; text: string } => ({
  id,
  text: wordsOf(id),
}));
const NO_OUTCOME = '';
const OUTCOME_OPTIONS = ([NO_OUTCOME, ...OUTCOMES] as string[]).map((id) => {
  return { id, text: id === NO_OUTCOME ? t('cases.chooseOutcome') : wordsOf(id) };
});
const UNASSIGNED = '';
const COMPUTED = '';

/** Returns the day of a moment in the zone of the browser, as the API writes days. */
function dayOf(at: string | null): string {
  if (at === null) return '';
  const local = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

/** Returns the end of a day in the zone of the browser; null for no day. A wrong day stays as it is, for the service to reject. */
function endOf(day: string): string | null {
  if (day === '') return null;
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** Returns the start of a day in the zone of the browser; null for no day. A wrong day stays as it is. */
function startOf(day: string): string | null {
  if (day === '') return null;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}

/** Returns the labels in a text, each once. */
function labelsIn(text: string): string[] {
  const labels = text.toLowerCase().split(/[\s,]+/);
  return [...new Set(labels.filter((one) => one !== ''))];
}

/** The fields of the form, as texts. */
type Values = Record<
  'assignee' | 'due' | 'outcome' | 'priority' | 'snooze' | 'status' | 'tags' | 'type',
  string
>;

function valuesOf(data: Case): Values {
  return {
    status: data.status,
    outcome: NO_OUTCOME,
    assignee: data.assignee ?? UNASSIGNED,
    due: dayOf(data.dueAt),
    type: data.type ?? '',
    tags: data.tags.join(' '),
    snooze: dayOf(data.snoozedUntil),
    priority: data.isPrioritySet ? data.priority : COMPUTED,
  };
}

/** An entered value, and the stored value that the person has seen. */
type Edits = { [Name in keyof Values]?: { value: string; seen: string } };

/** Returns the entered values. A value that another change has replaced since is no longer entered. */
function entered(edits: Edits, stored: Values): Partial<Values> {
  const names = Object.keys(edits) as (keyof Values)[];
  const current = names.filter((name) => edits[name]!.seen === stored[name]);
  return Object.fromEntries(current.map((name) => [name, edits[name]!.value]));
}

/** Returns the fields of a case that the values change. */
function changeOf(values: Values, stored: Values): Omit<Change, 'expectedRevision'> {
  const { status, outcome, assignee, due, type, tags, snooze, priority } = values;
  const isClosing = status === 'CLOSED' && status !== stored.status;
  return {
    ...(status !== stored.status && { status: status as Status }),
    ...(isClosing && outcome !== NO_OUTCOME && { outcome: outcome as Outcome }),
    ...(assignee !== stored.assignee && { assignee: assignee || null }),
    ...(due !== stored.due && { dueAt: endOf(due) }),
    ...(type.trim() !== stored.type && { type: type.trim().toLowerCase() || null }),
    ...(labelsIn(tags).join(' ') !== stored.tags && { tags: labelsIn(tags) }),
    ...(snooze !== stored.snooze && { snoozedUntil: startOf(snooze) }),
    ...(priority !== stored.priority && {
      priority: (priority || null) as Change['priority'] & (string | null),
    }),
  };
}

/**
 * The form that changes state, assignee, due date, priority, type, tags and snooze of a case. The service rejects a change of a case that has
 * changed since it was read. Entered values stay until they are saved, or another change replaces them.
 */
export function Handle({ data }: { data: Case }): ReactNode {
  const { id, revision } = data;
  const { data: me } = useMe();
  const { data: members = [] } = useQuery(MEMBERS);
  const [edits, setEdits] = useState<Edits>({});
  const stored = valuesOf(data);
  const values = { ...stored, ...entered(edits, stored) };
  const { status, outcome, assignee, due, type, tags, snooze, priority } = values;
  const set = (name: keyof Values) => (value: string) =>
    setEdits((old) => ({ ...old, [name]: { value, seen: stored[name] } }));
  // A former member stays the assignee until a person chooses another one.
  const people =
    assignee === UNASSIGNED || members.some((one) => one.id === assignee)
      ? members
      : [...members, { id: assignee, text: assignee }];
  const isClosing = status === 'CLOSED' && status !== stored.status;
  const change = changeOf(values, stored);
  const changed = useChange(
    (body: typeof change) =>
      api.cases.update({ id, body: { expectedRevision: revision, ...body } }),
    [['case', { id }], ['cases'], ['today']],
    () => set('outcome')(NO_OUTCOME),
  );
  const isOpen = data.status !== 'CLOSED';
  return (
    <InlineForm
      sending={{ ...changed, mutate: () => changed.mutate(change) }}
      save={t('cases.change')}
      isReady={Object.keys(change).length > 0 && !(isClosing && outcome === NO_OUTCOME)}
      label={t('cases.change')}
      besides={
        me &&
        isOpen &&
        data.assignee !== me.id && (
          <PlainButton
            isDisabled={changed.isPending}
            onPress={() => changed.mutate({ assignee: me.id })}
          >
            {t('cases.toMe')}
          </PlainButton>
        )
      }
    >
      <Choice
        label={t('cases.status')}
        options={STATUS_OPTIONS}
        value={status}
        onChange={set('status')}
      />
      {status === 'CLOSED' && isOpen && (
        <Choice
          label={t('cases.outcome')}
          options={OUTCOME_OPTIONS}
          value={outcome}
          onChange={set('outcome')}
        />
      )}
      {(isOpen || status !== 'CLOSED') && (
        <>
          <Choice
            label={t('cases.assignee')}
            options={[{ id: UNASSIGNED, text: t('cases.noAssignee') }, ...people]}
            value={assignee}
            onChange={set('assignee')}
          />
          <Field label={t('cases.due')} type="date" value={due} onChange={set('due')} />
          <Choice
            label={t('cases.priority')}
            options={[
              {
                id: COMPUTED,
                text: t('cases.computed', {
                  priority: data.isPrioritySet ? '–' : wordsOf(data.priority),
                }),
              },
              ...PRIORITIES.map((one) => ({ id: one, text: wordsOf(one) })),
            ]}
            value={priority}
            onChange={set('priority')}
          />
          <Field label={label('labels.type')} value={type} onChange={set('type')} />
          <Field label={label('labels.tags')} value={tags} onChange={set('tags')} />
          {status !== 'CLOSED' && (
            <Field
              label={label('labels.snooze')}
              type="date"
              value={snooze}
              onChange={set('snooze')}
            />
          )}
        </>
      )}
    </InlineForm>
  );
}
