import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { defaultText } from '../../texts/text.ts';
import { t } from '../../texts/screens/question.ts';

type Props = {
  codes: Operations['getReasons']['data']['codes'];
  value: string;
  onChange: (reasonCode: string) => void;
  /** Called when a digit has chosen a code, and before a letter, which begins the explanation. */
  onLeave?: () => void;
  autoFocus?: boolean;
};

/** The choice of the code of a reason. While it has the focus, a digit chooses the code of that number. */
export function Codes({ codes, value, onChange, onLeave, autoFocus = false }: Props): ReactNode {
  const first = codes.find(({ reasonCode }) => reasonCode === value) ?? codes[0];
  return (
    <fieldset
      className="checks"
      onKeyDown={(event) => {
        const code = /^[1-9]$/.test(event.key) ? codes[Number(event.key) - 1] : undefined;
        if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
        if (/^\p{L}$/u.test(event.key)) onLeave?.();
        if (!code) return;
        event.preventDefault();
        onChange(code.reasonCode);
        onLeave?.();
      }}
    >
      <legend className="field-label">{t('question.code')}</legend>
      {codes.map(({ reasonCode, text }, i) => (
        <label key={reasonCode} className="check">
          <input
            type="radio"
            name="reason-code"
            checked={value === reasonCode}
            onChange={() => onChange(reasonCode)}
            autoFocus={autoFocus && reasonCode === first?.reasonCode}
          />
          <span>
            {i < 9 && <kbd>{i + 1}</kbd>} <Foreign text={defaultText(text)} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
