import type { ReactNode } from 'react';
import { useChange } from '../data/change.ts';
import { Window } from './dialog.tsx';
import { Form, type Besides } from './form.tsx';

/** Something that is done after one more question. */
export function Confirm({
  title,
  text,
  run,
  stale,
  onClose,
  onDone = onClose,
  besides,
  children,
}: {
  /** It names what is done, and the button has it too. */
  title: string;
  text: ReactNode;
  run: () => Promise<unknown>;
  stale: readonly string[][];
  onClose: () => void;
  onDone?: () => void;
  besides?: Besides;
  /** It is shown below the text. */
  children?: ReactNode;
}): ReactNode {
  const done = useChange(run, stale, onDone);
  return (
    <Window title={title} isOpen onClose={onClose}>
      <Form sending={done} save={title} onCancel={onClose} besides={besides}>
        <p>{text}</p>
        {children}
      </Form>
    </Window>
  );
}
