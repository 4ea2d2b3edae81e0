import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** A secret that is shown once; it leaves the page with its window. */
export function Secret({
  text,
  note,
  onClose,
}: {
  text: string;
  note: string;
  onClose: () => void;
}): ReactNode {
  return (
    <div className="stack">
      <p>{note}</p>
      <pre className="panel">{text}</pre>
      <div className="toolbar">
        {/* The button that had the focus is gone with its form; with the focus nowhere, Escape closes nothing. */}
        <CopyButton text={text} autoFocus />
        <PlainButton look="primary" onPress={onClose}>
          {t('app.close')}
        </PlainButton>
      </div>
    </div>
  );
}
