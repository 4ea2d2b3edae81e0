import { useState } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, type Changing } from '../../data/change.ts';
import { api } from '../../data/client.ts';

export type Decision = Operations['checkPermission']['data'];
export type NewPolicy = Operations['createPermissionPolicy']['input']['body'];
type Assume = NonNullable<Operations['checkPermission']['input']['body']['assume']>;

/** A change that is tried and not saved, in words and as the API takes it. */
type Assumption = {
  /** The identity of the change: of two changes with the same key, the later one counts. */
  key: string;
  /** Null for all subjects. */
  roleId: string | null;
  text: string;
  assume: Assume;
};

/** Returns true if a tried change is saved, or can no longer be made. */
type IsDone = (assumption: Assumption) => boolean;

/** Results of the window of a change. */
export type Ways = {
  onTry: (assumption: Assumption) => void;
  onSaved: (isDone: IsDone) => void;
  onClose: () => void;
};

type Question = { subject: string; capability: string; resource: string };
/** The API's answer without the changes, and its answer with them or its error. */
type Answers = { now: Decision; tried: Decision | undefined; problem: unknown };

/** A question with the tried changes. */
export type Trial = {
  question: Question;
  setQuestion: (question: Question) => void;
  assumptions: readonly Assumption[];
  /** Sets the changes to try, and repeats the question if it was asked before. */
  assume: (assumptions: Assumption[]) => void;
  /** Removes the saved changes, which the API rejects as assumptions. */
  leaveOut: (isDone: IsDone) => void;
  asked: Changing<Answers, readonly Assumption[]>;
};

const NO_QUESTION: Question = { subject: '', capability: '', resource: '' };

function together(assumptions: readonly Assumption[]): Assume {
  const all = assumptions.map(({ assume }) => assume);
  return {
    roles: all.flatMap(({ roles = [] }) => roles),
    assignments: all.flatMap(({ assignments = [] }) => assignments),
    policies: all.flatMap(({ policies = [] }) => policies),
    relationships: all.flatMap(({ relationships = [] }) => relationships),
    without: all.flatMap(({ without = [] }) => without),
  };
}

/** Asks whether a subject has a capability, without and with the tried changes. It changes nothing. */
export function useTrial(): Trial {
  const [question, setQuestion] = useState(NO_QUESTION);
  const [assumptions, setAssumptions] = useState<readonly Assumption[]>([]);
  const asked = useChange<Answers, readonly Assumption[]>(async (assumed) => {
    const { subject, capability, resource } = question;
    const body = {
      subject: subject.trim(),
      capability: capability.trim(),
      ...(resource.trim() !== '' && { resource: resource.trim() }),
      explain: true,
    };
    const [now, tried] = await Promise.allSettled([
      api.permissions.check({ body }),
      assumed.length === 0
        ? undefined
        : api.permissions.check({ body: { ...body, assume: together(assumed) } }),
    ]);
    if (now.status === 'rejected') throw now.reason;
    return tried.status === 'fulfilled'
      ? { now: now.value, tried: tried.value, problem: undefined }
      : { now: now.value, tried: undefined, problem: tried.reason };
  }, []);
  const assume = (next: Assumption[]): void => {
    const latest = new Map(next.map((one) => [one.key, one]));
    const unique = [...latest.values()];
    setAssumptions(unique);
    if (!asked.isIdle) asked.mutate(unique);
  };
  const leaveOut = (isDone: IsDone): void => {
    if (assumptions.some(isDone)) assume(assumptions.filter((one) => !isDone(one)));
  };
  return { question, setQuestion, assumptions, assume, leaveOut, asked };
}
