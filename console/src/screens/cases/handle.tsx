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

const STATUS_OPTIONS = STATUSES.map((id) => ({ id, text: wordsOf(id) }));
const NO_OUTCOME = '';
const OUTCOME_OPTIONS = ([NO_OUTCOME, ...OUTCOMES] as const).map((id) => {
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

/**
 * The form that changes state, assignee, due date, priority, type, tags and snooze of a case. The service rejects a change of a case that has
 * changed since it was read.
 */
export function Handle({ data }: { data: Case }): ReactNode {
  const { id, revision } = data;
  // A snooze that ends while the form is open is not a change by the person.
  const [first] = useState(data);
  const { data: me } = useMe();
  const { data: members = [] } = useQuery(MEMBERS);
  const [status, setStatus] = useState(first.status as Status);
  const [outcome, setOutcome] = useState<Outcome | typeof NO_OUTCOME>(NO_OUTCOME);
  const [assignee, setAssignee] = useState(first.assignee ?? UNASSIGNED);
  const [due, setDue] = useState(dayOf(first.dueAt));
  const [type, setType] = useState(first.type ?? '');
  const [tags, setTags] = useState(first.tags.join(' '));
  const [snooze, setSnooze] = useState(dayOf(first.snoozedUntil));
  const set = first.isPrioritySet ? first.priority : COMPUTED;
  const [priority, setPriority] = useState<string>(set);
  // A former member stays the assignee until a person chooses another one.
  const people =
    assignee === UNASSIGNED || members.some((one) => one.id === assignee)
      ? members
      : [...members, { id: assignee, text: assignee }];
  const isClosing = status === 'CLOSED' && status !== first.status;
  const change: Omit<Change, 'expectedRevision'> = {
    ...(status !== first.status && { status }),
    ...(isClosing && outcome !== NO_OUTCOME && { outcome }),
    ...(assignee !== (first.assignee ?? UNASSIGNED) && { assignee: assignee || null }),
    ...(due !== dayOf(first.dueAt) && { dueAt: endOf(due) }),
    ...(type.trim() !== (first.type ?? '') && { type: type.trim().toLowerCase() || null }),
    ...(labelsIn(tags).join(' ') !== first.tags.join(' ') && { tags: labelsIn(tags) }),
    ...(snooze !== dayOf(first.snoozedUntil) && { snoozedUntil: startOf(snooze) }),
    ...(priority !== set && {
      priority: (priority || null) as Change['priority'] & (string | null),
    }),
  };
  const changed = useChange(
    (more: typeof change | void) =>
      api.cases.update({ id, body: { expectedRevision: revision, ...change, ...more } }),
    [['case', { id }], ['cases'], ['today']],
  );
  const isOpen = data.status !== 'CLOSED';
  return (
    <InlineForm
      sending={{ ...changed, mutate: () => changed.mutate() }}
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
        onChange={setStatus}
      />
      {status === 'CLOSED' && isOpen && (
        <Choice
          label={t('cases.outcome')}
          options={OUTCOME_OPTIONS}
          value={outcome}
          onChange={setOutcome}
        />
      )}
      {(isOpen || status !== 'CLOSED') && (
        <>
          <Choice
            label={t('cases.assignee')}
            options={[{ id: UNASSIGNED, text: t('cases.noAssignee') }, ...people]}
            value={assignee}
            onChange={setAssignee}
          />
          <Field label={t('cases.due')} type="date" value={due} onChange={setDue} />
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
            onChange={setPriority}
          />
          <Field label={label('labels.type')} value={type} onChange={setType} />
          <Field label={label('labels.tags')} value={tags} onChange={setTags} />
          {status !== 'CLOSED' && (
            <Field label={label('labels.snooze')} type="date" value={snooze} onChange={setSnooze} />
          )}
        </>
      )}
    </InlineForm>
  );
}
