import { useState, type ReactNode } from 'react';
import { PlainButton } from '../parts/button.tsx';
import { Check, Checks } from '../parts/checks.tsx';
import { Choice } from '../parts/choice.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Window } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FileField, FileRefusal, Progress } from '../parts/file-field.tsx';
import { NOTHING_SAID, ReadAsText, ReadingFields } from '../parts/file-reading.tsx';
import { FilterForm } from '../parts/filter-form.tsx';
import { Form } from '../parts/form.tsx';
import { InlineForm } from '../parts/inline-form.tsx';
import { OpenWindow } from '../parts/open-window.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { Secret } from '../parts/secret.tsx';
import { StateChoice } from '../parts/state-choice.tsx';
import { nothing, type Example } from './example.ts';

const SENDING = { mutate: nothing, isPending: false, isError: false, error: null };
const FAILED = { ...SENDING, isError: true, error: new Error('The name is taken.') };
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

/** The parts that take input. */
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
    },
  },
  {
    part: 'file-field',
    states: {
      field: <FileField label="File" onChoose={nothing} />,
      refusal: <FileRefusal text="The file is empty." />,
      progress: <Progress label="Sending" share={0.4} />,
      'unknown progress': <Progress label="Sending" share={undefined} />,
    },
  },
  {
    part: 'file-reading',
    states: {
      fields: (
        <div className="stack">
          <ReadingFields
            fields={['name', 'dob']}
            reading={NOTHING_SAID}
            onChange={nothing}
            header={['Full name']}
            error={null}
          />
        </div>
      ),
      'order chosen': (
        <div className="stack">
          <ReadingFields
            fields={['dob']}
            reading={{ columns: {}, order: 'DMY' }}
            onChange={nothing}
            header={[]}
            error={null}
          />
        </div>
      ),
      'read as': (
        <ReadAsText
          readAs={{
            encoding: 'utf-8',
            delimiter: ';',
            dateFormat: 'DMY',
            warnings: ['Two columns have the same name.'],
          }}
        />
      ),
    },
  },
  {
    part: 'filter-form',
    states: {
      filter: (
        <FilterForm onFilter={nothing}>
          <Field label="Who" value="" onChange={nothing} />
        </FilterForm>
      ),
    },
  },
  {
    part: 'form',
    states: {
      ready: (
        <Form sending={SENDING} onCancel={nothing}>
          <Field label="Full name" value="Ada" onChange={nothing} />
        </Form>
      ),
      'not ready': <Form sending={SENDING} isReady={false} onCancel={nothing} children={null} />,
      pending: (
        <Form sending={{ ...SENDING, isPending: true }} onCancel={nothing} children={null} />
      ),
      failed: (
        <Form
          sending={FAILED}
          onCancel={nothing}
          besides={{ text: 'Try', onPress: nothing }}
          children={null}
        />
      ),
    },
  },
  {
    part: 'inline-form',
    states: {
      row: (
        <InlineForm sending={SENDING} save="Attach">
          <Field label="Ids" value="" onChange={nothing} />
        </InlineForm>
      ),
      lines: (
        <InlineForm sending={SENDING} save="Add note" lines isReady={false}>
          <Field label="Note" value="" onChange={nothing} lines />
        </InlineForm>
      ),
      failed: <InlineForm sending={FAILED} save="Save" isPrimary children={null} />,
    },
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
  {
    part: 'secret',
    states: { shown: <Secret text="ok_live_example" note="Store it now." onClose={nothing} /> },
  },
  {
    part: 'state-choice',
    states: {
      all: (
        <StateChoice
          label="State of all"
          all="all"
          states={['open', 'closed']}
          textOf={(state) => state}
          value={undefined}
          onChange={nothing}
        />
      ),
      one: (
        <StateChoice
          label="State of one"
          all="all"
          states={['open', 'closed']}
          textOf={(state) => state}
          value="closed"
          onChange={nothing}
        />
      ),
    },
  },
];
