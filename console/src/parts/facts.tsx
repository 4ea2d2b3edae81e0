import type { ReactNode } from 'react';

/** Names and values; those without a value are left out, as is what a condition did not make. */
export function Facts({ rows }: { rows: [string, ReactNode][] }): ReactNode {
  const known = rows.filter(([, value]) => (value ?? '') !== '' && value !== false);
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
