import { useState, type ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';

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
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="stack">
      <p>{note}</p>
      <pre className="panel">{text}</pre>
      <div className="toolbar">
        <PlainButton
          onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {t(isCopied ? 'app.copied' : 'app.copy')}
        </PlainButton>
        <PlainButton look="primary" onPress={onClose}>
          {t('app.close')}
        </PlainButton>
      </div>
    </div>
  );
}
