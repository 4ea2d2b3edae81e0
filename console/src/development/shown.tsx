import { OrikiError } from '../../../clients/typescript/src/index.ts';
import { askedRows } from '../parts/asked.tsx';
import { ActionName } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { namedCell, textCell, timeCell } from '../parts/cells.tsx';
import { Time } from '../parts/time.tsx';
import { DayPlots } from '../parts/day-plots.tsx';
import { DecisionReasons } from '../parts/decision-reasons.tsx';
import { Facts } from '../parts/facts.tsx';
import { Foreign } from '../parts/foreign.tsx';
import { Icon } from '../parts/icon.tsx';
import { KnownName } from '../parts/known-name.tsx';
import { Person, Name, IdLink } from '../parts/person.tsx';
import { Plot } from '../parts/plot.tsx';
import { Later } from '../parts/later.tsx';
import { Polite } from '../parts/polite.tsx';
import { Problem, One } from '../parts/problem.tsx';
import { ReasonText } from '../parts/reason-text.tsx';
import { ShownDecisions } from '../parts/shown-decisions.tsx';
import { Unreachable } from '../parts/unreachable.tsx';
import { AT, FOREIGN, nothing, type Example } from './example.ts';

const DAYS = ['2026-11-25', '2026-11-26', '2026-11-27'];
const ROWS = [
  { day: '2026-11-25', sent: 3, failed: 1 },
  { day: '2026-11-27', sent: 7, failed: 0 },
];
type Query = Parameters<typeof One<string>>[0]['query'];

function errorOf(
  code: 'CONFLICT' | 'FORBIDDEN' | 'NOT_FOUND' | 'STEP_UP_REQUIRED',
  status: number,
) {
  return new OrikiError(code, 'The hit has changed.', { status, requestId: 'req_01m8h12x' });
}

/** The parts for output. */
export const SHOWN: Example[] = [
  {
    part: 'action',
    states: {
      known: <ActionName action="key.create" />,
      unknown: <ActionName action="ship.launch" />,
    },
  },
  {
    part: 'icon',
    states: {
      'next to a text': (
        <span className="toolbar">
          <Icon name="search" /> Search
        </span>
      ),
    },
  },
  {
    part: 'known-name',
    states: {
      unknown: <KnownName id="list_01m8h12x" isCustomer={false} fallback="list_01m8h12x" />,
    },
  },
  {
    part: 'asked',
    states: {
      facts: (
        <Facts
          rows={askedRows({
            aliases: ['Ada O.', FOREIGN],
            identifiers: [{ kind: 'passport', country: 'NG', lastFour: '4711' }],
            type: 'person',
            gender: 'female',
            birthDate: '1980',
            birthPlace: 'Lagos',
            nationality: ['NG', 'GH'],
            addresses: ['1 Marina, Lagos'],
          })}
        />
      ),
    },
  },
  {
    part: 'badge',
    states: {
      good: <Badge tone="good">active</Badge>,
      warn: <Badge tone="warn">open</Badge>,
      bad: <Badge tone="bad">failed</Badge>,
      quiet: <Badge tone="quiet">closed</Badge>,
    },
  },
  {
    part: 'cells',
    states: {
      time: timeCell(AT),
      age: timeCell(AT, true),
      'no time': timeCell(null),
      text: textCell(FOREIGN),
      'no text': textCell(null),
      named: namedCell(FOREIGN, 'key_01m8h12x'),
    },
  },
  {
    part: 'day-plots',
    states: {
      quantities: (
        <DayPlots
          days={DAYS}
          rows={ROWS}
          series={[
            ['sent', 'Sent'],
            ['failed', 'Failed'],
          ]}
        />
      ),
      level: <DayPlots days={DAYS} rows={ROWS} series={[['sent', 'Delay']]} isLevel />,
    },
  },
  {
    part: 'decision-reasons',
    states: {
      reason: <DecisionReasons reason="Born in another year" />,
      'no reason': <DecisionReasons reason={null} />,
      'second person': (
        <DecisionReasons
          reason="Agreed"
          approval={{
            id: 'approval_01m8h12x000000000000000001',
            reason: 'Another person',
            askedBy: { kind: 'user', id: 'usr_01m8h12x000000000000000002' },
          }}
        />
      ),
    },
  },
  {
    part: 'facts',
    states: {
      'with and without values': (
        <Facts
          rows={[
            ['Name', <Foreign key="name" text={FOREIGN} />],
            ['Country', 'NG'],
            ['Hidden', null],
          ]}
        />
      ),
    },
  },
  {
    part: 'foreign',
    states: {
      'another direction': <Foreign text={FOREIGN} />,
      markup: <Foreign text="<b>bold</b>" />,
    },
  },
  {
    part: 'person',
    states: {
      named: <Person id="usr_01m8h12x000000000000000001" />,
      unknown: <Person id="usr_01m8h12x000000000000000002" />,
      object: <Name id="list_01m8h12x" />,
      customer: <Name id="customer-17" isCustomer />,
      link: <IdLink id="hit_01m8h12x000000000000000001" />,
      'no screen': <IdLink id="key_01m8h12x000000000000000001" />,
    },
  },
  {
    part: 'plot',
    states: {
      quantities: <Plot label="Sent by day" days={DAYS} values={[3, null, 7]} />,
      level: <Plot label="Delay by day" days={DAYS} values={[3, null, 7]} isLevel />,
    },
  },
  { part: 'later', states: { loading: <Later /> } },
  {
    part: 'reason-text',
    states: {
      'code and words': <ReasonText reason="Born in 1975." reasonCode="date_of_birth_differs" />,
      words: <ReasonText reason={FOREIGN} />,
      none: <ReasonText />,
    },
  },
  { part: 'unreachable', states: { 'nothing waits': <Unreachable since={Date.parse(AT)} /> } },
  { part: 'polite', states: { visible: <Polite text="2 new messages" className="small" /> } },
  {
    part: 'problem',
    states: {
      rejected: <Problem error={errorOf('CONFLICT', 409)} retry={nothing} />,
      'not found': <Problem error={errorOf('NOT_FOUND', 404)} isPage />,
      forbidden: <Problem error={errorOf('FORBIDDEN', 403)} />,
      'sign-in is too old': <Problem error={errorOf('STEP_UP_REQUIRED', 403)} />,
      'own text': <Problem error={errorOf('CONFLICT', 409)} text="Another person was first." />,
      'one, loading': <One query={{ isError: false } as Query}>{(text) => text}</One>,
      'one, failed': (
        <One query={{ isError: true, error: errorOf('FORBIDDEN', 403), refetch: nothing } as never}>
          {() => null}
        </One>
      ),
      'one, read': <One query={{ data: 'An object' } as Query}>{(text) => text}</One>,
    },
  },
  { part: 'shown-decisions', states: { closed: <ShownDecisions id="hit_01m8h12x" /> } },
  {
    part: 'time',
    states: { time: <Time at={AT} />, age: <Time at={AT} age />, exact: <Time at={AT} exact /> },
  },
];
