import type { ReactNode } from 'react';
import type { Changing } from '../data/change.ts';
import { PlainButton } from './button.tsx';
import { Problem } from './problem.tsx';

type Sending = Pick<Changing<unknown>, 'isPending' | 'isError' | 'error'> & { mutate: () => void };

/** A form in a page: its fields, its button and, below, the error of the last attempt. */
export function InlineForm({
  sending,
  save,
  isReady = true,
  isPrimary = false,
  label,
  lines = false,
  besides,
  errorText,
  children,
}: {
  sending: Sending;
  save: string;
  isReady?: boolean;
  isPrimary?: boolean;
  label?: string;
  /** The fields are below one another instead of in a row. */
  lines?: boolean;
  /** Shown after the button. */
  besides?: ReactNode;
  /** The text of an error, if it is not the text of the service. */
  errorText?: string | undefined;
  children: ReactNode;
}): ReactNode {
  const button = (
    <PlainButton
      type="submit"
      look={isPrimary ? 'primary' : 'plain'}
      isDisabled={!isReady}
      isPending={sending.isPending}
    >
      {save}
    </PlainButton>
  );
  return (
    <>
      <form
        className={lines ? 'stack-close no-print' : 'toolbar no-print'}
        aria-label={label}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.isPending) sending.mutate();
        }}
      >
        {children}
        {lines ? (
          <div className="toolbar">
            {button}
            {besides}
          </div>
        ) : (
          <>
            {button}
            {besides}
          </>
        )}
      </form>
      {sending.isError && <Problem error={sending.error} text={errorText} />}
    </>
  );
}
