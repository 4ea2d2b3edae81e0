import type { ReactNode } from 'react';

/** Names and values. Omits rows without a value, and rows that a condition excludes. */
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
