import type { CSSProperties, ReactNode } from 'react';
import css from '../style/tokens.css?raw';

/** The tokens by name, with their values outside of special themes. */
const TOKENS = Object.entries(
  Object.groupBy(css.matchAll(/--([\w-]+): ([^;]+);/g), ([, name]) => name!),
).map(([name, all]) => [name, all![0]![2]!] as const);

/** The styles of a sample by the beginning of the token's name. Other tokens are colors. */
const LOOKS: readonly (readonly [start: string, look: (value: string) => CSSProperties])[] = [
  ['space', (value) => ({ inlineSize: value, blockSize: '1rem', background: 'var(--accent)' })],
  ['text', (value) => ({ fontSize: value })],
  ['root', (value) => ({ fontSize: value })],
  ['weight', (value) => ({ fontWeight: value })],
  ['font', (value) => ({ fontFamily: value })],
  ['radius', (value) => ({ ...BOX, borderRadius: value })],
  ['shadow', (value) => ({ ...BOX, boxShadow: value })],
];
const BOX = { inlineSize: '4rem', blockSize: '1.5rem', border: '1px solid var(--line-strong)' };
const WORDS = new Set(['text', 'root', 'weight', 'font']);

function Sample({ name }: { name: string }): ReactNode {
  const start = name.split('-')[0]!;
  const value = `var(--${name})`;
  const look = LOOKS.find(([one]) => one === start)?.[1](value) ?? { ...BOX, background: value };
  return <div style={look}>{WORDS.has(start) && 'Adaeze Okonkwo, 1980-02-29'}</div>;
}

/** Every token of `style/tokens.css`: spacing, type, colors and elevation. */
export function Tokens(): ReactNode {
  return (
    <section className="panel stack" aria-label="Tokens">
      <h2>Tokens</h2>
      <table className="table">
        <thead>
          <tr>
            {['Name', 'Value', 'Sample'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TOKENS.map(([name, value]) => (
            <tr key={name}>
              <td>
                <code>--{name}</code>
              </td>
              <td>
                <code>{value}</code>
              </td>
              <td>
                <Sample name={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
