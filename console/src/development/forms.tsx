import { Field } from '../parts/field.tsx';
import { FileField, FileRefusal, Progress } from '../parts/file-field.tsx';
import { FileToRead, NO_FILE, ReadAsText } from '../parts/file-reading.tsx';
import { FilterForm } from '../parts/filter-form.tsx';
import { Form } from '../parts/form.tsx';
import { InlineForm } from '../parts/inline-form.tsx';
import { RangeFields } from '../parts/range-fields.tsx';
import { Secret } from '../parts/secret.tsx';
import { StateChoice } from '../parts/state-choice.tsx';
import { nothing, type Example } from './example.ts';

const SENDING = { mutate: nothing, isPending: false, isError: false, error: null };
const FAILED = { ...SENDING, isError: true, error: new Error('The name is taken.') };

const CHOOSING = {
  label: 'File',
  accept: '.csv',
  onChange: nothing,
  onChoose: nothing,
  refusal: undefined,
  error: null,
};

/** The parts of forms. */
export const FORMS: Example[] = [
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
          <FileToRead
            {...CHOOSING}
            fields={['name', 'dob']}
            chosen={{ ...NO_FILE, header: ['Full name'] }}
          />
        </div>
      ),
      'order chosen': (
        <div className="stack">
          <FileToRead
            {...CHOOSING}
            fields={['dob']}
            chosen={{ ...NO_FILE, reading: { columns: {}, order: 'DMY' } }}
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
    part: 'range-fields',
    states: { typed: <RangeFields typed={{ from: '2026-11-27T10:00' }} onChange={nothing} /> },
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
