import { Type, type Static } from 'typebox';
import { Nullable, Only, Timestamp } from '../../../platform/http/schema.ts';
import { ApprovalRecord } from '../../approvals/index.ts';
import { LastLink, LinkedAction } from '../../audit/index.ts';
import { EntryRecord } from '../../lists/index.ts';
import { HitRecord, Subject } from '../../monitoring/index.ts';
import { CaseChange, CaseFile, CaseItem, CaseNote, CaseSummary, Who } from '../schemas.ts';

export const FORMAT = 'oriki-case-file-v1';

const Named = Type.Object(
  {
    id: Type.String(),
    name: Nullable(Type.String(), { description: 'Null if the organization has none for the id.' }),
  },
  { title: 'CaseParticipant' },
);

const HitOfCase = Type.Object(
  {
    ...HitRecord.properties,
    decisions: Type.Array(
      Type.Object(
        {
          ...HitRecord.properties.decisions.items.properties,
          auditId: Nullable(Type.String(), {
            description: 'Id of the row of the audit log, in `audit`; null if it has none.',
          }),
        },
        { title: 'SignedDecision' },
      ),
      {
        description:
          'The newest 100 decisions, oldest first, including those that no longer apply.',
      },
    ),
  },
  { title: 'SignedHit' },
);

export const SignedCase = Type.Object(
  {
    format: Only(FORMAT, { description: 'The kind and version of the document.' }),
    organization: Type.Object(
      { id: Type.String(), name: Type.String() },
      { title: 'CaseOrganization' },
    ),
    printedBy: Who,
    printedAt: Timestamp('When the case file was made.'),
    case: CaseSummary,
    subjects: Type.Array(Subject, {
      description: 'The subjects of the case and of its hits that are enrolled now.',
    }),
    hits: Type.Array(HitOfCase, { description: 'Every hit of the case, with its decisions.' }),
    entries: Type.Array(EntryRecord, {
      description:
        'The listed entities, at each version at which a hit was compared or decided. An entry that no longer exists is absent.',
    }),
    approvals: Type.Array(ApprovalRecord, {
      description: 'Requests for a second person about the hits of the case.',
    }),
    items: Type.Array(Type.Omit(CaseItem, ['hit'], { title: 'SignedItem' }), {
      description: 'All items of the case, in the order of their addition.',
    }),
    notes: Type.Array(CaseNote, { description: 'Oldest first.' }),
    files: Type.Array(CaseFile, { description: 'Oldest first, without their content.' }),
    history: Type.Array(CaseChange, { description: 'Oldest first.' }),
    callers: Type.Array(Named, {
      description: 'Names of the people and keys whose ids the other members contain.',
    }),
    audit: Type.Array(LinkedAction, {
      description:
        'Rows of the audit log about the case, its hits and requests, oldest first, without reads.',
    }),
    chainHead: Nullable(LastLink, {
      description: 'The last link of the organization’s chain when the case file was made.',
    }),
    sha256: Type.String({
      description:
        'SHA-256, in hex, of the canonical JSON (RFC 8785) of this object without `sha256` and `signature`.',
    }),
    signature: Type.String({
      description:
        'JSON Web Signature (RFC 7515, appendix F) in compact form without its payload, which is that canonical JSON. ' +
        '`kid` of its header names a key of `/.well-known/oriki-keys.json`.',
    }),
  },
  { title: 'SignedCase' },
);
export type SignedCase = Static<typeof SignedCase>;
