import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { keepDraft } from './drafts.ts';
import { undo, useDecisions, type Waiting } from './pending.ts';
import { SHORTCUTS_OFF } from './place.ts';
import { WaitingDecisions } from './waiting.tsx';

/** The decisions that can be taken back, on a screen without hits. Taking one back opens its hit. */
export function SentSoon(): ReactNode {
  const navigate = useNavigate();
  const { waiting } = useDecisions();
  const [isUndone, setUndone] = useState(false);
  const takeBack = (one: Waiting): void => {
    undo(one);
    keepDraft(one.hit.id, { ...one.given, isUndone: true });
    setUndone(true);
    void navigate({ to: '/review/$id', params: { id: one.hit.id } });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const newest = waiting.at(-1);
    if (event.key !== 'u' || !newest || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as HTMLElement).closest('input, textarea, select, [role=dialog]')) return;
    if (localStorage.getItem(SHORTCUTS_OFF) === null) takeBack(newest);
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return <WaitingDecisions waiting={waiting} isUndone={isUndone} onUndo={takeBack} />;
}
