import { Type, type Static } from 'typebox';
import { Nullable, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { REVEAL_REASON, REVEAL_REASONS } from '../../identity/index.ts';

/** The kind and version of the document. */
export const FORMAT = 'oriki-erasure-receipt-v1';
export const ERASURE_PREFIX = 'erasure';

const reasonCode = StringEnum('RevealReason', REVEAL_REASONS);

export const EraseRequest = Strict({
  reasonCode: Type.Optional(
    StringEnum('RevealReason', REVEAL_REASONS, { default: 'customer_request' }),
  ),
  reason: Type.String({
    ...REVEAL_REASON,
    pattern: '\\S',
    description: 'The reason in a sentence, for later readers; stored encrypted.',
  }),
});
export type EraseRequest = Static<typeof EraseRequest>;

const approvalId = Nullable(Type.String(), {
  description: 'The request of the other person; null where one person was enough.',
});
const facts = {
  subjectId: Type.String({ description: 'Your own id of the subject.' }),
  requestedBy: Type.String({ description: 'Id of the member who requested the erasure.' }),
  approvalId,
  reasonCode,
  requestedAt: Timestamp('When the erasure was requested.'),
};

const Part = {
  table: Type.String(),
  data: Type.Array(Type.String(), { description: 'What the rows contain, or contained.' }),
  count: Type.Integer({ description: 'The number of rows.' }),
};

export const ErasureReceipt = Type.Object(
  {
    format: Type.Literal(FORMAT),
    erasureId: Type.String(),
    organizationId: Type.String(),
    ...facts,
    completedAt: Timestamp('When nothing was left.'),
    erased: Type.Array(
      Type.Object(
        {
          ...Part,
          remains: Nullable(Type.String(), {
            description: 'What emptied rows still have; null for deleted rows.',
          }),
        },
        { title: 'ErasedData' },
      ),
    ),
    kept: Type.Array(
      Type.Object(
        {
          ...Part,
          reason: Type.String({ description: 'Why the rows stay.' }),
          until: Nullable(Timestamp('The latest end of the rows.'), {
            description: 'The latest end of the rows; null if no period is set.',
          }),
        },
        { title: 'KeptData' },
      ),
    ),
    sha256: Type.String({ description: 'Of the other members as canonical JSON, in hex.' }),
    signature: Type.String({
      description: 'A detached JSON Web Signature of that text, as in a case file.',
    }),
  },
  { title: 'ErasureReceipt' },
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;

const ERASURE_STATUSES = ['running', 'held', 'done'] as const;

const fields = {
  id: Type.String(),
  ...facts,
  status: StringEnum('ErasureStatus', ERASURE_STATUSES, {
    description: '`held`: a legal hold was set later, and the erasure continues when it is lifted.',
  }),
  completedAt: Nullable(Type.String({ format: 'date-time' })),
};
export const SubjectErasure = Type.Object(
  { ...fields, receipt: Nullable(ErasureReceipt, { description: 'Null until it is done.' }) },
  { title: 'SubjectErasure' },
);
export type SubjectErasure = Static<typeof SubjectErasure>;

export const RequestedErasure = Type.Object(
  {
    ...SubjectErasure.properties,
    reasonHash: Nullable(Type.String(), {
      description: 'Salted SHA-256 of the reason, in hex; null if an earlier request runs.',
    }),
  },
  { title: 'RequestedErasure' },
);
export type RequestedErasure = Static<typeof RequestedErasure>;
