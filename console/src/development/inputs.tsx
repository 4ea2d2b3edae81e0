import { useState, type ReactNode } from 'react';
import { PlainButton } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Check, Checks } from '../parts/checks.tsx';
import { Choice } from '../parts/choice.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Window } from '../parts/dialog.tsx';
import { Field, NamedField } from '../parts/field.tsx';
import { KeysHelp } from '../parts/keys-help.tsx';
import { OpenWindow } from '../parts/open-window.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { RefuseRequest } from '../parts/refuse-request.tsx';
import { SettingsForm } from '../parts/settings-form.tsx';
import { nothing, type Example } from './example.ts';

const OPTIONS = [
  { id: 'open', text: 'open' },
  { id: 'closed', text: 'closed' },
] as const;

/** A button that opens a window, because an open window covers the page. */
function Opened({ children }: { children: (onClose: () => void) => ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton onPress={() => setOpen(true)}>Open</PlainButton>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

/** The parts for input. */
export const INPUTS: Example[] = [
  {
    part: 'button',
    states: {
      plain: <PlainButton>Plain</PlainButton>,
      primary: <PlainButton look="primary">Primary</PlainButton>,
      quiet: <PlainButton look="quiet">Quiet</PlainButton>,
      disabled: <PlainButton isDisabled>Disabled</PlainButton>,
      pending: <PlainButton isPending>Pending</PlainButton>,
    },
  },
  {
    part: 'checks',
    states: {
      on: <Check label="Shortcuts" isSelected onChange={nothing} />,
      off: <Check label="Shortcuts" isSelected={false} onChange={nothing} />,
      several: (
        <Checks label="Roles" options={['admin', 'analyst']} value={['admin']} onChange={nothing} />
      ),
      'with notes': (
        <Checks
          label="Scopes"
          options={['keys:manage']}
          value={[]}
          onChange={nothing}
          noteOf={() => 'creates and revokes keys'}
        />
      ),
    },
  },
  {
    part: 'choice',
    states: { one: <Choice label="Status" options={OPTIONS} value="open" onChange={nothing} /> },
  },
  {
    part: 'confirm',
    states: {
      question: (
        <Opened>
          {(onClose) => (
            <Confirm
              title="Remove entry"
              name="Ada Obi"
              text="You cannot undo this."
              run={() => Promise.resolve()}
              stale={[]}
              onClose={onClose}
            />
          )}
        </Opened>
      ),
      rejected: (
        <Opened>
          {(onClose) => (
            <Confirm
              title="Remove entry"
              text="The service rejects this."
              run={() => Promise.reject(new Error('The entry has changed.'))}
              stale={[]}
              onClose={onClose}
            />
          )}
        </Opened>
      ),
    },
  },
  { part: 'copy-button', states: { text: <CopyButton text="whsec_example" /> } },
  {
    part: 'dialog',
    states: {
      closed: <Window title="Closed" isOpen={false} children="Hidden" />,
      open: (
        <Opened>
          {(onClose) => (
            <Window title="Window" isOpen onClose={onClose} hasClose>
              <p>Escape closes it.</p>
            </Window>
          )}
        </Opened>
      ),
    },
  },
  {
    part: 'field',
    states: {
      text: <Field label="Name" value="Ada" onChange={nothing} />,
      'with a note': <Field label="Source" value="" onChange={nothing} note="letters and digits" />,
      wrong: <Field label="Source" value="a b" onChange={nothing} note="No spaces." isWrong />,
      lines: <Field label="Reason" value="" onChange={nothing} lines />,
      date: <Field label="Date of birth" type="date" value="" onChange={nothing} />,
      suggestions: <Field label="Event" value="" onChange={nothing} suggestions={['hit.opened']} />,
      named: (
        <NamedField label="Who" names={{ usr_1: 'Ada Obi' }} value="usr_1" onChange={nothing} />
      ),
      code: <NamedField label="Who" names={undefined} value="key_1" onChange={nothing} />,
    },
  },
  {
    part: 'keys-help',
    states: { open: <Opened>{(onClose) => <KeysHelp onClose={onClose} />}</Opened> },
  },
  {
    part: 'refuse-request',
    states: Object.fromEntries(
      [true, false].map((isOwn) => [
        isOwn ? 'withdrawn by its requester' : 'refused by the second person',
        <Opened key={String(isOwn)}>
          {(onClose) => (
            <RefuseRequest
              approval={{
                id: 'approval_01m8h12x',
                action: 'hit.false_positive',
                objectId: 'hit_01m8h12x',
              }}
              isOwn={isOwn}
              onClose={onClose}
            />
          )}
        </Opened>,
      ]),
    ),
  },
  {
    part: 'settings-form',
    states: { open: <Opened>{(onClose) => <SettingsForm onClose={onClose} />}</Opened> },
  },
  {
    part: 'open-window',
    states: {
      'without a way out': (
        <Opened>
          {(onClose) => (
            <OpenWindow title="Sign in">
              <PlainButton onPress={onClose}>Continue</PlainButton>
            </OpenWindow>
          )}
        </Opened>
      ),
    },
  },
  { part: 'print-button', states: { button: <PrintButton /> } },
];
