import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '../texts/text.ts';

type Look = 'plain' | 'primary' | 'quiet';

type Props = Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'onClick'> & {
  look?: Look;
  isDisabled?: boolean;
  /** True while the request of the button runs: the button keeps the focus, and a press does nothing. */
  isPending?: boolean;
  onPress?: (() => void) | undefined;
};

/** The button of all screens. */
export function PlainButton({
  look = 'plain',
  type = 'button',
  isDisabled = false,
  isPending = false,
  onPress,
  ...props
}: Props): ReactNode {
  return (
    <button
      {...props}
      type={isPending ? 'button' : type}
      className={look === 'plain' ? 'button' : `button button-${look}`}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      onClick={({ currentTarget }) => {
        // Safari gives no focus to a button that a person clicks, so a closed window could not return it.
        currentTarget.focus();
        if (!isPending) onPress?.();
      }}
    />
  );
}

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
