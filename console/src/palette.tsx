import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { Autocomplete, Input, Label, ListBox, ListBoxItem, TextField } from 'react-aria-components';
import { setSought } from './data/kept.ts';
import { takeKeys } from './early-keys.ts';
import { addressOf, OWN_ID, type Address } from './ids.ts';
import type { Section } from './sections.ts';
import { OpenWindow } from './parts/open-window.tsx';
import { t } from './texts/screens/palette.ts';

const CUSTOMERS = '/subjects';
const CUSTOMER = '/subjects/';

type Target = Address & { id: string; text: string; sought?: string };

/**
 * Returns the screens whose names contain a text, names that begin with it first. For an id, adds the screen of its
 * object, or else the search for it.
 */
function targetsFor(text: string, sections: Section[]): Target[] {
  const exact = text.trim();
  const wanted = exact.toLowerCase();
  const begins = ({ text: name }: { text: string }): number =>
    name.toLowerCase().startsWith(wanted) ? 0 : 1;
  const named = sections
    .map(({ path, title }) => ({ id: path, text: t(title), to: path }))
    .filter((target) => target.text.toLowerCase().includes(wanted))
    .toSorted((a, b) => begins(a) - begins(b));
  const address = addressOf(exact, sections);
  if (address && !address.to.startsWith(CUSTOMER))
    return [...named, { id: 'id', text: `${t('app.open')} ${exact}`, ...address }];
  if (exact === '' || !sections.some(({ path }) => path === CUSTOMERS)) return named;
  // The text may be the name of a person, which no address contains.
  const found = { id: 'find', text: `${t('app.findCustomer')} ${exact}`, to: CUSTOMERS };
  return [...named, { ...found, sought: exact }];
}

/** Returns the place of a line: for the id of an enrolled customer the customer, for other text the found customers. */
async function placeOf({ sought, ...address }: Target): Promise<Address> {
  if (sought === undefined) return address;
  if (OWN_ID.test(sought)) {
    const { isCustomer } = await import('./queries/customers.ts');
    if (await isCustomer(sought).catch(() => false))
      return { to: CUSTOMER + encodeURIComponent(sought) };
  }
  setSought(sought);
  return address;
}

/** Moves the focus to the content of a new screen, unless a field of it has the focus already. */
function focusContent(): void {
  const main = document.getElementById('content');
  const move = (): void => {
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  };
  // The window gives the focus back itself, in the next frame.
  requestAnimationFrame(() => requestAnimationFrame(move));
}

/** The palette, which opens any screen by its name and any object by its id. */
export function Palette({
  onClose,
  sections,
}: {
  onClose: () => void;
  sections: Section[];
}): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const targets = targetsFor(text, sections);
  const isOpened = useRef(false);
  const go = ({ to, search }: Address): Promise<void> => navigate({ to, search: search ?? {} });
  const open = (target: Target | undefined): void => {
    // The list and the field may both handle one Enter.
    if (isOpened.current) return;
    isOpened.current = true;
    onClose();
    if (target) void placeOf(target).then(go).then(focusContent);
  };
  const takeTyped = (): void => {
    const [typed = '', ...entered] = takeKeys().split('\n');
    if (typed === '') return;
    if (entered.length > 0) open(targetsFor(typed, sections)[0]);
    // An edit like any other: it chooses the first line of the list.
    else document.execCommand('insertText', false, typed);
  };
  return (
    <OpenWindow title={t('app.palette')} onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField className="field" autoFocus aria-label={t('app.palette')} onFocus={takeTyped}>
          <Label className="field-label">{t('app.paletteHint')}</Label>
          <Input
            className="input"
            onKeyDown={({ key, currentTarget, nativeEvent }) => {
              if (key !== 'Enter' || nativeEvent.isComposing || text.trim() === '') return;
              // The list opens its highlighted line itself; after a deletion it highlights none.
              if (!currentTarget.hasAttribute('aria-activedescendant')) open(targets[0]);
            }}
          />
        </TextField>
        <ListBox
          aria-label={t('app.palette')}
          items={targets}
          renderEmptyState={() => <p className="quiet small">{t('app.noMatch')}</p>}
          onAction={(key) => open(targets.find(({ id }) => id === key))}
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
