import type { ReactNode } from 'react';
import { t } from '../../texts/screens/case-file.ts';

/** A table of the case file with a title. Its columns always fit the sheet. */
export function Sheet({
  title,
  columns,
  rows,
  wide,
  level = 'h2',
}: {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** The column with the longest texts. */
  wide?: string;
  level?: 'h2' | 'h3';
}): ReactNode {
  const Heading = level;
  return (
    <section className="stack-close">
      <Heading>{title}</Heading>
      {rows.length === 0 ? (
        <p className="quiet">{t('file.none')}</p>
      ) : (
        <table aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={column === wide ? 'wide' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, i) => (
              <tr key={i}>
                {cells.map((cell, at) => (
                  <td key={columns[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
