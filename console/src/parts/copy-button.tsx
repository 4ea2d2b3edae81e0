import { useState, type ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';

/** Copies a text to the clipboard, and shows that it did until it copies another. */
export function CopyButton({
  text,
  autoFocus = false,
}: {
  text: string;
  autoFocus?: boolean;
}): ReactNode {
  const [copied, setCopied] = useState<string>();
  return (
    <PlainButton
      autoFocus={autoFocus}
      onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      {t(copied === text ? 'app.copied' : 'app.copy')}
    </PlainButton>
  );
}
