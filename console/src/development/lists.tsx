import { OrikiError } from '../../../clients/typescript/src/index.ts';
import type { RowsRead } from '../data/list.ts';
import { rowsOf } from '../data/whole.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ListScreen, ListSection } from '../parts/list-screen.tsx';
import { RowActions } from '../parts/row-actions.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { idOf } from '../queries/define.ts';
import { nothing, type Example } from './example.ts';

type Row = { id: string; name: string; count: number };
const ROWS: Row[] = Array.from({ length: 40 }, (_, at) => ({
  id: `row_${at}`,
  name: `Row ${at}`,
  count: at,
}));
const COLUMNS: Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  { id: 'count', title: 'Count', isNumber: true, cell: ({ count }) => count },
];
const FULL = rowsOf(ROWS, idOf);
const FEW = rowsOf(ROWS.slice(0, 2), idOf);
const EMPTY = rowsOf<Row>([], idOf);

function inState(query: Partial<RowsRead<Row>['query']>): RowsRead<Row> {
  return { ...EMPTY, query: { ...EMPTY.query, isSuccess: false, ...query } };
}

const ERROR = new OrikiError('FORBIDDEN', 'The role lacks a scope.', { status: 403 });
const ACTIONS = {
  of: () => ['remove'] as const,
  textOf: () => 'Remove',
  open: (_: 'remove', { name }: Row, onClose: () => void) => (
    <Confirm
      title="Remove"
      name={name}
      text="You cannot undo this."
      run={() => Promise.resolve()}
      stale={[]}
      onClose={onClose}
    />
  ),
};

/** The parts of lists. */
export const LISTS: Example[] = [
  {
    part: 'table',
    states: {
      loading: (
        <Table label="Loading" columns={COLUMNS} list={inState({ isPending: true })} empty="None" />
      ),
      failed: (
        <Table
          label="Failed"
          columns={COLUMNS}
          list={inState({ isError: true, error: ERROR })}
          empty="None"
        />
      ),
      empty: <Table label="Empty" columns={COLUMNS} list={EMPTY} empty="No rows yet." />,
      rows: <Table label="Rows" columns={COLUMNS} list={FULL} empty="None" selected={1} />,
      'more rows': (
        <Table
          label="More rows"
          columns={COLUMNS}
          list={{ ...FEW, total: 90, query: { ...FEW.query, hasNextPage: true } }}
          empty="None"
        />
      ),
    },
  },
  {
    part: 'row-actions',
    states: {
      two: (
        <RowActions
          name="Row 1"
          actions={['change', 'remove']}
          textOf={(what) => what}
          onPress={nothing}
        />
      ),
    },
  },
  {
    part: 'list-screen',
    states: {
      'for a reader': (
        <ListSection title="Read only" columns={COLUMNS} list={FEW} empty="None">
          <p className="small quiet">A note between the title and the rows.</p>
        </ListSection>
      ),
      'for an editor': (
        <ListSection<Row, 'remove'>
          title="Editable"
          columns={COLUMNS}
          list={FEW}
          empty="None"
          create={{ text: 'New row', form: () => <p>A form</p> }}
          actions={ACTIONS}
          filters={<span>Filters</span>}
        />
      ),
      'as a screen': (
        <ListScreen title="Screen" columns={COLUMNS} list={EMPTY} empty="No rows yet." />
      ),
    },
  },
];
