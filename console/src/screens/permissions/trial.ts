import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';

export type Decision = Operations['checkPermission']['data'];
export type NewPolicy = Operations['createPermissionPolicy']['input']['body'];
type Assume = NonNullable<Operations['checkPermission']['input']['body']['assume']>;

/** A change that is tried and not saved, in words and as the API takes it. */
type Assumption = {
  /** Two with the same key are about the same: the later one counts. */
  key: string;
  /** Null: it is about everybody. */
  roleId: string | null;
  text: string;
  assume: Assume;
};

/** Tells whether a change that was tried is made now, or can no longer be. */
type IsDone = (assumption: Assumption) => boolean;

/** The ways out of the window of a change. */
export type Ways = {
  onTry: (assumption: Assumption) => void;
  onSaved: (isDone: IsDone) => void;
  onClose: () => void;
};

type Question = { subject: string; capability: string; resource: string };
/** The API's answer as things are, and the one with the changes, or why there is none. */
type Answers = { now: Decision; tried: Decision | undefined; problem: unknown };

/** A question with the changes under which it is asked. */
export type Trial = {
  question: Question;
  setQuestion: (question: Question) => void;
  assumptions: readonly Assumption[];
  /** Has the question answered under these, too, if it was asked before. */
  assume: (assumptions: Assumption[]) => void;
  /** Leaves out what is saved now, or what is gone: the API refuses to assume that. */
  leaveOut: (isDone: IsDone) => void;
  asked: UseMutationResult<Answers, Error, readonly Assumption[]>;
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

/** Asks whether somebody may do something, as things are and as they would be; nothing is changed by it. */
export function useTrial(): Trial {
  const [question, setQuestion] = useState(NO_QUESTION);
  const [assumptions, setAssumptions] = useState<readonly Assumption[]>([]);
  const asked = useMutation({
    mutationFn: async (assumed: readonly Assumption[]): Promise<Answers> => {
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
    },
    gcTime: 0,
  });
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
