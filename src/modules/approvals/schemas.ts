import { Type, type Static } from 'typebox';
import { ACTOR_KINDS } from '../../platform/audit/action.ts';
import {
  AnyObject,
  ExternalId,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import { reasonCode } from './reason-codes/schemas.ts';

/** Actions for which an organization may require two people. */
const CHOSEN_ACTIONS = [
  'hit.false_positive',
  'list.remove_entries',
  'dead_letter.replay',
  'member.change_roles',
  'verification.reveal',
  'legal_hold.lift',
] as const;
/**
 * The guarded actions. Reducing them is guarded if any action is. A change of a subject is guarded if a false positive
 * is, and its export and erasure if a reveal is.
 */
const GUARDED_ACTIONS = [
  ...CHOSEN_ACTIONS,
  'approval_settings.lower',
  'subject.enrol',
  'subject.delete',
  'subject.export',
  'subject.erase',
  'screening_profile.choose',
] as const;
/** Actions that always require two operators, without a setting. */
const PLATFORM_ACTIONS = ['global_list.shrink'] as const;
/** Actions whose object is a subject. */
export const SUBJECT_ACTIONS = [
  'subject.enrol',
  'subject.delete',
  'subject.export',
  'subject.erase',
] as const satisfies readonly (typeof GUARDED_ACTIONS)[number][];
/** Actions whose object is a record about a subject. */
export const RECORD_ACTIONS = [
  'hit.false_positive',
  'dead_letter.replay',
  'verification.reveal',
  'legal_hold.lift',
] as const satisfies readonly (typeof GUARDED_ACTIONS)[number][];
export type GuardedAction = (typeof GUARDED_ACTIONS)[number] | (typeof PLATFORM_ACTIONS)[number];

/**
 * Scopes of other modules, of which a person needs one to do the action. An action without an entry is open to all
 * people who may read requests.
 */
const SCOPES_OF: Partial<Record<GuardedAction, readonly string[]>> = {
  'hit.false_positive': ['fraud:screen'],
  'subject.enrol': ['fraud:screen'],
  'subject.delete': ['fraud:screen'],
  'list.remove_entries': ['fraud:manage'],
  'screening_profile.choose': ['fraud:manage'],
  'member.change_roles': ['members:manage', 'signin:manage'],
  'verification.reveal': ['identity:reveal'],
  'subject.export': ['identity:reveal'],
  'subject.erase': ['identity:reveal'],
  'legal_hold.lift': ['retention:manage'],
  'approval_settings.lower': ['approvals:manage'],
};

/** Returns the actions that a caller with these scopes can do. */
export function actionsWith(scopes: ReadonlySet<string>): GuardedAction[] {
  return GUARDED_ACTIONS.filter(
    (action) => SCOPES_OF[action]?.some((scope) => scopes.has(scope)) ?? true,
  );
}

const GuardedAction = StringEnum('GuardedAction', GUARDED_ACTIONS);
const PlatformAction = StringEnum('PlatformGuardedAction', PLATFORM_ACTIONS);
const Chosen = StringEnum('FourEyesAction', CHOSEN_ACTIONS);

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'void'] as const;

const actions = Type.Array(Chosen, {
  uniqueItems: true,
  maxItems: CHOSEN_ACTIONS.length,
  description: 'The actions that need two people.',
});
const expiresHours = Type.Integer({
  minimum: 1,
  maximum: 720,
  description: 'Hours after which an unanswered request expires.',
});

export const ApprovalSettings = Type.Object(
  { organizationId: Type.String(), actions, expiresHours },
  { title: 'ApprovalSettings' },
);
export type ApprovalSettings = Static<typeof ApprovalSettings>;

export const UpdateSettings = Strict({
  actions: Type.Optional(actions),
  expiresHours: Type.Optional(expiresHours),
});
export type UpdateSettings = Static<typeof UpdateSettings>;

const reason = Type.Optional(
  Type.String({
    maxLength: 2000,
    pattern: '\\S',
    description: 'The reason, for later readers; stored encrypted.',
  }),
);

export const RejectApproval = Strict({ reason });
export const ExplainApproval = Strict({
  reason: Type.String({
    maxLength: 2000,
    pattern: '\\S',
    description: 'The reason of the second person, for later readers; stored encrypted.',
  }),
});

export const ApprovalRequest = Strict({
  action: GuardedAction,
  objectId: ExternalId({
    minLength: 1,
    maxLength: 256,
    description:
      'Id of the hit, subject, list, entry, dead letter, member or identity provider. For settings, a new provider, a new ' +
      'member and an invitation: the organization. 404 if it does not exist. For a new member, the answer has the member’s id.',
  }),
  detail: Type.Optional(
    AnyObject({
      maxProperties: 10,
      description:
        'For `member.change_roles` `roles`, with `{"member": {"issuer", "subject"}}` for a new member and ' +
        '`{"invitation": {"email"}}` for an invitation, `{"key": {"scopes"}}` for a key with `scim:manage`, or the change of an identity provider; for `approval_settings.lower` the ' +
        'remaining actions, and `expiresHours` if it changes; for ' +
        '`screening_profile.choose` the profile as in its request; for ' +
        '`hit.false_positive` with all identical hits `{"alsoIdentical": true}`; the request then carries `hits`, their ' +
        'revisions by their ids.',
    }),
  ),
  reason,
  reasonCode,
});
export type ApprovalRequest = Static<typeof ApprovalRequest>;

export const PlatformApprovalRequest = Strict({
  action: PlatformAction,
  objectId: Type.String({ minLength: 1, maxLength: 256, description: 'Id of the global list.' }),
  reason,
});
export type PlatformApprovalRequest = Static<typeof PlatformApprovalRequest>;

/** The requester or the second person. */
export const Who = Type.Object(
  { kind: StringEnum('ActorKind', ACTOR_KINDS), id: Type.String() },
  { title: 'ApprovalActor' },
);

const members = {
  objectId: Type.String(),
  status: StringEnum('ApprovalStatus', APPROVAL_STATUSES),
  askedBy: Who,
  askedAt: Timestamp('When it was requested.'),
  expiresAt: Timestamp('When it expires.'),
  answeredBy: Nullable(Who),
  reason: Type.Optional(
    Nullable(Type.String(), {
      examples: ['The date of birth differs.'],
      description:
        'The asker’s reason; null if none was given, and once its subject is deleted. Answers to POST omit it.',
    }),
  ),
  answerReason: Type.Optional(
    Nullable(Type.String(), {
      examples: ['The passport says otherwise.'],
      description:
        'The reason of the second person, or of the person who rejected; null if none was given, and once its subject is deleted. A decision on a hit contains the reason itself.',
    }),
  ),
  reasonCode: Type.Optional(
    Nullable(Type.String(), {
      examples: ['date_of_birth_differs'],
      description:
        'The code of the asker’s reason; null if none was given, and in answers to `reject` and `reason`.',
    }),
  ),
  reasonHash: Type.Optional(
    Nullable(Type.String(), {
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      description:
        'Salted SHA-256 of the new reason, in hex, as in the audit log. The salt is sealed with the reason.',
    }),
  ),
  answeredAt: Nullable(Timestamp('When it was carried out or rejected, or when it expired.')),
};

export const Approval = Type.Object(
  { id: Type.String(), action: GuardedAction, detail: AnyObject(), ...members },
  { title: 'Approval' },
);
export type Approval = Static<typeof Approval>;
export const ApprovalPage = PageOf(Approval);

export const PlatformApproval = Type.Object(
  {
    id: Type.String(),
    action: PlatformAction,
    detail: AnyObject({
      description:
        'The object of the agreement. For a global list: the rejected file, as in `refused` of its origin.',
    }),
    ...members,
  },
  { title: 'PlatformApproval' },
);
export type PlatformApproval = Static<typeof PlatformApproval>;
export const PlatformApprovalPage = PageOf(PlatformApproval);

const status = Type.Optional(StringEnum('ApprovalStatus', APPROVAL_STATUSES));

export const PlatformApprovalQuery = Type.Object({ status, ...pageQuery(PAGE_CAP) });
export const ApprovalQuery = Type.Object({
  status,
  ...pageQuery(PAGE_CAP),
  objectId: Type.Optional(
    ExternalId({
      maxLength: 256,
      description:
        'Only requests about this object. A request about a hit and its identical hits has the id of the first.',
    }),
  ),
});
export type ApprovalQuery = Static<typeof ApprovalQuery>;
