import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** A secret that the page shows once. It leaves the page with its window. */
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
        {/* The focused button left with its form. Without a focus, Escape would close no window. */}
        <CopyButton text={text} autoFocus />
        <PlainButton look="primary" onPress={onClose}>
          {t('app.close')}
        </PlainButton>
      </div>
    </div>
  );
}
