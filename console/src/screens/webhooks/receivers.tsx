import { useState, type ReactNode } from 'react';
import guide from '../../../../docs/receiving-webhooks.md?raw';
import { Choice } from '../../parts/choice.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { t } from '../../texts/screens/webhooks.ts';

const VERIFY = 'Verify\n';
/** The mark above a program of the guide; the heading before it names the language. */
const MARK = /^<!-- receiver: (\S+) -->\n\n```\w+\n([^]*?)^```$/m;

type Program = { id: string; text: string; code: string };

/** The programs of the guide, which is their only source. The tests run them unchanged. */
const PROGRAMS: Program[] = guide
  .split(/^## /m)
  .filter((part) => part.startsWith(VERIFY))
  .flatMap((part) => part.split(/^### /m))
  .flatMap((part): Program[] => {
    const [, id, code] = MARK.exec(part) ?? [];
    return id === undefined ? [] : [{ id, text: part.split('\n', 1)[0]!, code: code! }];
  });

/** Code in several languages that verifies the events of a webhook. It does not contain the secret. */
export function Receivers(): ReactNode {
  const [chosen, setChosen] = useState(PROGRAMS[0]!);
  return (
    <div className="stack-close">
      <p>{t('webhooks.codeWhy')}</p>
      <div className="toolbar">
        <Choice
          label={t('webhooks.language')}
          options={PROGRAMS}
          value={chosen.id}
          onChange={(id) => setChosen(PROGRAMS.find((one) => one.id === id)!)}
        />
        <CopyButton text={chosen.code} />
        <a href="/docs/receiving-webhooks.md" target="_blank" rel="noreferrer">
          {t('webhooks.guide')}
        </a>
      </div>
      <pre className="panel program" tabIndex={0}>
        {chosen.code}
      </pre>
    </div>
  );
}
