import { Type, type Static } from 'typebox';
import { Nullable, Strict, Timestamp } from '../../platform/http/schema.ts';

/** A hundred years. */
export const MAX_DAYS = 36_500;

function days(description: string) {
  return Type.Integer({ minimum: 1, maximum: MAX_DAYS, description });
}
const name = Type.String({ maxLength: 64, description: 'Name of the class of records.' });

const fields = {
  class: name,
  title: Type.String({ description: 'Name for people.' }),
  reason: Type.String({ description: 'Why the records are kept for the proposed period.' }),
  remains: Type.String({ description: 'What remains of a removed record.' }),
  isFixed: Type.Boolean({
    description: 'True if the period is in force and does not change.',
  }),
  isOn: Type.Boolean({ description: 'True if records are removed after the period.' }),
  proposedDays: Type.Integer(),
};
const bounds = {
  minDays: Type.Integer({ description: 'The shortest period that an organization may choose.' }),
  maxDays: Type.Integer({ description: 'The longest period that an organization may choose.' }),
};

export const RetentionClass = Type.Object(
  {
    ...fields,
    days: Type.Integer({ description: 'The period of organizations that have chosen none.' }),
    ...bounds,
  },
  { title: 'RetentionClass' },
);
export type RetentionClass = Static<typeof RetentionClass>;

export const RetentionClasses = Type.Object(
  { classes: Type.Array(RetentionClass) },
  { title: 'RetentionClasses' },
);

export const UpdateRetentionClass = Strict({
  class: name,
  isOn: Type.Optional(Type.Boolean({ description: 'Switches removal on or off.' })),
  days: Type.Optional(days('The period of organizations that have chosen none.')),
  minDays: Type.Optional(days('The shortest period that an organization may choose.')),
  maxDays: Type.Optional(days('The longest period that an organization may choose.')),
});
export type UpdateRetentionClass = Static<typeof UpdateRetentionClass>;

export const OwnPeriod = Type.Object(
  {
    ...fields,
    days: Type.Integer({ description: 'The period that applies.' }),
    chosenDays: Nullable(Type.Integer(), {
      description: 'The period that the organization has chosen; null without a choice.',
    }),
    ...bounds,
  },
  { title: 'RetentionPeriod' },
);
export type OwnPeriod = Static<typeof OwnPeriod>;

export const OwnPeriods = Type.Object(
  { organizationId: Type.String(), classes: Type.Array(OwnPeriod) },
  { title: 'RetentionPeriods' },
);

export const ChoosePeriod = Strict({
  class: name,
  days: Nullable(days(''), {
    description: 'The period in days, within the bounds; null removes the choice.',
  }),
});
export type ChoosePeriod = Static<typeof ChoosePeriod>;

const PlannedClass = Type.Object(
  {
    class: name,
    title: Type.String({ description: 'Name for people.' }),
    isOn: Type.Boolean({
      description: 'False: nothing is removed until an operator switches it on.',
    }),
    days: Type.Integer({ description: 'The period that applies.' }),
    before: Timestamp('Records from before this time are due.'),
    count: Type.Integer({ description: 'Records that are due and not held.' }),
    oldestAt: Nullable(Timestamp('Time of the oldest of them.')),
    dueSince: Nullable(
      Timestamp(
        'When the oldest of them became due. While the class is on, it goes within an hour.',
      ),
    ),
  },
  { title: 'PlannedRemoval' },
);
export type PlannedClass = Static<typeof PlannedClass>;

export const RetentionPlan = Type.Object(
  {
    organizationId: Type.String(),
    isHeld: Type.Boolean({ description: 'True if a legal hold keeps all records.' }),
    classes: Type.Array(PlannedClass),
  },
  { title: 'RetentionPlan' },
);
export type RetentionPlan = Static<typeof RetentionPlan>;
