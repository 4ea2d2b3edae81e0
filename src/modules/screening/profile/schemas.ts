import { Type, type Static, type TObject } from 'typebox';
import { Nullable, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import {
  type Adjustments,
  PROFILE_NAMES,
  type Relation,
  STANDARD,
  type Weighed,
} from '../../../matching/index.ts';

/**
 * Bounds of adjustments: within them, one more agreeing fact never lowers a score, and one more contradicting fact
 * never raises it.
 */
const MOST_UP = STANDARD.mostUp;
const MOST_DOWN = STANDARD.mostDown;
const AGREEING: readonly string[] = ['same', 'compatible'] satisfies Relation[];

function points(relation: string) {
  const agrees = AGREEING.includes(relation);
  return Type.Number({ minimum: agrees ? 0 : -MOST_DOWN, maximum: agrees ? MOST_UP : 0 });
}

type Table<Points> = { [what: string]: { [how: string]: Points } };

function tableOf<Points>(pointsFor: (relation: string) => Points): Table<Points> {
  return Object.fromEntries(
    Object.entries(STANDARD.weights).map(([what, known]) => [
      what,
      Object.fromEntries(Object.keys(known).map((how) => [how, pointsFor(how)])),
    ]),
  );
}

/** Name of the schema shared by all facts with the same kinds of agreement. */
function schemaOf(what: string): string {
  return { birthDate: 'Date', identifier: 'Number' }[what] ?? 'Fact';
}

const adjustments = Strict(
  Object.fromEntries(
    Object.entries(tableOf((how) => Type.Optional(points(how)))).map(([what, fields]) => [
      what,
      Type.Optional(Strict(fields, { title: `Screening${schemaOf(what)}Adjustment` }) as TObject),
    ]),
  ),
  {
    title: 'ScreeningWeightAdjustments',
    description: `Points that replace the profile’s: 0 to ${MOST_UP} where facts agree, −${MOST_DOWN} to 0 where they do not.`,
  },
);

/** The fields of a choice of weights. */
export const choice = {
  profile: StringEnum('ScreeningProfileName', PROFILE_NAMES, {
    description: 'A documented profile of weights.',
  }),
  adjustments: Type.Optional(Nullable(Type.Unsafe<Adjustments>(adjustments))),
  contradictedCount: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Hits of PEP and adverse media lists count for the outcome, and open hits of subjects, even if facts contradict.',
    }),
  ),
};

export const ChooseProfile = Strict(choice);
export type ChooseProfile = Static<typeof ChooseProfile>;

export const ScreeningProfile = Type.Object(
  {
    organizationId: Type.String(),
    name: Type.String({
      description: 'As in explanations: the name of the profile, or `own` when it is adjusted.',
    }),
    version: Type.Integer({
      description: 'The version of the profile; that of `own` grows with each change.',
    }),
    profile: choice.profile,
    adjustments: Nullable(Type.Unsafe<Adjustments>(adjustments)),
    weights: Type.Unsafe<Record<Weighed, Partial<Record<Relation, number>>>>(
      Type.Object(
        Object.fromEntries(
          Object.entries(tableOf(() => Type.Number())).map(([what, fields]) => [
            what,
            Type.Object(fields, { title: `Screening${schemaOf(what)}Weights` }),
          ]),
        ),
        { title: 'ScreeningWeights', description: 'Points of each fact, and of a number.' },
      ),
    ),
    mostUp: Type.Number({ description: 'The most that facts add to a score.' }),
    mostDown: Type.Number({ description: 'The most that facts subtract from it.' }),
    contradictedCount: Type.Boolean({
      description: 'Hits of PEP and adverse media lists count even if facts contradict.',
    }),
    setAt: Nullable(Timestamp('When it was chosen; null when it never was.')),
  },
  { title: 'ScreeningProfile' },
);
export type ScreeningProfile = Static<typeof ScreeningProfile>;
