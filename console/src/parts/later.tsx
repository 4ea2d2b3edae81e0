import type { ReactNode } from 'react';

/** The place of buttons that are loaded later. */
export function Later(): ReactNode {
  return (
    <div className="toolbar later no-print">
      <span className="skeleton" />
    </div>
  );
}
