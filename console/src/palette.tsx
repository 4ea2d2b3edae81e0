import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import { addressOf, type Address } from './ids.ts';
import { OpenWindow } from './parts/open-window.tsx';
import type { Section } from './sections.ts';
import { t } from './texts/text.ts';

type Target = Address & { id: string; text: string };

/** Goes to any screen by its name, and to what any id names. */
export function Palette({
  onClose,
  sections,
}: {
  onClose: () => void;
  sections: Section[];
}): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const named = sections
    .map(({ path, title }) => ({ id: path, text: t(title), to: path }))
    .filter((target) => target.text.toLowerCase().includes(wanted));
  const exact = text.trim();
  const address = addressOf(exact, sections);
  const targets: Target[] = address
    ? [...named, { id: 'id', text: `${t('app.open')} ${exact}`, ...address }]
    : named;
  return (
    <OpenWindow title={t('app.palette')} onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField className="field" autoFocus aria-label={t('app.palette')}>
          <Label className="field-label">{t('app.paletteHint')}</Label>
          <Input className="input" />
        </TextField>
        <ListBox
          aria-label={t('app.palette')}
          items={targets}
          renderEmptyState={() => <p className="quiet small">{t('app.noMatch')}</p>}
          onAction={(key) => {
            const target = targets.find(({ id }) => id === key);
            onClose();
            if (target) void navigate({ to: target.to, search: target.search ?? {} });
          }}
        >
          {(target) => (
            <ListBoxItem id={target.id} className="option" textValue={target.text}>
              {target.text}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </OpenWindow>
  );
}
