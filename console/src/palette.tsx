import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import { OpenWindow } from './parts/open-window.tsx';
import type { Section } from './sections.ts';
import { t } from './texts/text.ts';

type Target = { id: string; text: string; path: string };

/** Screens of what ids name, by how the ids begin. */
const BY_ID: [string, string][] = [
  ['hit_', '/review/'],
  ['case_', '/cases/'],
  ['scr_', '/search/'],
  ['webhook_', '/webhooks/'],
  ['list_', '/lists/'],
  ['invoice_', '/invoices/'],
  ['verification_', '/verifications/'],
  ['thread_', '/threads/'],
  ['glist_', '/global-lists/'],
];

function targetOfId(text: string): Target | undefined {
  const found = BY_ID.find(([start]) => text.startsWith(start));
  const path = found ? found[1] : '/subjects/';
  return /^[\w.:@-]{3,200}$/.test(text)
    ? { id: 'id', text: `${t('app.open')} ${text}`, path: path + encodeURIComponent(text) }
    : undefined;
}

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
    .map(({ path, title }) => ({ id: path, text: t(title), path }))
    .filter((target) => target.text.toLowerCase().includes(wanted));
  const byId = wanted === '' ? undefined : targetOfId(text.trim());
  const targets: Target[] = byId ? [...named, byId] : named;
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
            if (target) void navigate({ to: target.path });
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
