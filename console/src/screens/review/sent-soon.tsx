import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { undo, useDecisions, type Waiting } from './pending.ts';
import { useUndoKey, WaitingDecisions } from './waiting.tsx';

/** The decisions that can be taken back, on a screen without hits. Taking one back opens its hit. */
export function SentSoon(): ReactNode {
  const navigate = useNavigate();
  const { waiting } = useDecisions();
  const [isUndone, setUndone] = useState(false);
  const takeBack = (one: Waiting): void => {
    undo(one);
    setUndone(true);
    void navigate({ to: '/review/$id', params: { id: one.hit.id } });
  };
  useUndoKey(() => {
    const newest = waiting.at(-1);
    if (newest) takeBack(newest);
  });
  return <WaitingDecisions waiting={waiting} isUndone={isUndone} onUndo={takeBack} />;
}
