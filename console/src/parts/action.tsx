import type { ReactNode } from 'react';
import { actionText } from '../texts/screens/audit-actions.ts';

/** An action, done or asked for, in words with its code. */
export function ActionName({ action }: { action: string }): ReactNode {
  return (
    <>
      {actionText(action)} <span className="small quiet code">{action}</span>
    </>
  );
}
