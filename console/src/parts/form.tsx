import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { Problem } from './problem.tsx';

/** The state of a form's request. */
type Sending = { mutate: () => void; isPending: boolean; isError: boolean; error: unknown };

/** Another button, between the button that sends the form and the one that closes it. */
export type Besides = { text: string; isDisabled?: boolean; onPress: () => void };

/** Returns true for Enter in a select whose list is closed: there the browser opens the list, or does nothing. */
function confirmsSelect({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(target instanceof HTMLSelectElement)) return false;
  return !(CSS.supports('selector(:open)') && target.matches(':open'));
}

/** A form in a dialog: its fields, the error of the last attempt, and the buttons. */
export function Form({
  sending,
  save = t('app.save'),
  isReady = true,
  onCancel,
  cancel = t('app.cancel'),
  besides,
  children,
}: {
  sending: Sending;
  save?: string;
  isReady?: boolean;
  onCancel: () => void;
  /** The text of the last button, if it does not close the form. */
  cancel?: string;
  besides?: Besides | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      className="stack"
      autoComplete="off"
      onKeyDown={(event) => {
        if (!confirmsSelect(event)) return;
        event.preventDefault();
        if (isReady) event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate();
      }}
    >
      {children}
      {sending.isError && <Problem error={sending.error} />}
      <div className="toolbar">
        {/* A disabled button loses the focus, and then Escape closes no window. */}
        <PlainButton
          type="submit"
          look="primary"
          isDisabled={!isReady}
          isPending={sending.isPending}
        >
          {save}
        </PlainButton>
        {besides && (
          <PlainButton
            isDisabled={besides.isDisabled ?? false}
            isPending={sending.isPending}
            onPress={besides.onPress}
          >
            {besides.text}
          </PlainButton>
        )}
        <PlainButton onPress={onCancel}>{cancel}</PlainButton>
      </div>
    </form>
  );
}
