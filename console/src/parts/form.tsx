import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { Problem } from './problem.tsx';

/** The sending of a form. */
type Sending = { mutate: () => void; isPending: boolean; isError: boolean; error: unknown };

/** Another way on, between sending the form and leaving it. */
export type Besides = { text: string; isDisabled?: boolean; onPress: () => void };

/** A form in a dialog: its fields, what went wrong, and the ways out. */
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
  /** The text of the way out, unless it leaves the form. */
  cancel?: string;
  besides?: Besides | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      className="stack"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate();
      }}
    >
      {children}
      {sending.isError && <Problem error={sending.error} />}
      <div className="toolbar">
        {/* One that is disabled would lose the focus, and then Escape closes no window. */}
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
