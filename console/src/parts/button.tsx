import type { ComponentProps, ReactNode } from 'react';

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
