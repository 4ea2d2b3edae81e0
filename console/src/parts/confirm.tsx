import type { ReactNode } from 'react';
import { useChange } from '../data/change.ts';
import type { Key } from '../queries/keys.ts';
import { Window } from './dialog.tsx';
import { Foreign } from './foreign.tsx';
import { Form, type Besides } from './form.tsx';
import { COLON } from '../texts/text.ts';

/** A question before a change that cannot be undone. */
export function Confirm<Data>({
  title,
  name,
  text,
  run,
  stale,
  isReady = true,
  onClose,
  onDone = onClose,
  besides,
  children,
}: {
  /** Names the change, and is the text of the button. */
  title: string;
  /** The name of the object, before the text. */
  name?: string;
  text?: ReactNode;
  run: () => Promise<Data>;
  stale: readonly Key[];
  isReady?: boolean;
  onClose: () => void;
  onDone?: (data: Data) => void;
  besides?: Besides;
  /** Shown below the text. */
  children?: ReactNode;
}): ReactNode {
  const done = useChange(run, stale, onDone);
  return (
    <Window title={title} isOpen onClose={onClose}>
      <Form sending={done} save={title} isReady={isReady} onCancel={onClose} besides={besides}>
        {text !== undefined && (
          <p>
            {name !== undefined && (
              <>
                <Foreign text={name} />
                {COLON}{' '}
              </>
            )}
            {text}
          </p>
        )}
        {children}
      </Form>
    </Window>
  );
}
