import type { ReactNode } from 'react';
import { PREFIX } from '../data/prefix.ts';
import { t } from '../texts/screens/state.ts';
import { t as shared } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { OpenWindow } from './open-window.tsx';

type Text = Parameters<typeof t>[0];

const GROUPS: readonly (readonly [Text, readonly (readonly [string, Text])[]])[] = [
  [
    'keys.everywhere',
    [
      ['Ctrl K', 'keys.goTo'],
      ['?', 'keys.help'],
      ['Esc', 'keys.close'],
    ],
  ],
  [
    'keys.rows',
    [
      ['j  k', 'keys.move'],
      ['o', 'keys.open'],
      ['1', 'keys.true'],
      ['2', 'keys.false'],
      ['1–9', 'keys.reasons'],
      ['Enter', 'keys.decide'],
      ['3', 'keys.case'],
      ['n', 'keys.note'],
      ['a', 'keys.assign'],
      ['x', 'keys.tick'],
      ['u', 'keys.undo'],
    ],
  ],
];

/** All keys of the console. */
export function KeysHelp({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <OpenWindow title={shared('app.keys')} onClose={onClose}>
      <div className="stack">
        {GROUPS.map(([title, keys]) => (
          <section key={title} className="stack-close keys">
            <h3>{t(title)}</h3>
            <dl className="facts">
              {keys.map(([key, text]) => (
                <div key={key} style={{ display: 'contents' }}>
                  <dt>
                    {key.split('  ').map((one) => (
                      <kbd key={one}>{one}</kbd>
                    ))}
                  </dt>
                  <dd>{t(text)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p>
          <a href={`${PREFIX}/docs/console.md`} target="_blank" rel="noreferrer">
            {t('keys.more')}
          </a>
        </p>
        <p>
          <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
        </p>
      </div>
    </OpenWindow>
  );
}
