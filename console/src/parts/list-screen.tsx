import { Suspense, useState, type ReactNode } from 'react';
import type { RowsRead } from '../data/list.ts';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { Window } from './dialog.tsx';
import { RowActions } from './row-actions.tsx';
import { Table, type Column } from './table.tsx';

type Actions<Row, What extends string> = {
  /** Returns the actions of a row. */
  of: (row: Row) => readonly What[];
  textOf: (what: What, row: Row) => string;
  /** Returns the name of a row for screen readers; its key by default. */
  nameOf?: (row: Row) => string;
  /** The width of the column, in rem. */
  width?: number;
  /** Returns the window of an action. */
  open: (what: What, row: Row, onClose: () => void) => ReactNode;
};

/** The button for a new row, with a form for the button's window or with a separate window. */
type Create = { text: string } & (
  | { form: (onClose: () => void) => ReactNode; window?: undefined }
  | { form?: undefined; window: (onClose: () => void) => ReactNode }
);

type Props<Row, What extends string> = {
  title: ReactNode;
  /** The name of the table, if it is not the title. */
  label?: string;
  columns: readonly Column<Row>[];
  list: RowsRead<Row>;
  empty: ReactNode;
  /** False for a person who may only read. */
  actions?: Actions<Row, What> | false | undefined;
  create?: Create | false | undefined;
  /** Fields that filter the rows. */
  filters?: ReactNode;
  /** Shown between the title and the rows. */
  children?: ReactNode;
};

function Rows<Row, What extends string>({
  title,
  label = title as string,
  columns,
  list,
  empty,
  actions,
}: Props<Row, What>): ReactNode {
  const [opened, setOpened] = useState<{ what: What; row: Row }>();
  const all: Column<Row>[] = [...columns];
  if (actions)
    all.push({
      id: 'actions',
      title: t('app.actions'),
      ...(actions.width !== undefined && { width: actions.width }),
      cell: (row) => (
        <RowActions
          name={(actions.nameOf ?? list.keyOf)(row)}
          actions={actions.of(row)}
          textOf={(what) => actions.textOf(what, row)}
          onPress={(what) => setOpened({ what, row })}
        />
      ),
    });
  return (
    <>
      <Table label={label} columns={all} list={list} empty={empty} />
      {opened && actions && actions.open(opened.what, opened.row, () => setOpened(undefined))}
    </>
  );
}

function Creation({ text, form, window, isPrimary }: Create & { isPrimary: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <PlainButton look={isPrimary ? 'primary' : 'plain'} onPress={() => setOpen(true)}>
        {text}
      </PlainButton>
      {isOpen && window?.(close)}
      {form && (
        <Window title={text} isOpen={isOpen} onClose={close}>
          <Suspense>{form(close)}</Suspense>
        </Window>
      )}
    </>
  );
}

/** A screen that is a list: its title, the button for a new row, filters, rows, and the windows of their actions. */
export function ListScreen<Row, What extends string = never>(props: Props<Row, What>): ReactNode {
  const { title, create, filters, children } = props;
  return (
    <div className="stack">
      <div className="head">
        <h1>{title}</h1>
        {create && <Creation {...create} isPrimary />}
      </div>
      {children}
      {filters && <div className="toolbar">{filters}</div>}
      <Rows {...props} />
    </div>
  );
}

/** The same as a part of a screen. */
export function ListSection<Row, What extends string = never>(props: Props<Row, What>): ReactNode {
  const { title, create, filters, children } = props;
  return (
    <section className="stack-close">
      <div className="head">
        <h2>{title}</h2>
        {create && <Creation {...create} isPrimary={false} />}
      </div>
      {children}
      {filters && <div className="toolbar">{filters}</div>}
      <Rows {...props} />
    </section>
  );
}
