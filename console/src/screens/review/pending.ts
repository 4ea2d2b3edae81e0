import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { decide, type Hit, type Verdict } from './decision.ts';
import { keepRefusal } from './refusals.ts';

/** A decision is sent so long after it was made; until then it can be taken back. */
export const UNDO_MS = 10_000;

type Pending = { hit: Hit; verdict: Verdict; reason: string; timer: number };

/** A hit as somebody saw it: one that has changed since is another. */
function sightOf({ id, revision }: Hit): string {
  return `${id} ${revision}`;
}

/** The decisions of a screen: the one that can still be taken back, and those on their way. */
export function useDecisions(): {
  pending: Pending | undefined;
  /** Tells whether a hit was decided here, whatever the list still says. */
  isDecided: (hit: Hit) => boolean;
  choose: (hit: Hit, verdict: Verdict, reason: string) => void;
  undo: () => void;
} {
  const client = useQueryClient();
  const [pending, setPending] = useState<Pending>();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const send = async ({ hit, verdict, reason, timer }: Pending): Promise<void> => {
    clearTimeout(timer);
    setPending((now) => (now?.hit.id === hit.id ? undefined : now));
    setSent((before) => new Set(before).add(sightOf(hit)));
    try {
      await decide(hit, verdict, reason);
    } catch (error) {
      keepRefusal({ hit, verdict, error });
      setSent((before) => new Set([...before].filter((sight) => sight !== sightOf(hit))));
    }
    await client.invalidateQueries({ queryKey: ['hits'] });
  };
  // A decision is sent at once when somebody goes on to another screen or closes the page.
  const sendNow = useEffectEvent(() => {
    if (pending) void send(pending);
  });
  useEffect(() => {
    const onHide = (): void => sendNow();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      sendNow();
    };
  }, []);
  return {
    pending,
    isDecided: (hit) => hit.id === pending?.hit.id || sent.has(sightOf(hit)),
    choose(hit, verdict, reason) {
      if (pending) void send(pending);
      const timer = window.setTimeout(() => void send(made), UNDO_MS);
      const made: Pending = { hit, verdict, reason, timer };
      setPending(made);
    },
    undo() {
      clearTimeout(pending?.timer);
      setPending(undefined);
    },
  };
}
