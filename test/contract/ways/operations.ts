/** The operations of the API, of browsers and of SCIM by their possible effects. */
import { expect } from 'vitest';

/** Any change of a provider by SCIM can grant or remove a role. */
const SCIM_CHANGES = [
  'scimCreateUser',
  'scimReplaceUser',
  'scimPatchUser',
  'scimDeleteUser',
  'scimCreateGroup',
  'scimReplaceGroup',
  'scimPatchGroup',
  'scimDeleteGroup',
] as const;

/** The effects that must not be reachable indirectly, and the operations that can cause them. */
export const EFFECTS = {
  'grant a role': [
    'addMember',
    'changeMember',
    'removeMember',
    'createMemberInvitation',
    'createPortalSession',
    'createSignInIssuer',
    'changeSignInIssuer',
    'finishSignIn',
    'createKey',
    'rotateKey',
    'updateKey',
    ...SCIM_CHANGES,
  ],
  'take a role away': [
    'changeMember',
    'removeMember',
    'createPortalSession',
    'changeSignInIssuer',
    'removeSignInIssuer',
    'finishSignIn',
    ...SCIM_CHANGES,
  ],
  'get a credential': [
    'finishSignIn',
    'exchangeSignInCode',
    'createMemberInvitation',
    'createPortalSession',
    'createInboxStreamToken',
    'createKey',
    'rotateKey',
    'createApiKey',
    'rotateApiKey',
    'createWebhook',
    'rotateWebhookSecret',
  ],
  'widen a key': ['createKey', 'rotateKey', 'updateKey', 'createApiKey', 'createPortalSession'],
  'decide or close a hit': [
    'decideHit',
    'decideCase',
    'createCase',
    'addCaseItems',
    'enrolSubject',
    'enrolSubjects',
    'deleteSubject',
    'deleteScreeningEntry',
    'deleteScreeningList',
    'requestApproval',
    'updateApprovalSettings',
    'claimCase',
    'takeOverCase',
  ],
  'read another organization': ['createInboxStreamToken', 'viewOrganization'],
} as const;

type Effect = keyof typeof EFFECTS;

/** Checks that the operations of a way are listed for the effect. */
export function assertNamed(effect: Effect, operations: readonly string[]): void {
  const named: readonly string[] = EFFECTS[effect];
  expect(operations.filter((one) => !named.includes(one))).toEqual([]);
}

const ASKS = 'asks a provider or a list and stores the answer';
const DATA = 'stores data of the organization that no right and no decision depends on';
const SUBJECT_RIGHTS =
  'decides about the subjects of the customer’s own application, never about callers of the API';
const TALK = 'concerns threads, whose participants are no callers of the API';
const TAKES_ONLY = 'only takes something away from its own organization';
const OPERATORS = 'is for operators, who are trusted with every organization';
const SENDS = 'sends events that the organization may read anyway';
const SETTINGS = 'changes a setting that opens nothing and closes no hit';
const READS = 'only reads';
const TWO_SIDED = 'takes two organizations, each with its own key, and moves no personal data';

/** The operations that change state without any of the effects, with the reason. */
export const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  signOut: TAKES_ONLY,
  endOwnSession: TAKES_ONLY,
  endView: TAKES_ONLY,
  providerLogout: TAKES_ONLY,
  beginInvitation: 'sends a person to an identity provider, whose answer finishes the sign-in',
  verifyBvn: ASKS,
  verifyNin: ASKS,
  checkLiveness: ASKS,
  matchFaces: ASKS,
  verifyAccount: ASKS,
  resolveIdentity: ASKS,
  verifyIdentity: ASKS,
  screenName: ASKS,
  screenNames: ASKS,
  createScreeningJob: ASKS,
  titleScreening: DATA,
  cancelScreeningJob: TAKES_ONLY,
  chooseScreeningProfile: SETTINGS,
  createScreeningList: DATA,
  renameScreeningList: DATA,
  addScreeningEntries: 'only adds entries, which open hits',
  importScreeningEntries: 'only adds entries, which open hits',
  replayDeadLetter: OPERATORS,
  discardDeadLetter: OPERATORS,
  importGlobalList: OPERATORS,
  deleteGlobalList: OPERATORS,
  updateGlobalList: OPERATORS,
  refreshGlobalList: OPERATORS,
  requestPlatformApproval: OPERATORS,
  rejectPlatformApproval: OPERATORS,
  addOperator: OPERATORS,
  changeOperator: OPERATORS,
  removeOperator: OPERATORS,
  endOperatorSession: OPERATORS,
  createOrganization: OPERATORS,
  updateOrganization: OPERATORS,
  updateExportSettings: OPERATORS,
  revokeApiKey: OPERATORS,
  updateCaseSettings: SETTINGS,
  updateCase: 'closes a case only once its hits are decided',
  releaseCase: 'releases a claim, which only its owner may',
  removeCaseItem: 'removes a hit from a case, which leaves the hit open',
  addCaseNote: DATA,
  attachCaseFile: DATA,
  removeCaseFile: TAKES_ONLY,
  inviteFederationMember: TWO_SIDED,
  removeFederationMember: TWO_SIDED,
  acceptFederationInvitation: TWO_SIDED,
  createFederationGroup: TWO_SIDED,
  deleteFederationGroup: TWO_SIDED,
  pullFederation: TWO_SIDED,
  pushFederation: TWO_SIDED,
  pushFederationFraudConfig: TWO_SIDED,
  createPermissionModule: SUBJECT_RIGHTS,
  updatePermissionModule: SUBJECT_RIGHTS,
  deletePermissionModule: SUBJECT_RIGHTS,
  createPermissionRole: SUBJECT_RIGHTS,
  updatePermissionRole: SUBJECT_RIGHTS,
  deletePermissionRole: SUBJECT_RIGHTS,
  createPermissionAssignment: SUBJECT_RIGHTS,
  deletePermissionAssignment: SUBJECT_RIGHTS,
  createPermissionPolicy: SUBJECT_RIGHTS,
  deletePermissionPolicy: SUBJECT_RIGHTS,
  createPermissionRelationship: SUBJECT_RIGHTS,
  deletePermissionRelationship: SUBJECT_RIGHTS,
  markThreadRead: TALK,
  markThreadUnread: TALK,
  markInboxRead: TALK,
  createChannel: TALK,
  createThread: TALK,
  updateThread: TALK,
  addThreadParticipant: TALK,
  removeThreadParticipant: TALK,
  sendMessage: TALK,
  editMessage: TALK,
  deleteMessage: TALK,
  explainApproval: DATA,
  explainPlatformApproval: OPERATORS,
  updateWebhook: SENDS,
  deleteWebhook: TAKES_ONLY,
  retryDelivery: SENDS,
  testWebhook: SENDS,
  recoverDeliveries: SENDS,
  replayDeliveries: SENDS,
  publishEvent: SENDS,
  publishEventBatch: SENDS,
  backfillWebhook: SENDS,
  reportUsage: DATA,
  reportUsageBatch: DATA,
  createExport: DATA,
  cancelExport: TAKES_ONLY,
  revokeMemberInvitation: TAKES_ONLY,
  endSession: TAKES_ONLY,
  rejectApproval: TAKES_ONLY,
  revokeKey: TAKES_ONLY,
  scimSearch: READS,
  scimSearchUsers: READS,
  scimSearchGroups: READS,
};
