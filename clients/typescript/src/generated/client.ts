// Generated from docs/openapi.json by scripts/client-library.ts.

import type { Call, CallOptions, ConditionalOptions, List } from '../call.ts';
import type { StreamEvent } from '../streams.ts';
import type { Operations } from './types.ts';

/**
 * Verifies bank verification numbers, national identification numbers, bank accounts and faces with
 * vendors, and keeps what was answered.
 */
export interface IdentityOperations {
  /**
   * Verify a Bank Verification Number against a name.
   *
   * `verified` from a score of 70. When no provider can be reached the answer is 200 with status
   * `provider_down`, and the request waits in the dead letters to be asked again.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify-bvn`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyBvn(input: Operations['verifyBvn']['input'], options?: CallOptions): Call<Operations['verifyBvn']['data']>;

  /**
   * Verify a National Identification Number against a name.
   *
   * `verified` from a score of 70. When no provider can be reached the answer is 200 with status
   * `provider_down`, and the request waits in the dead letters to be asked again.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify-nin`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyNin(input: Operations['verifyNin']['input'], options?: CallOptions): Call<Operations['verifyNin']['data']>;

  /**
   * Check that a selfie shows a live person.
   *
   * When no provider can be reached the answer is 200 with status `provider_down`, and the request waits
   * in the dead letters to be asked again.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/liveness`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  checkLiveness(input: Operations['checkLiveness']['input'], options?: CallOptions): Call<Operations['checkLiveness']['data']>;

  /**
   * Compare a selfie with a reference photo.
   *
   * When no provider can be reached the answer is 200 with status `provider_down`, and the request waits
   * in the dead letters to be asked again.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/face-match`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  matchFaces(input: Operations['matchFaces']['input'], options?: CallOptions): Call<Operations['matchFaces']['data']>;

  /**
   * Verify the holder of a bank account.
   *
   * When no provider can be reached the answer is 200 with status `provider_down`, and the request waits
   * in the dead letters to be asked again.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify-account`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyAccount(input: Operations['verifyAccount']['input'], options?: CallOptions): Call<Operations['verifyAccount']['data']>;

  /**
   * Look up who an identifier belongs to.
   *
   * Status `verified` means that it was found. The look-up is an audit row like any other; it emits an
   * event only when it fails.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/resolve`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  resolve(input: Operations['resolveIdentity']['input'], options?: CallOptions): Call<Operations['resolveIdentity']['data']>;

  /**
   * Verify an identifier of any supported country against a name.
   *
   * `verified` from a score of 70.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verify(input: Operations['verifyIdentity']['input'], options?: CallOptions): Call<Operations['verifyIdentity']['data']>;

  /**
   * List countries, kinds and forms of identifiers.
   *
   * Kinds and countries that `POST /identity/resolve` and `POST /identity/verify` take.
   *
   * Scope `identity:verify`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/kinds`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listKinds(input?: Operations['listIdentityKinds']['input'], options?: CallOptions): Call<Operations['listIdentityKinds']['data']>;

  /**
   * List verifications, newest first.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/verifications`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listVerifications: List<[input?: Operations['listIdentityVerifications']['input'], options?: CallOptions], Operations['listIdentityVerifications']['data'], Operations['listIdentityVerifications']['data']['items'][number]>;

  /**
   * Count verifications by day and outcome.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/verifications/by-day`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  countVerificationsByDay(input?: Operations['countIdentityVerificationsByDay']['input'], options?: CallOptions): Call<Operations['countIdentityVerificationsByDay']['data']>;

  /**
   * Read one verification with its encrypted answer.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/verifications/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getVerification(input: Operations['getIdentityVerification']['input'], options?: CallOptions): Call<Operations['getIdentityVerification']['data']>;
}

/**
 * The operator’s calls, with a platform key: organizations, their keys, global lists, providers,
 * settings of exports.
 */
export interface AdministrationOperations {
  /**
   * List dead letters of all organizations, newest first.
   *
   * The requests themselves are encrypted and not shown.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/dead-letters`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listDeadLetters: List<[input?: Operations['listDeadLetters']['input'], options?: CallOptions], Operations['listDeadLetters']['data'], Operations['listDeadLetters']['data']['items'][number]>;

  /**
   * Ask the providers again.
   *
   * A call of its own: it writes an audit row that names the first one, and emits its events. While the
   * providers are still down the entry stays `waiting`. If the same was asked and answered since, nobody
   * is asked and the entry is `superseded`.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/dead-letters/{id}/replay`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  replayDeadLetter(input: Operations['replayDeadLetter']['input'], options?: CallOptions): Call<Operations['replayDeadLetter']['data']>;

  /**
   * Give up a dead letter and delete its request.
   *
   * Its organization gets the event identity.dead_letter.given_up.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/dead-letters/{id}/discard`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  discardDeadLetter(input: Operations['discardDeadLetter']['input'], options?: CallOptions): Call<Operations['discardDeadLetter']['data']>;

  /**
   * Show how the providers do, as the answering process sees them.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/providers`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listProviders(input?: Operations['listProviders']['input'], options?: CallOptions): Call<Operations['listProviders']['data']>;

  /**
   * Import a global list, replacing the one with this source.
   *
   * Atomic: screenings use the old list until the import is complete, and the new one from the answer
   * on. Large files: `oriki list import`.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/lists`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  importGlobalList(input: Operations['importGlobalList']['input'], options?: CallOptions): Call<Operations['importGlobalList']['data']>;

  /**
   * List the global lists.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/lists`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listGlobalLists: List<[input?: Operations['listGlobalLists']['input'], options?: CallOptions], Operations['listGlobalLists']['data'], Operations['listGlobalLists']['data']['items'][number]>;

  /**
   * Fetch a global list.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getGlobalList(input: Operations['getGlobalList']['input'], options?: CallOptions): Call<Operations['getGlobalList']['data']>;

  /**
   * Delete a global list and its entries.
   *
   * Scope `platform:admin`, of people `platform:operate`. A person must have signed in lately.
   *
   * `DELETE /api/v1/admin/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteGlobalList(input: Operations['deleteGlobalList']['input'], options?: CallOptions): Call<Operations['deleteGlobalList']['data']>;

  /**
   * Set where a global list is fetched from.
   *
   * With an interval it is fetched at once and then again and again, by the worker role. A file that
   * cannot be fetched or read, or would remove more than half of a list, changes nothing.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `PATCH /api/v1/admin/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateGlobalList(input: Operations['updateGlobalList']['input'], options?: CallOptions): Call<Operations['updateGlobalList']['data']>;

  /**
   * Fetch a global list from its origin as soon as possible.
   *
   * The answer comes first; how it went is then in `origin` of the list. With `allowShrink` the file is
   * taken that was refused, and no other: one operator asks for it with `POST /admin/approvals`, and
   * another, who must have signed in lately, does this.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/lists/{id}/refresh`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `STEP_UP_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  refreshGlobalList(input: Operations['refreshGlobalList']['input'], options?: CallOptions): Call<Operations['refreshGlobalList']['data']>;

  /**
   * List the versions of a global list, newest first.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/lists/{id}/versions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listGlobalListVersions: List<[input: Operations['listGlobalListVersions']['input'], options?: CallOptions], Operations['listGlobalListVersions']['data'], Operations['listGlobalListVersions']['data']['items'][number]>;

  /**
   * List the first rows of a version’s file that were left out.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/lists/{id}/rejections`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listGlobalListRejections(input: Operations['listGlobalListRejections']['input'], options?: CallOptions): Call<Operations['listGlobalListRejections']['data']>;

  /**
   * List what is different in one version of a global list from an earlier one.
   *
   * An entry that came back to where it was is not listed.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/lists/{id}/changes`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listGlobalListChanges: List<[input: Operations['listGlobalListChanges']['input'], options?: CallOptions], Operations['listGlobalListChanges']['data'], Operations['listGlobalListChanges']['data']['items'][number]>;

  /**
   * Fetch an organization's export settings.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/organizations/{id}/export-settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getExportSettings(input: Operations['getExportSettings']['input'], options?: CallOptions): Call<Operations['getExportSettings']['data']>;

  /**
   * Change an organization's export settings.
   *
   * They apply to exports that are asked for from then on.
   *
   * Scope `platform:admin`.
   *
   * `PATCH /api/v1/admin/organizations/{id}/export-settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateExportSettings(input: Operations['updateExportSettings']['input'], options?: CallOptions): Call<Operations['updateExportSettings']['data']>;

  /**
   * Create an organization.
   *
   * With `billingTimeZone` its first month has that time zone already: docs/invoices.md.
   *
   * Scope `platform:admin`.
   *
   * `POST /api/v1/admin/organizations`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createOrganization(input: Operations['createOrganization']['input'], options?: CallOptions): Call<Operations['createOrganization']['data']>;

  /**
   * List organizations.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/organizations`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listOrganizations: List<[input?: Operations['listOrganizations']['input'], options?: CallOptions], Operations['listOrganizations']['data'], Operations['listOrganizations']['data']['items'][number]>;

  /**
   * Fetch an organization.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/organizations/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getOrganization(input: Operations['getOrganization']['input'], options?: CallOptions): Call<Operations['getOrganization']['data']>;

  /**
   * Change name, plan, addons, kept identifiers or the time zone of billing.
   *
   * A changed plan takes effect on every process within 5 seconds. With `identifierLast4: false` new
   * identity verifications are stored without it, and reads answer null, also for those stored before. A
   * changed `billingTimeZone` applies from the next month on, or the month after it within the last hour
   * of a month: `nextBillingTimeZone` has it until then. Naming the current one withdraws a change that
   * is still to come.
   *
   * Scope `platform:admin`.
   *
   * `PATCH /api/v1/admin/organizations/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateOrganization(input: Operations['updateOrganization']['input'], options?: CallOptions): Call<Operations['updateOrganization']['data']>;

  /**
   * Create an API key.
   *
   * A platform key gives the new key its own end, addresses and limits where the request names none, and
   * never wider ones: 403. The key is shown only in this response; only its SHA-256 is stored.
   *
   * Scope `platform:admin`. A person must have signed in lately. A repeated idempotency key is answered
   * to the same caller only.
   *
   * `POST /api/v1/admin/keys`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createApiKey(input: Operations['createApiKey']['input'], options?: CallOptions): Call<Operations['createApiKey']['data']>;

  /**
   * List API keys.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/keys`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listApiKeys: List<[input?: Operations['listApiKeys']['input'], options?: CallOptions], Operations['listApiKeys']['data'], Operations['listApiKeys']['data']['items'][number]>;

  /**
   * Fetch an API key.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/keys/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getApiKey(input: Operations['getApiKey']['input'], options?: CallOptions): Call<Operations['getApiKey']['data']>;

  /**
   * Replace an API key.
   *
   * The new key has the same organization, expiry, addresses and limits, and the same or fewer scopes. A
   * platform key replaces no key with wider limits than its own: 403.
   *
   * Scope `platform:admin`. A person must have signed in lately. A repeated idempotency key is answered
   * to the same caller only.
   *
   * `POST /api/v1/admin/keys/{id}/rotate`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rotateApiKey(input: Operations['rotateApiKey']['input'], options?: CallOptions): Call<Operations['rotateApiKey']['data']>;

  /**
   * Revoke an API key.
   *
   * Refused on every process within 5 seconds.
   *
   * Scope `platform:admin`. A person must have signed in lately.
   *
   * `POST /api/v1/admin/keys/{id}/revoke`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  revokeApiKey(input: Operations['revokeApiKey']['input'], options?: CallOptions): Call<Operations['revokeApiKey']['data']>;
}

/**
 * Compares names with sanctions lists and an organization’s own lists, and keeps what was found.
 */
export interface ScreeningOperations {
  /**
   * Screen a name against global lists and the organization's own.
   *
   * The screening is stored with its hits, which outlive the entries they name.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/screen`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  screenName(input: Operations['screenName']['input'], options?: CallOptions): Call<Operations['screenName']['data']>;

  /**
   * Screen up to 1,000 names at once.
   *
   * All names are screened against the same version of the lists. Items have no `subjectId`: decisions
   * of your own on hits do not count in a batch. More than 20000 hits in all are a conflict.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/screen/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  screenNames(input: Operations['screenNames']['input'], options?: CallOptions): Call<Operations['screenNames']['data']>;

  /**
   * List the operator's lists that names are screened against.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/global-lists`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listCheckedGlobalLists(input?: Operations['listCheckedGlobalLists']['input'], options?: CallOptions): Call<Operations['listCheckedGlobalLists']['data']>;

  /**
   * List screenings, newest first.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/screenings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listScreenings']['input'], options?: CallOptions], Operations['listScreenings']['data'], Operations['listScreenings']['data']['items'][number]>;

  /**
   * Fetch a screening as it was answered.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/screenings/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getScreening']['input'], options?: CallOptions): Call<Operations['getScreening']['data']>;

  /**
   * Give a screening a title, or take it away.
   *
   * Titles are kept encrypted. Nothing else of a screening changes, ever.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `PATCH /api/v1/fraud/screenings/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  title(input: Operations['titleScreening']['input'], options?: CallOptions): Call<Operations['titleScreening']['data']>;

  /**
   * Screen a file of names in the background.
   *
   * Each row is screened as by `screenNames`, and stored. The results become an export
   * (`screening_jobs`) when the last row is done: its id is `exportId`, and reading it takes the scope
   * `exports:create`. Ten jobs may be unfinished at a time.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/screen/jobs`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createJob(input: Operations['createScreeningJob']['input'], options?: CallOptions): Call<Operations['createScreeningJob']['data']>;

  /**
   * List screening jobs, newest first.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/screen/jobs`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listJobs: List<[input?: Operations['listScreeningJobs']['input'], options?: CallOptions], Operations['listScreeningJobs']['data'], Operations['listScreeningJobs']['data']['items'][number]>;

  /**
   * Fetch a screening job.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/screen/jobs/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getJob(input: Operations['getScreeningJob']['input'], options?: CallOptions): Call<Operations['getScreeningJob']['data']>;

  /**
   * Cancel a screening job that is not finished.
   *
   * Its file and its rows are removed; screenings that were stored stay. 409 once it is completed or
   * failed.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `DELETE /api/v1/fraud/screen/jobs/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  cancelJob(input: Operations['cancelScreeningJob']['input'], options?: CallOptions): Call<Operations['cancelScreeningJob']['data']>;

  /**
   * Read the weights of facts by which names are judged.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `GET /api/v1/fraud/profile`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getProfile(input?: Operations['getScreeningProfile']['input'], options?: CallOptions): Call<Operations['getScreeningProfile']['data']>;

  /**
   * Choose a profile of weights, or adjust one.
   *
   * For screenings that begin from now on; stored ones stay as they are. `adjustments` take the place of
   * those before; without them the profile is as documented. `dryRunScreeningProfile` says before what
   * it would change. Where a false positive needs two people, this needs two as well: one asks for
   * `screening_profile.choose` with the body as `detail`.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `PATCH /api/v1/fraud/profile`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  chooseProfile(input: Operations['chooseScreeningProfile']['input'], options?: ConditionalOptions): Call<Operations['chooseScreeningProfile']['data']>;

  /**
   * Say what other weights would change.
   *
   * Screens up to a hundred stored screenings again, by the present and by the proposed weights, against
   * the lists as they are now and without identifiers, and stores nothing. `next` leads to the
   * screenings before them.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/profile/dry-run`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  dryRunProfile(input: Operations['dryRunScreeningProfile']['input'], options?: CallOptions): Call<Operations['dryRunScreeningProfile']['data']>;

  /**
   * Fetch all that a list says of an entity.
   *
   * The entry is of one of the organization's own lists or of a global list. With `version` as it was
   * when it hit: hits carry it as `listRevision`.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/entries/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getListedEntity(input: Operations['getListedEntity']['input'], options?: CallOptions): Call<Operations['getListedEntity']['data']>;
}

/**
 * An organization’s own blocklists and allowlists, and their entries.
 */
export interface ScreeningListsOperations {
  /**
   * List the organization's screening lists.
   *
   * All of them without `page`, `limit` and `cursor`.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `GET /api/v1/fraud/lists`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listScreeningLists']['input'], options?: CallOptions], Operations['listScreeningLists']['data'], Operations['listScreeningLists']['data']['lists'][number]>;

  /**
   * Create a blocklist or an allowlist.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createScreeningList']['input'], options?: CallOptions): Call<Operations['createScreeningList']['data']>;

  /**
   * Fetch a list.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `GET /api/v1/fraud/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getScreeningList']['input'], options?: CallOptions): Call<Operations['getScreeningList']['data']>;

  /**
   * Rename a list.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `PATCH /api/v1/fraud/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rename(input: Operations['renameScreeningList']['input'], options?: CallOptions): Call<Operations['renameScreeningList']['data']>;

  /**
   * Delete a list and its entries.
   *
   * For good. Earlier screenings keep the hits they found.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. A person must have signed in lately. Rate-limit
   * group `lists`.
   *
   * `DELETE /api/v1/fraud/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  delete(input: Operations['deleteScreeningList']['input'], options?: CallOptions): Call<Operations['deleteScreeningList']['data']>;

  /**
   * List the entries of a list.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `GET /api/v1/fraud/lists/{id}/entries`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listEntries: List<[input: Operations['listScreeningEntries']['input'], options?: CallOptions], Operations['listScreeningEntries']['data'], Operations['listScreeningEntries']['data']['items'][number]>;

  /**
   * Add up to 1,000 entries, all or none.
   *
   * Every screening that starts after the answer sees the entries. Names are canonicalised like queries.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists/{id}/entries`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addEntries(input: Operations['addScreeningEntries']['input'], options?: CallOptions): Call<Operations['addScreeningEntries']['data']>;

  /**
   * Delete one entry.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `DELETE /api/v1/fraud/lists/{id}/entries/{entryId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteEntry(input: Operations['deleteScreeningEntry']['input'], options?: CallOptions): Call<Operations['deleteScreeningEntry']['data']>;

  /**
   * Say what adding a file of entries would do, without adding it.
   *
   * Problems by line, and entries that the file or the list has already.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists/{id}/entries/preview`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  previewEntries(input: Operations['previewScreeningEntries']['input'], options?: CallOptions): Call<Operations['previewScreeningEntries']['data']>;

  /**
   * Add a file of up to 100,000 entries, all or none.
   *
   * One invalid row refuses the file; `POST /fraud/lists/:id/entries/preview` names all of them. Every
   * screening that starts after the answer sees the entries.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists/{id}/entries/import`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  importEntries(input: Operations['importScreeningEntries']['input'], options?: CallOptions): Call<Operations['importScreeningEntries']['data']>;
}

/**
 * Subjects that are screened again whenever a list changes, the hits, and what was decided about them.
 */
export interface ContinuousScreeningOperations {
  /**
   * Enrol a subject, or update one.
   *
   * Screens the subject against all lists at once, and from then on against everything that changes on
   * them. A subject that is enrolled already takes the new fields; those that are left out are as if
   * they were never given. 409 when the subjects of one request have more than 5,000 hits. Where a false
   * positive needs two people, new fields with which an open hit or a true match would close need two as
   * well: a key asks for `subject.enrol`, and a person enrols the subject.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/subjects`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  enrolSubject(input: Operations['enrolSubject']['input'], options?: CallOptions): Call<Operations['enrolSubject']['data']>;

  /**
   * List the enrolled subjects, by id.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/subjects`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listSubjects: List<[input?: Operations['listSubjects']['input'], options?: CallOptions], Operations['listSubjects']['data'], Operations['listSubjects']['data']['items'][number]>;

  /**
   * Enrol up to 1,000 subjects, all or none.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/subjects/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  enrolSubjects(input: Operations['enrolSubjects']['input'], options?: CallOptions): Call<Operations['enrolSubjects']['data']>;

  /**
   * Fetch an enrolled subject.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/subjects/{subjectId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSubject(input: Operations['getSubject']['input'], options?: CallOptions): Call<Operations['getSubject']['data']>;

  /**
   * End the screening of a subject, and erase what was written about it.
   *
   * Its hits are closed and lose what they say of the subject; decisions on them lose their reason, its
   * cases their notes and files, and its screenings their titles. A subject that is not enrolled loses
   * the same; without any of it the answer is 404. Where a false positive needs two people, a subject
   * with open hits or true matches needs two as well: a key asks for `subject.delete`, and a person
   * deletes it.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `DELETE /api/v1/fraud/subjects/{subjectId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteSubject(input: Operations['deleteSubject']['input'], options?: CallOptions): Call<Operations['deleteSubject']['data']>;

  /**
   * List hits of enrolled subjects, newest first.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/hits`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listHits: List<[input?: Operations['listHits']['input'], options?: CallOptions], Operations['listHits']['data'], Operations['listHits']['data']['items'][number]>;

  /**
   * Count hits by the day that they were found, and their present state.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/hits/by-day`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  countHitsByDay(input?: Operations['countHitsByDay']['input'], options?: CallOptions): Call<Operations['countHitsByDay']['data']>;

  /**
   * Fetch a hit with its decisions.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/hits/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getHit(input: Operations['getHit']['input'], options?: CallOptions): Call<Operations['getHit']['data']>;

  /**
   * Decide on a hit.
   *
   * The decision stands until the subject or the entry changes; a pair that still matches is then open
   * again. A hit may be decided anew: the last decision counts, all are kept. With `expectedRevision` a
   * decision that somebody else, or a change, has overtaken is refused. 409 while another actor has
   * claimed an open case of the hit.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/hits/{id}/decision`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  decideHit(input: Operations['decideHit']['input'], options?: CallOptions): Call<Operations['decideHit']['data']>;
}

/**
 * Cases of people about a subject: its hits and all else, who works on it, and how it ended.
 */
export interface CasesOperations {
  /**
   * Read the rule by which cases are made.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `GET /api/v1/cases/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSettings(input?: Operations['getCaseSettings']['input'], options?: CallOptions): Call<Operations['getCaseSettings']['data']>;

  /**
   * Change the rule by which cases are made.
   *
   * A hit of an enrolled subject on a list of these kinds, with this score or more, makes a case when it
   * opens, or joins the one that the rule has made of the subject and nobody has closed.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `PATCH /api/v1/cases/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateSettings(input: Operations['updateCaseSettings']['input'], options?: CallOptions): Call<Operations['updateCaseSettings']['data']>;

  /**
   * Make a case of a subject.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createCase']['input'], options?: CallOptions): Call<Operations['createCase']['data']>;

  /**
   * List cases, newest first.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `GET /api/v1/cases`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listCases']['input'], options?: CallOptions], Operations['listCases']['data'], Operations['listCases']['data']['items'][number]>;

  /**
   * Fetch a case with its items, notes, files and history.
   *
   * Answers the first 100 items, the first 25 notes and the newest 100 changes. While `itemsNext`,
   * `notesNext` or `historyNext` is not null there are more: send them as `itemsAfter`, `notesAfter` and
   * `historyBefore`.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `GET /api/v1/cases/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getCase']['input'], options?: CallOptions): Call<Operations['getCase']['data']>;

  /**
   * Change state, assignee, due date or priority of a case.
   *
   * A case with open hits cannot be closed, and a closed one is opened again by another status. 409 when
   * the case has another `revision` than the caller has seen, and while somebody else has claimed it.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `PATCH /api/v1/cases/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateCase']['input'], options?: CallOptions): Call<Operations['updateCase']['data']>;

  /**
   * Claim a case for 15 minutes, or for 15 more.
   *
   * While it is claimed, nobody else changes its state or its items, or decides. 409 while somebody else
   * has it; a claim that has ended can be claimed by anybody, and one that has not can be taken over
   * with a reason.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/claim`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  claim(input: Operations['claimCase']['input'], options?: CallOptions): Call<Operations['claimCase']['data']>;

  /**
   * Give a claim back.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `DELETE /api/v1/cases/{id}/claim`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  release(input: Operations['releaseCase']['input'], options?: CallOptions): Call<Operations['releaseCase']['data']>;

  /**
   * Take over a case that somebody else has claimed.
   *
   * For 15 minutes. The reason becomes a note of the case, and the history names who had the case. 409
   * when nobody else has claimed it.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/claim/take-over`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  takeOver(input: Operations['takeOverCase']['input'], options?: CallOptions): Call<Operations['takeOverCase']['data']>;

  /**
   * Add hits, screenings, verifications, dead letters or threads to a case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/items`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addItems(input: Operations['addCaseItems']['input'], options?: CallOptions): Call<Operations['addCaseItems']['data']>;

  /**
   * Take something out of a case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `DELETE /api/v1/cases/{id}/items/{itemId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeItem(input: Operations['removeCaseItem']['input'], options?: CallOptions): Call<Operations['removeCaseItem']['data']>;

  /**
   * Note something about a case.
   *
   * Notes are kept encrypted, stay, and do not change the revision of the case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/notes`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addNote(input: Operations['addCaseNote']['input'], options?: CallOptions): Call<Operations['addCaseNote']['data']>;

  /**
   * Attach a file of at most 10 MiB to a case.
   *
   * Content, name and media type are kept encrypted. A case has at most 20 files; they do not change its
   * revision.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/files`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  attachFile(input: Operations['attachCaseFile']['input'], options?: CallOptions): Call<Operations['attachCaseFile']['data']>;

  /**
   * Fetch a file of a case with its content.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `GET /api/v1/cases/{id}/files/{fileId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getFile(input: Operations['getCaseFile']['input'], options?: CallOptions): Call<Operations['getCaseFile']['data']>;

  /**
   * Remove a file from a case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `DELETE /api/v1/cases/{id}/files/{fileId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeFile(input: Operations['removeCaseFile']['input'], options?: CallOptions): Call<Operations['removeCaseFile']['data']>;

  /**
   * Decide hits of a case, note why, and close it, at once or not at all.
   *
   * Each hit is decided as by its own operation, also under the rule of four eyes. 409 when the case has
   * another `revision` than the caller has seen, or a hit has: then nothing is decided.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/decide`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `DETECTION_PACK_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  decide(input: Operations['decideCase']['input'], options?: CallOptions): Call<Operations['decideCase']['data']>;
}

/**
 * Groups of organizations that share fraud lists and permission roles.
 */
export interface FederationOperations {
  /**
   * Invite an organization to a federation group.
   *
   * The owner only. The organization is a member once it has accepted. A group has at most 100 members,
   * invited ones included; more are 409, like an organization that is in the group and a prefix that is
   * taken. One organization can invite another 10 times a day, over all its groups: then it is 429.
   *
   * Scope `permissions:manage`. Plan gate `federation_members`. Rate-limit group `federation-members`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `VALIDATION_ERROR`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  inviteMember(input: Operations['inviteFederationMember']['input'], options?: CallOptions): Call<Operations['inviteFederationMember']['data']>;

  /**
   * Leave a federation group, decline its invitation, or remove a member from it.
   *
   * A member, invited or active, removes itself; the owner removes anyone but itself. What members have
   * of each other goes with the membership, and so does every grant that names it; the prefix is free
   * again.
   *
   * Scope `permissions:manage`. Plan gate `federation_members`. Rate-limit group `federation-members`.
   *
   * `DELETE /api/v1/permissions/federation/groups/{id}/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `VALIDATION_ERROR`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeMember(input: Operations['removeFederationMember']['input'], options?: CallOptions): Call<Operations['removeFederationMember']['data']>;

  /**
   * Accept an invitation to a federation group.
   *
   * With the invited organization's own key. Needs no body, and ignores any: nothing in it can say who
   * accepts.
   *
   * Scope `permissions:manage`. Plan gate `federation_members`. Rate-limit group `federation-members`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/members/accept`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `VALIDATION_ERROR`, `NOT_FOUND`, `RATE_LIMITED`,
   * `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  acceptInvitation(input: Operations['acceptFederationInvitation']['input'], options?: CallOptions): Call<Operations['acceptFederationInvitation']['data']>;

  /**
   * Create a federation group.
   *
   * The prefix is the owner's own in the group.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `FEDERATION_NOT_ALLOWED`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createGroup(input: Operations['createFederationGroup']['input'], options?: CallOptions): Call<Operations['createFederationGroup']['data']>;

  /**
   * List federation groups that the organization belongs to or is invited to.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `GET /api/v1/permissions/federation/groups`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `FEDERATION_NOT_ALLOWED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listGroups: List<[input?: Operations['listFederationGroups']['input'], options?: CallOptions], Operations['listFederationGroups']['data'], Operations['listFederationGroups']['data']['items'][number]>;

  /**
   * Fetch a federation group and its members.
   *
   * Members and invited organizations; for anybody else there is no such group.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `GET /api/v1/permissions/federation/groups/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `FEDERATION_NOT_ALLOWED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getGroup(input: Operations['getFederationGroup']['input'], options?: CallOptions): Call<Operations['getFederationGroup']['data']>;

  /**
   * Delete a federation group.
   *
   * The owner only. Memberships, what members have of each other, and the grants that name it go at
   * once.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `DELETE /api/v1/permissions/federation/groups/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `FEDERATION_NOT_ALLOWED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteGroup(input: Operations['deleteFederationGroup']['input'], options?: CallOptions): Call<Operations['deleteFederationGroup']['data']>;

  /**
   * Tell how far the members of a federation group are synced.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `GET /api/v1/permissions/federation/groups/{id}/sync`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `FEDERATION_NOT_ALLOWED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSyncStatus(input: Operations['getFederationSyncStatus']['input'], options?: CallOptions): Call<Operations['getFederationSyncStatus']['data']>;

  /**
   * Import the modules and roles of other members.
   *
   * Active members only. Replaces what the caller has of each member by what the member has now; what
   * the member has no more goes, with the grants that name it. Members that are only invited are passed
   * over; naming one is 404, and 409 where what the caller has stands in the way.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/pull`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `FEDERATION_NOT_ALLOWED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  pull(input: Operations['pullFederation']['input'], options?: CallOptions): Call<Operations['pullFederation']['data']>;

  /**
   * Bring the own modules and roles to other members.
   *
   * Active members only. Members that are only invited are passed over; naming one is 404.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/push`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `FEDERATION_NOT_ALLOWED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  push(input: Operations['pushFederation']['input'], options?: CallOptions): Call<Operations['pushFederation']['data']>;

  /**
   * Give members a fraud configuration.
   *
   * The owner only. Sets what screenings of the members do where their callers leave it open. A field
   * that is left out stays as it was pushed last. Members that are only invited are passed over; naming
   * one is 404.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/fraud-config/push`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `FEDERATION_NOT_ALLOWED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  pushFraudConfig(input: Operations['pushFederationFraudConfig']['input'], options?: CallOptions): Call<Operations['pushFederationFraudConfig']['data']>;
}

/**
 * Modules, roles, assignments and policies, and the question whether somebody may do something.
 */
export interface PermissionsOperations {
  /**
   * Create a module.
   *
   * A part of your product and what can be done in it. The plan limits how many there are: free 5, pro
   * 50, enterprise 500; imported modules do not count.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/modules`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `MODULE_LIMIT_EXCEEDED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createModule(input: Operations['createPermissionModule']['input'], options?: CallOptions): Call<Operations['createPermissionModule']['data']>;

  /**
   * List modules, imported ones too.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/modules`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listModules: List<[input?: Operations['listPermissionModules']['input'], options?: CallOptions], Operations['listPermissionModules']['data'], Operations['listPermissionModules']['data']['items'][number]>;

  /**
   * Fetch a module.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/modules/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getModule(input: Operations['getPermissionModule']['input'], options?: CallOptions): Call<Operations['getPermissionModule']['data']>;

  /**
   * Rename a module, or change its actions.
   *
   * An action that a role or a policy names cannot be removed (409).
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `PATCH /api/v1/permissions/modules/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateModule(input: Operations['updatePermissionModule']['input'], options?: CallOptions): Call<Operations['updatePermissionModule']['data']>;

  /**
   * Delete a module that no role and no policy names.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/modules/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteModule(input: Operations['deletePermissionModule']['input'], options?: CallOptions): Call<Operations['deletePermissionModule']['data']>;

  /**
   * Create a role.
   *
   * A set of capabilities under a name. It may inherit those of other roles.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/roles`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CAPABILITY_INVALID`, `ROLE_NOT_FOUND`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createRole(input: Operations['createPermissionRole']['input'], options?: CallOptions): Call<Operations['createPermissionRole']['data']>;

  /**
   * List roles, imported ones too.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/roles`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listRoles: List<[input?: Operations['listPermissionRoles']['input'], options?: CallOptions], Operations['listPermissionRoles']['data'], Operations['listPermissionRoles']['data']['items'][number]>;

  /**
   * Fetch a role.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/roles/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `ROLE_NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getRole(input: Operations['getPermissionRole']['input'], options?: CallOptions): Call<Operations['getPermissionRole']['data']>;

  /**
   * Rename a role, or replace its capabilities or what it inherits.
   *
   * Roles cannot inherit from themselves, directly or through others: of changes that close a cycle
   * together one is refused, and told the cycle.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `PATCH /api/v1/permissions/roles/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `ROLE_NOT_FOUND`,
   * `RATE_LIMITED`, `CAPABILITY_INVALID`, `CONFLICT`, `RELATIONSHIP_CYCLE`, `PRECONDITION_FAILED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateRole(input: Operations['updatePermissionRole']['input'], options?: ConditionalOptions): Call<Operations['updatePermissionRole']['data']>;

  /**
   * Delete a role that nobody has and nothing names.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/roles/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `ROLE_NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteRole(input: Operations['deletePermissionRole']['input'], options?: ConditionalOptions): Call<Operations['deletePermissionRole']['data']>;

  /**
   * Give a role to a subject.
   *
   * Who is a `member` of the subject has the role as well. Who has it already: 200, and its end changes
   * if `expiresAt` says another.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/assignments`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `ROLE_NOT_FOUND`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createAssignment(input: Operations['createPermissionAssignment']['input'], options?: CallOptions): Call<Operations['createPermissionAssignment']['data']>;

  /**
   * List who has which role.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/assignments`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listAssignments: List<[input?: Operations['listPermissionAssignments']['input'], options?: CallOptions], Operations['listPermissionAssignments']['data'], Operations['listPermissionAssignments']['data']['items'][number]>;

  /**
   * Take a role from a subject.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/assignments/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteAssignment(input: Operations['deletePermissionAssignment']['input'], options?: CallOptions): Call<Operations['deletePermissionAssignment']['data']>;

  /**
   * Allow or deny a capability on resources.
   *
   * A policy that denies beats everything that allows. There is one policy for the same role,
   * capability, resource and relation (`POLICY_CONFLICT`): to change its effect, delete it and create
   * another.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/policies`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CAPABILITY_INVALID`, `ROLE_NOT_FOUND`, `POLICY_CONFLICT`, `CONFLICT`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  createPolicy(input: Operations['createPermissionPolicy']['input'], options?: CallOptions): Call<Operations['createPermissionPolicy']['data']>;

  /**
   * List policies, imported ones too.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/policies`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listPolicies: List<[input?: Operations['listPermissionPolicies']['input'], options?: CallOptions], Operations['listPermissionPolicies']['data'], Operations['listPermissionPolicies']['data']['items'][number]>;

  /**
   * Fetch a policy.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/policies/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getPolicy(input: Operations['getPermissionPolicy']['input'], options?: CallOptions): Call<Operations['getPermissionPolicy']['data']>;

  /**
   * Delete a policy.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/policies/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deletePolicy(input: Operations['deletePermissionPolicy']['input'], options?: CallOptions): Call<Operations['deletePermissionPolicy']['data']>;

  /**
   * Relate a subject to an object.
   *
   * A `member` of something acts as that, too, and so do members of members. Who has a relation to the
   * `parent` of something has it to that, too. Other relations are just conditions of policies. No
   * relationship may lead back to where it starts, through whatever relations: of those that close a
   * cycle together one is refused, and told the cycle. One that is there already: 200, and its end
   * changes if `expiresAt` says another.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/relationships`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `RELATIONSHIP_CYCLE`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createRelationship(input: Operations['createPermissionRelationship']['input'], options?: CallOptions): Call<Operations['createPermissionRelationship']['data']>;

  /**
   * List relationships.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `GET /api/v1/permissions/relationships`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listRelationships: List<[input?: Operations['listPermissionRelationships']['input'], options?: CallOptions], Operations['listPermissionRelationships']['data'], Operations['listPermissionRelationships']['data']['items'][number]>;

  /**
   * Remove a relationship.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/relationships/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteRelationship(input: Operations['deletePermissionRelationship']['input'], options?: CallOptions): Call<Operations['deletePermissionRelationship']['data']>;

  /**
   * Ask whether a subject may do something.
   *
   * Denied unless a role or a policy allows it and no policy denies it. Every change that was answered
   * before the check is seen, on every process. With `assume` it is answered as if changes had been made
   * that nobody has made.
   *
   * Scope `permissions:check`. Rate-limit group `permissions-check`.
   *
   * `POST /api/v1/permissions/check`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CAPABILITY_INVALID`, `CONFLICT`, `ROLE_NOT_FOUND`, `NOT_FOUND`, `POLICY_CONFLICT`,
   * `RELATIONSHIP_CYCLE`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  check(input: Operations['checkPermission']['input'], options?: CallOptions): Call<Operations['checkPermission']['data']>;

  /**
   * Ask up to 1,000 such questions at once.
   *
   * All answers are of one revision, in the order of the questions. With `explain` at most 100.
   *
   * Scope `permissions:check`. Rate-limit group `permissions-check`.
   *
   * `POST /api/v1/permissions/check/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CAPABILITY_INVALID`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  checkBatch(input: Operations['checkPermissions']['input'], options?: CallOptions): Call<Operations['checkPermissions']['data']>;
}

/**
 * Conversations in channels, messages, and inboxes with read state.
 */
export interface ThreadsOperations {
  /**
   * Mark a thread as read, up to a message.
   *
   * The read cursor only moves forward: an older message changes nothing. Without `messageId` the latest
   * message that is not deleted.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/read`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  markRead(input: Operations['markThreadRead']['input'], options?: CallOptions): Call<Operations['markThreadRead']['data']>;

  /**
   * Mark a thread as unread, from a message on.
   *
   * The read cursor goes back to the message before it. One that is there or before already stays.
   * Messages of the participant’s own, and deleted ones, are never unread.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/unread`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  markUnread(input: Operations['markThreadUnread']['input'], options?: CallOptions): Call<Operations['markThreadUnread']['data']>;

  /**
   * How far everybody in a thread has read.
   *
   * All counts are of one moment.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/threads/{threadId}/read-state`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listReadStates(input: Operations['listReadStates']['input'], options?: CallOptions): Call<Operations['listReadStates']['data']>;

  /**
   * The threads of one participant, the newest activity first.
   *
   * Page and total are of one moment.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/threads/inbox`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly readInbox: List<[input: Operations['readInbox']['input'], options?: CallOptions], Operations['readInbox']['data'], Operations['readInbox']['data']['items'][number]>;

  /**
   * Unread messages of one participant in all open threads.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/threads/inbox/unread-count`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  countUnread(input: Operations['countUnread']['input'], options?: CallOptions): Call<Operations['countUnread']['data']>;

  /**
   * Mark every thread of one participant as read.
   *
   * Up to the latest message of each, whatever its status. Somebody nobody has heard of has nothing to
   * read.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/inbox/read`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  markInboxRead(input: Operations['markInboxRead']['input'], options?: CallOptions): Call<Operations['markInboxRead']['data']>;

  /**
   * Stream changes in the inbox of one participant, as server-sent events.
   *
   * First `unread`, then, whenever something changes: an `item` for each thread that is new or has
   * changed, or `removed` for one that the participant has left, and `unread`. Each says how it is now.
   * The `id` of an event stands for a place to go on from: sent back as `Last-Event-ID`, what has
   * changed since comes first. After a restart or restore of the database `reset` comes before that, and
   * then all threads. A comment comes every 15 seconds.
   *
   * Scope `threads:manage`. Rate-limit group `streams`.
   *
   * `GET /api/v1/threads/inbox/stream`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  streamInbox(input: Operations['streamInbox']['input'], options?: CallOptions): AsyncGenerator<StreamEvent<Operations['streamInbox']['events']>, void, undefined>;

  /**
   * Have a browser open the stream of one participant.
   *
   * The token stands for the API key in one operation, `GET /threads/inbox/stream` of this participant,
   * for 60 seconds.
   *
   * Scope `threads:manage`. Rate-limit group `streams`. A repeated idempotency key is answered to the
   * same caller only.
   *
   * `POST /api/v1/threads/inbox/stream-token`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createInboxStreamToken(input: Operations['createInboxStreamToken']['input'], options?: CallOptions): Call<Operations['createInboxStreamToken']['data']>;

  /**
   * Create a channel.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/channels`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createChannel(input: Operations['createChannel']['input'], options?: CallOptions): Call<Operations['createChannel']['data']>;

  /**
   * List the organization's channels.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/channels`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listChannels: List<[input?: Operations['listChannels']['input'], options?: CallOptions], Operations['listChannels']['data'], Operations['listChannels']['data']['items'][number]>;

  /**
   * Start a thread.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createThread']['input'], options?: CallOptions): Call<Operations['createThread']['data']>;

  /**
   * List threads, newest first.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/threads`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listThreads']['input'], options?: CallOptions], Operations['listThreads']['data'], Operations['listThreads']['data']['items'][number]>;

  /**
   * Fetch a thread and who takes part in it.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/threads/{threadId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getThread']['input'], options?: CallOptions): Call<Operations['getThread']['data']>;

  /**
   * Close, reopen or archive a thread, or change its subject.
   *
   * An archived thread changes no more: 409.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `PATCH /api/v1/threads/{threadId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateThread']['input'], options?: CallOptions): Call<Operations['updateThread']['data']>;

  /**
   * Have somebody take part in a thread.
   *
   * Who joins has all messages unread; who took part before has kept the read cursor. Who takes part
   * already: 200.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/participants`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addParticipant(input: Operations['addThreadParticipant']['input'], options?: CallOptions): Call<Operations['addThreadParticipant']['data']>;

  /**
   * Remove somebody from a thread.
   *
   * The thread leaves the inbox. Messages stay, and so does the read cursor, for when the participant
   * joins again.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `DELETE /api/v1/threads/{threadId}/participants`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeParticipant(input: Operations['removeThreadParticipant']['input'], options?: CallOptions): Call<Operations['removeThreadParticipant']['data']>;

  /**
   * Send a message to an open thread.
   *
   * Its sender takes part in the thread. For all others it is unread; sending moves no read cursor.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/messages`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  sendMessage(input: Operations['sendMessage']['input'], options?: CallOptions): Call<Operations['sendMessage']['data']>;

  /**
   * List the messages of a thread, oldest first.
   *
   * Pages by sequence: `after` the last one seen, or `before` the first one. Deleted messages are there,
   * without content.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `GET /api/v1/threads/{threadId}/messages`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listMessages: List<[input: Operations['listMessages']['input'], options?: CallOptions], Operations['listMessages']['data'], Operations['listMessages']['data']['items'][number]>;

  /**
   * Replace the content of a message.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `PATCH /api/v1/threads/{threadId}/messages/{messageId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  editMessage(input: Operations['editMessage']['input'], options?: CallOptions): Call<Operations['editMessage']['data']>;

  /**
   * Delete a message.
   *
   * Its place stays in the list, without content. It is unread by nobody. Deleting it again changes
   * nothing.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `DELETE /api/v1/threads/{threadId}/messages/{messageId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteMessage(input: Operations['deleteMessage']['input'], options?: CallOptions): Call<Operations['deleteMessage']['data']>;
}

/**
 * Subscriptions to events, which are posted, signed, to an address of yours.
 */
export interface WebhooksOperations {
  /**
   * List all webhooks of the organization.
   *
   * All of them without `page`, `limit` and `cursor`.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listWebhooks']['input'], options?: CallOptions], Operations['listWebhooks']['data'], Operations['listWebhooks']['data']['webhooks'][number]>;

  /**
   * Subscribe a URL to events.
   *
   * The signing secret is in this answer and in no other.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createWebhook']['input'], options?: CallOptions): Call<Operations['createWebhook']['data']>;

  /**
   * The catalogue of event types, with schemas and examples.
   *
   * Any other lower-case dotted name can be published and subscribed to as well.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/event-types`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listEventTypes(input?: Operations['listEventTypes']['input'], options?: CallOptions): Call<Operations['listEventTypes']['data']>;

  /**
   * Fetch a webhook.
   *
   * Its `ETag` grows with every change of settings or secret.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getWebhook']['input'], options?: CallOptions): Call<Operations['getWebhook']['data']>;

  /**
   * Change, pause or resume a webhook.
   *
   * Once answered, no request starts to a replaced URL, or at all while it is paused. A webhook that was
   * deactivated because its receiver failed is resumed in the same way.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `PATCH /api/v1/webhooks/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `SERVICE_DISABLED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateWebhook']['input'], options?: ConditionalOptions): Call<Operations['updateWebhook']['data']>;

  /**
   * Delete a webhook and cancel its pending deliveries.
   *
   * Once answered, no request starts any more; one that is on its way is not called back.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `DELETE /api/v1/webhooks/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  delete(input: Operations['deleteWebhook']['input'], options?: ConditionalOptions): Call<Operations['deleteWebhook']['data']>;

  /**
   * Replace the signing secret.
   *
   * For 24 hours every delivery carries a signature of the replaced secret as well. Ten replaced secrets
   * can be valid at once: 409 beyond that.
   *
   * Scope `webhooks:manage`. A person must have signed in lately. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/rotate-secret`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rotateSecret(input: Operations['rotateWebhookSecret']['input'], options?: CallOptions): Call<Operations['rotateWebhookSecret']['data']>;
}

/**
 * Every attempt to deliver an event, and ways to send one again.
 */
export interface WebhookDeliveriesOperations {
  /**
   * List attempts to deliver to any webhook, newest first.
   *
   * Those to deleted webhooks are among them. They are kept as long as their deliveries.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/attempts`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listAttempts: List<[input?: Operations['listAttempts']['input'], options?: CallOptions], Operations['listAttempts']['data'], Operations['listAttempts']['data']['items'][number]>;

  /**
   * Success rate and latency of attempts, over all webhooks and for each.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/stats`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getAllStats(input?: Operations['getAllWebhookStats']['input'], options?: CallOptions): Call<Operations['getAllWebhookStats']['data']>;

  /**
   * Success rate and latency of attempts to one webhook, by hours or days.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/{id}/stats`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getStats(input: Operations['getWebhookStats']['input'], options?: CallOptions): Call<Operations['getWebhookStats']['data']>;

  /**
   * List a webhook's deliveries with their attempts, newest first.
   *
   * Finished deliveries are kept for 30 days.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/{id}/deliveries`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input: Operations['listDeliveries']['input'], options?: CallOptions], Operations['listDeliveries']['data'], Operations['listDeliveries']['data']['items'][number]>;

  /**
   * Fetch one delivery with its attempts, the body and the headers that were sent.
   *
   * For as long as it is kept: 30 days after it has finished.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/webhooks/{id}/deliveries/{deliveryId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getDelivery']['input'], options?: CallOptions): Call<Operations['getDelivery']['data']>;

  /**
   * Send one delivery again at once.
   *
   * Also one that has succeeded or was given up: its retry schedule then starts anew. 409 while the
   * webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  retry(input: Operations['retryDelivery']['input'], options?: CallOptions): Call<Operations['retryDelivery']['data']>;

  /**
   * Send a test event to this webhook.
   *
   * Whatever it is subscribed to: `webhook.test`, or the example of `eventType`, signed like any other
   * event. 409 while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/test`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  test(input: Operations['testWebhook']['input'], options?: CallOptions): Call<Operations['testWebhook']['data']>;

  /**
   * Send again whatever has not succeeded since a point in time.
   *
   * Deliveries that were given up start their retry schedule anew, pending ones are sent at once. 409
   * while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/recover`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  recover(input: Operations['recoverDeliveries']['input'], options?: CallOptions): Call<Operations['recoverDeliveries']['data']>;

  /**
   * Send again every delivery that fits a filter.
   *
   * The filter is that of the list of deliveries, with one field at least. Those that have succeeded are
   * sent again too, unless `status` leaves them out. Finished ones start their retry schedule anew,
   * pending ones are sent at once. 409 while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/replay`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  replay(input: Operations['replayDeliveries']['input'], options?: CallOptions): Call<Operations['replayDeliveries']['data']>;

  /**
   * Send a webhook the earlier events that it was never sent.
   *
   * For a webhook that was made, or subscribed to more, after they were published: events of the last 30
   * days that fit its `events` and `filter` as they are now, the oldest first. Each is a new delivery.
   * Events that it was sent already are left out, however often this is called. 409 while the webhook is
   * not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/backfill`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  backfill(input: Operations['backfillWebhook']['input'], options?: CallOptions): Call<Operations['backfillWebhook']['data']>;
}

/**
 * Events of your own, delivered like those of Oriki.
 */
export interface EventsOperations {
  /**
   * Publish an event to the matching webhooks.
   *
   * Answers 202 once the event and its deliveries are stored: from then on it is delivered at least once
   * to every active webhook that is subscribed to its type now. An `id` that was published before is the
   * same event: 200, and nothing is sent again.
   *
   * Scope `events:publish`. Rate-limit group `events`.
   *
   * `POST /api/v1/events`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  publish(input: Operations['publishEvent']['input'], options?: CallOptions): Call<Operations['publishEvent']['data']>;

  /**
   * List the events of the organization, newest first.
   *
   * Oriki's own and those that were published, whether a webhook got them or not. They are kept for 30
   * days.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/events`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listEvents']['input'], options?: CallOptions], Operations['listEvents']['data'], Operations['listEvents']['data']['items'][number]>;

  /**
   * Publish up to 100 events at once.
   *
   * All of them are stored, with their deliveries, or none is: 400 names the event at fault. Each has
   * the rules of a single one. The request counts once for the rate limit.
   *
   * Scope `events:publish`. Rate-limit group `events`.
   *
   * `POST /api/v1/events/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  publishBatch(input: Operations['publishEventBatch']['input'], options?: CallOptions): Call<Operations['publishEventBatch']['data']>;

  /**
   * Fetch an event with its data and its deliveries.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `GET /api/v1/events/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getEvent']['input'], options?: CallOptions): Call<Operations['getEvent']['data']>;
}

/**
 * Changes of the organization, as they happen.
 */
export interface LiveOperations {
  /**
   * Stream what changes in the organization, as server-sent events.
   *
   * First `reset`, then `changed` whenever something changes: which things of which kind, by their ids.
   * A kind is told to those who may read it. The `id` of an event stands for a place to go on from: sent
   * back as `Last-Event-ID` within 30 seconds, what has changed since comes first as `changed`; later,
   * `reset` does. A comment comes every 15 seconds.
   *
   * No scope. Rate-limit group `live`.
   *
   * `GET /api/v1/live`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  streamChanges(input?: Operations['streamChanges']['input'], options?: CallOptions): AsyncGenerator<StreamEvent<Operations['streamChanges']['events']>, void, undefined>;
}

/**
 * The work that waits for the organization now, with one request.
 */
export interface TodayOperations {
  /**
   * Fetch the work that waits: hits, webhooks, verifications, lists, usage.
   *
   * Each figure is that of the list behind it. A part is null for callers without its scope, or without
   * the plan that its list needs.
   *
   * No scope. Rate-limit group `today`.
   *
   * `GET /api/v1/today`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input?: Operations['getToday']['input'], options?: CallOptions): Call<Operations['getToday']['data']>;
}

/**
 * Usage, counted by day, service and metric.
 */
export interface UsageOperations {
  /**
   * Report what was used of another service.
   *
   * Counts once for each `id`: the same report again gets the same answer, and another report with an
   * `id` that was used is refused with 409. Late reports and any order are fine.
   *
   * Scope `usage:write`. Rate-limit group `usage`.
   *
   * `POST /api/v1/usage`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  report(input: Operations['reportUsage']['input'], options?: CallOptions): Call<Operations['reportUsage']['data']>;

  /**
   * Usage by day, service and metric, newest day first.
   *
   * Usage of the product itself and reported usage, as of this moment. Days are those of the
   * organization's time zone of billing, which `runningMonth` names; the range is half-open: `from` is
   * included, `to` is not.
   *
   * Scope `usage:read`. Rate-limit group `usage`.
   *
   * `GET /api/v1/usage`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listUsage']['input'], options?: CallOptions], Operations['listUsage']['data'], Operations['listUsage']['data']['items'][number]>;

  /**
   * Report up to 1,000 uses at once.
   *
   * Each as with `POST /usage`; all of them are recorded, or none.
   *
   * Scope `usage:write`. Rate-limit group `usage`.
   *
   * `POST /api/v1/usage/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  reportBatch(input: Operations['reportUsageBatch']['input'], options?: CallOptions): Call<Operations['reportUsageBatch']['data']>;
}

/**
 * Monthly invoices of what was used.
 */
export interface InvoicesOperations {
  /**
   * List invoices and the notes that correct them, the last first.
   *
   * Scope `invoices:read`. Rate-limit group `usage`.
   *
   * `GET /api/v1/invoices`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listInvoices']['input'], options?: CallOptions], Operations['listInvoices']['data'], Operations['listInvoices']['data']['items'][number]>;

  /**
   * Fetch an invoice or a note with its lines.
   *
   * It never changes once it is issued; what changes later is in notes.
   *
   * Scope `invoices:read`. Rate-limit group `usage`.
   *
   * `GET /api/v1/invoices/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getInvoice']['input'], options?: CallOptions): Call<Operations['getInvoice']['data']>;
}

/**
 * Data as CSV, JSON or XLSX files, made in the background.
 */
export interface ExportsOperations {
  /**
   * Ask for an export.
   *
   * The file is made in the background: poll `GET /exports/{exportId}`, or subscribe to
   * `export.completed` and `export.failed`. It holds one consistent state of the data, at the time it is
   * made.
   *
   * Scope `exports:create`. Rate-limit group `exports`.
   *
   * `POST /api/v1/exports`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `SERVICE_DISABLED`, `DETECTION_PACK_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createExport']['input'], options?: CallOptions): Call<Operations['createExport']['data']>;

  /**
   * List exports, newest first.
   *
   * Scope `exports:create`. Rate-limit group `exports-read`.
   *
   * `GET /api/v1/exports`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listExports']['input'], options?: CallOptions], Operations['listExports']['data'], Operations['listExports']['data']['items'][number]>;

  /**
   * Fetch an export.
   *
   * `downloadUrl` works without a key, with `Range`, `If-Range` and `HEAD`, until `expiresAt`; the
   * file’s `ETag` is its SHA-256. With another file’s or a changed signature it answers 403, after the
   * expiry 410.
   *
   * Scope `exports:create`. Rate-limit group `exports-read`.
   *
   * `GET /api/v1/exports/{exportId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getExport']['input'], options?: CallOptions): Call<Operations['getExport']['data']>;

  /**
   * Cancel an export that is not finished.
   *
   * It leaves nothing behind. 409 once it is completed or failed.
   *
   * Scope `exports:create`. Rate-limit group `exports`.
   *
   * `DELETE /api/v1/exports/{exportId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  cancel(input: Operations['cancelExport']['input'], options?: CallOptions): Call<Operations['cancelExport']['data']>;
}

/**
 * Members of the organization, their roles and sessions, and who is calling.
 */
export interface PeopleOperations {
  /**
   * Who calls: a key or a person, with organization, roles, scopes and plan.
   *
   * No scope. Rate-limit group `people`.
   *
   * `GET /api/v1/me`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getMe(input?: Operations['getMe']['input'], options?: CallOptions): Call<Operations['getMe']['data']>;

  /**
   * Make a person of an identity provider a member.
   *
   * Nobody gives a role with more scopes than they have themselves: 403. It needs a second person where
   * `member.change_roles` does.
   *
   * Scope `members:manage`. A person must have signed in lately. Rate-limit group `people`.
   *
   * `POST /api/v1/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addMember(input: Operations['addMember']['input'], options?: CallOptions): Call<Operations['addMember']['data']>;

  /**
   * List the members of the organization.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listMembers: List<[input?: Operations['listMembers']['input'], options?: CallOptions], Operations['listMembers']['data'], Operations['listMembers']['data']['items'][number]>;

  /**
   * List the members, and those who have left, by id and name alone.
   *
   * For people who work on cases, to tell who else does: the ids are those of claims, assignees, notes
   * and history.
   *
   * Scope `cases:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/members/names`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listMemberNames: List<[input?: Operations['listMemberNames']['input'], options?: CallOptions], Operations['listMemberNames']['data'], Operations['listMemberNames']['data']['items'][number]>;

  /**
   * Fetch a member.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/members/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getMember(input: Operations['getMember']['input'], options?: CallOptions): Call<Operations['getMember']['data']>;

  /**
   * Give a member other roles.
   *
   * Takes effect on every process within 5 seconds. The last admin stays one: 409.
   *
   * Scope `members:manage`. A person must have signed in lately. Rate-limit group `people`.
   *
   * `PATCH /api/v1/members/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `PRECONDITION_FAILED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  changeMember(input: Operations['changeMember']['input'], options?: ConditionalOptions): Call<Operations['changeMember']['data']>;

  /**
   * End a membership, with its sessions.
   *
   * Takes effect on every process within 5 seconds. The last admin stays one: 409. Revokes the open
   * invitations that the person made, also with a key. `keys` says what becomes of the keys in use that
   * the person made, which the answer names; a key that is kept emits `key.owner_left`. Groups of the
   * identity provider do not bring the person back; adding or inviting does.
   *
   * Scope `members:manage`. A person must have signed in lately. Rate-limit group `people`.
   *
   * `DELETE /api/v1/members/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  removeMember(input: Operations['removeMember']['input'], options?: ConditionalOptions): Call<Operations['removeMember']['data']>;

  /**
   * Invite a person.
   *
   * Whoever opens the address signs in at an identity provider of the organization and is a member then.
   * Oriki sends no mail. Nobody gives a role with more scopes than they have themselves: 403. It needs a
   * second person where `member.change_roles` does, and works only while its maker could make it.
   *
   * Scope `members:manage`. A person must have signed in lately. Rate-limit group `people`. A repeated
   * idempotency key is answered to the same caller only.
   *
   * `POST /api/v1/invitations`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createMemberInvitation(input: Operations['createMemberInvitation']['input'], options?: CallOptions): Call<Operations['createMemberInvitation']['data']>;

  /**
   * List the invitations that can still be accepted.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/invitations`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listMemberInvitations: List<[input?: Operations['listMemberInvitations']['input'], options?: CallOptions], Operations['listMemberInvitations']['data'], Operations['listMemberInvitations']['data']['items'][number]>;

  /**
   * Take an invitation back.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `DELETE /api/v1/invitations/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  revokeMemberInvitation(input: Operations['revokeMemberInvitation']['input'], options?: CallOptions): Call<Operations['revokeMemberInvitation']['data']>;

  /**
   * List the sessions of the organization's people.
   *
   * Those of test mode, too.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/sessions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listSessions: List<[input?: Operations['listSessions']['input'], options?: CallOptions], Operations['listSessions']['data'], Operations['listSessions']['data']['items'][number]>;

  /**
   * End a session.
   *
   * Takes effect on every process within 5 seconds.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `DELETE /api/v1/sessions/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  endSession(input: Operations['endSession']['input'], options?: CallOptions): Call<Operations['endSession']['data']>;
}

/**
 * The operator's own people.
 */
export interface OperatorsOperations {
  /**
   * List the sessions of operators.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/sessions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listSessions: List<[input?: Operations['listOperatorSessions']['input'], options?: CallOptions], Operations['listOperatorSessions']['data'], Operations['listOperatorSessions']['data']['items'][number]>;

  /**
   * End a session of an operator.
   *
   * Takes effect on every process within 5 seconds.
   *
   * Scope `platform:admin`.
   *
   * `DELETE /api/v1/admin/sessions/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  endSession(input: Operations['endOperatorSession']['input'], options?: CallOptions): Call<Operations['endOperatorSession']['data']>;

  /**
   * Make a person of an identity provider an operator.
   *
   * Scope `platform:admin`. A person must have signed in lately.
   *
   * `POST /api/v1/admin/operators`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  add(input: Operations['addOperator']['input'], options?: CallOptions): Call<Operations['addOperator']['data']>;

  /**
   * List the operators.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/operators`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listOperators']['input'], options?: CallOptions], Operations['listOperators']['data'], Operations['listOperators']['data']['items'][number]>;

  /**
   * Fetch an operator.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/operators/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getOperator']['input'], options?: CallOptions): Call<Operations['getOperator']['data']>;

  /**
   * Give an operator other roles.
   *
   * Takes effect on every process within 5 seconds. The last admin stays one: 409.
   *
   * Scope `platform:admin`. A person must have signed in lately.
   *
   * `PATCH /api/v1/admin/operators/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  change(input: Operations['changeOperator']['input'], options?: ConditionalOptions): Call<Operations['changeOperator']['data']>;

  /**
   * Take all rights from an operator, with their sessions.
   *
   * Takes effect on every process within 5 seconds. The last admin stays one: 409.
   *
   * Scope `platform:admin`. A person must have signed in lately.
   *
   * `DELETE /api/v1/admin/operators/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  remove(input: Operations['removeOperator']['input'], options?: ConditionalOptions): Call<Operations['removeOperator']['data']>;
}

/**
 * Identity providers of the organization, and sessions that its application opens.
 */
export interface SignInOperations {
  /**
   * Let people sign in at an OpenID Connect provider.
   *
   * A provider that maps groups, or whose issuer has members already, needs every scope of the roles
   * concerned (403), and a second person where a change of roles needs one. Asks the provider for its
   * metadata: 400 with the reason `not_metadata`, `issuer_mismatch` or `unsupported`, 503 with
   * `unreachable`, and nothing is saved. `skipCheck: true` does not ask.
   *
   * Scope `signin:manage`. A person must have signed in lately. Rate-limit group `people`.
   *
   * `POST /api/v1/sign-in/issuers`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `APPROVAL_REQUIRED`, `SERVICE_UNAVAILABLE`, `INTERNAL_ERROR`
   */
  createIssuer(input: Operations['createSignInIssuer']['input'], options?: CallOptions): Call<Operations['createSignInIssuer']['data']>;

  /**
   * List the identity providers of the organization.
   *
   * Scope `signin:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/sign-in/issuers`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listIssuers: List<[input?: Operations['listSignInIssuers']['input'], options?: CallOptions], Operations['listSignInIssuers']['data'], Operations['listSignInIssuers']['data']['items'][number]>;

  /**
   * Fetch an identity provider.
   *
   * Scope `signin:manage`. Rate-limit group `people`.
   *
   * `GET /api/v1/sign-in/issuers/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getIssuer(input: Operations['getSignInIssuer']['input'], options?: CallOptions): Call<Operations['getSignInIssuer']['data']>;

  /**
   * Change an identity provider; what is not named stays as it is.
   *
   * A change of who gets a role, or a weaker step-up, needs every scope of the roles concerned (403),
   * and a second person where a change of roles needs one. A change of `clientId`, `clientSecret`,
   * `clientKey` or `scopes` asks the provider as above.
   *
   * Scope `signin:manage`. A person must have signed in lately. Rate-limit group `people`.
   *
   * `PATCH /api/v1/sign-in/issuers/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `SERVICE_UNAVAILABLE`, `INTERNAL_ERROR`
   */
  changeIssuer(input: Operations['changeSignInIssuer']['input'], options?: CallOptions): Call<Operations['changeSignInIssuer']['data']>;

  /**
   * Let nobody sign in at an identity provider any more.
   *
   * Sessions go on until they end; members stay. To delete a provider that gives roles needs every scope
   * of the roles concerned (403), and a second person where a change of roles needs one.
   *
   * Scope `signin:manage`. A person must have signed in lately. Rate-limit group `people`.
   *
   * `DELETE /api/v1/sign-in/issuers/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeIssuer(input: Operations['removeSignInIssuer']['input'], options?: CallOptions): Call<Operations['removeSignInIssuer']['data']>;

  /**
   * Check an identity provider, step by step.
   *
   * Asks the provider for its metadata, its keys, and for a token with a code that it did not give, and
   * changes nothing.
   *
   * Scope `signin:manage`. Rate-limit group `people`.
   *
   * `POST /api/v1/sign-in/issuers/{id}/check`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  checkIssuer(input: Operations['checkSignInIssuer']['input'], options?: CallOptions): Call<Operations['checkSignInIssuer']['data']>;

  /**
   * Sign in a person of your own application.
   *
   * The code works once, for 60 seconds. The role is the one that the person has from now on; if a
   * member has other roles, the caller also needs the scope `members:manage`: 403. The last admin stays
   * one: 409. Nobody gives a role with more scopes than they have themselves: 403. Another role, or a
   * new person, needs a second person where `member.change_roles` does. The caller vouches for the
   * people whom it lets in.
   *
   * Scope `portal:create`. A person must have signed in lately. Rate-limit group `people`. A repeated
   * idempotency key is answered to the same caller only.
   *
   * `POST /api/v1/portal-sessions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createPortalSession(input: Operations['createPortalSession']['input'], options?: CallOptions): Call<Operations['createPortalSession']['data']>;
}

/**
 * Requests for a second person, and the actions that need one.
 */
export interface ApprovalsOperations {
  /**
   * Read what needs two people.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `GET /api/v1/approvals/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSettings(input?: Operations['getApprovalSettings']['input'], options?: CallOptions): Call<Operations['getApprovalSettings']['data']>;

  /**
   * Change what needs two people.
   *
   * To ask for less than before, two people are needed: one asks for `approval_settings.lower` with the
   * actions that are left.
   *
   * Scope `approvals:manage`. A person must have signed in lately. Rate-limit group `approvals`.
   *
   * `PATCH /api/v1/approvals/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateSettings(input: Operations['updateApprovalSettings']['input'], options?: CallOptions): Call<Operations['updateApprovalSettings']['data']>;

  /**
   * Ask for a second person.
   *
   * Another person then does it by its own operation, and the request is answered with it. A key may
   * ask, and never answer. Asking again for what is open returns the open request, also with 201. A
   * request is void when its object changes, when another request about the object is answered, and when
   * its asker leaves.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `POST /api/v1/approvals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  request(input: Operations['requestApproval']['input'], options?: CallOptions): Call<Operations['requestApproval']['data']>;

  /**
   * List requests for a second person, newest first.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `GET /api/v1/approvals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listApprovals']['input'], options?: CallOptions], Operations['listApprovals']['data'], Operations['listApprovals']['data']['items'][number]>;

  /**
   * Fetch a request for a second person.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `GET /api/v1/approvals/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getApproval']['input'], options?: CallOptions): Call<Operations['getApproval']['data']>;

  /**
   * Refuse a request, or take it back.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `POST /api/v1/approvals/{id}/reject`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  reject(input: Operations['rejectApproval']['input'], options?: CallOptions): Call<Operations['rejectApproval']['data']>;

  /**
   * Give the reason of the second person.
   *
   * For the one who has done what was asked for, once. The reason for a decision on a hit belongs to the
   * decision: 409.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `POST /api/v1/approvals/{id}/reason`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  explain(input: Operations['explainApproval']['input'], options?: CallOptions): Call<Operations['explainApproval']['data']>;

  /**
   * Ask another operator to take the file of a global list that was refused.
   *
   * The request is about that file alone, and void after 24 hours. Another operator takes it with `POST
   * /admin/lists/:id/refresh` and `allowShrink`. A key may ask, and never answer.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/approvals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  requestPlatform(input: Operations['requestPlatformApproval']['input'], options?: CallOptions): Call<Operations['requestPlatformApproval']['data']>;

  /**
   * List requests for a second operator, newest first.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/approvals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listPlatform: List<[input?: Operations['listPlatformApprovals']['input'], options?: CallOptions], Operations['listPlatformApprovals']['data'], Operations['listPlatformApprovals']['data']['items'][number]>;

  /**
   * Fetch a request for a second operator.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/approvals/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getPlatform(input: Operations['getPlatformApproval']['input'], options?: CallOptions): Call<Operations['getPlatformApproval']['data']>;

  /**
   * Refuse a request of an operator, or take it back.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/approvals/{id}/reject`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rejectPlatform(input: Operations['rejectPlatformApproval']['input'], options?: CallOptions): Call<Operations['rejectPlatformApproval']['data']>;

  /**
   * Give the reason of the second operator.
   *
   * For the one who has done what was asked for, once.
   *
   * Scope `platform:admin`, of people `platform:operate`.
   *
   * `POST /api/v1/admin/approvals/{id}/reason`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  explainPlatform(input: Operations['explainPlatformApproval']['input'], options?: CallOptions): Call<Operations['explainPlatformApproval']['data']>;
}

/**
 * Reads who did what: every change of state by a key, a person or a command.
 */
export interface AuditOperations {
  /**
   * List what was done, newest first.
   *
   * Every change of state by a key, a person or a command leaves a row in the transaction of its effect.
   *
   * Scope `audit:read`. Rate-limit group `audit`.
   *
   * `GET /api/v1/audit`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listActions: List<[input?: Operations['listAuditActions']['input'], options?: CallOptions], Operations['listAuditActions']['data'], Operations['listAuditActions']['data']['items'][number]>;

  /**
   * List what was done to the platform, or to one organization.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/audit`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listPlatformActions: List<[input?: Operations['listPlatformAuditActions']['input'], options?: CallOptions], Operations['listPlatformAuditActions']['data'], Operations['listPlatformAuditActions']['data']['items'][number]>;

  /**
   * Check the chain of hashes over the log of one organization, or of the platform.
   *
   * The answer of `oriki audit verify --org ORG --json`, which can be kept and given to `--heads` later.
   * It reads the whole log, one at a time in a process: about 15 seconds for a million rows. Logs of
   * many millions are for the command, whose statements may take longer.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/audit/chain`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyChain(input?: Operations['verifyAuditChain']['input'], options?: CallOptions): Call<Operations['verifyAuditChain']['data']>;
}

/**
 * API keys of the own organization.
 */
export interface KeysOperations {
  /**
   * Create an API key of the own organization.
   *
   * Nobody gives a scope that they lack. A key that makes another gives it its own end, addresses and
   * limits where the request names none, and never wider ones: 403. So does a person in a portal session
   * that a key opened. Only a person whose session no key opened makes one with `scim:manage`, and needs
   * all scopes of the roles that groups of the identity providers give: 403; where `member.change_roles`
   * needs two people, so does such a key. The key is shown only in this response; only its SHA-256 is
   * stored.
   *
   * Scope `keys:manage`. A person must have signed in lately. Rate-limit group `keys`. A repeated
   * idempotency key is answered to the same caller only.
   *
   * `POST /api/v1/keys`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createKey']['input'], options?: CallOptions): Call<Operations['createKey']['data']>;

  /**
   * List the API keys of the own organization.
   *
   * Scope `keys:manage`. Rate-limit group `keys`.
   *
   * `GET /api/v1/keys`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly list: List<[input?: Operations['listKeys']['input'], options?: CallOptions], Operations['listKeys']['data'], Operations['listKeys']['data']['items'][number]>;

  /**
   * Fetch an API key of the own organization.
   *
   * Scope `keys:manage`. Rate-limit group `keys`.
   *
   * `GET /api/v1/keys/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input: Operations['getKey']['input'], options?: CallOptions): Call<Operations['getKey']['data']>;

  /**
   * Narrow, pause or resume an API key.
   *
   * In force on every process within 5 seconds. With `paused: true` the key is refused, like an unknown
   * one, until `paused: false` resumes it, which takes all of its scopes. Scopes only become fewer, and
   * the end only comes earlier. A key gives no key wider addresses or limits than its own, so it never
   * widens itself.
   *
   * Scope `keys:manage`. A person must have signed in lately. Rate-limit group `keys`.
   *
   * `PATCH /api/v1/keys/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `CONFLICT`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateKey']['input'], options?: CallOptions): Call<Operations['updateKey']['data']>;

  /**
   * Replace an API key of the own organization.
   *
   * The new key has the expiry, addresses and limits of the old one, and the same or fewer scopes, all
   * of which the caller must have, because the answer has the key. A key replaces no key with wider
   * limits than its own: 403.
   *
   * Scope `keys:manage`. A person must have signed in lately. Rate-limit group `keys`. A repeated
   * idempotency key is answered to the same caller only.
   *
   * `POST /api/v1/keys/{id}/rotate`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `CONFLICT`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  rotate(input: Operations['rotateKey']['input'], options?: CallOptions): Call<Operations['rotateKey']['data']>;

  /**
   * Revoke an API key of the own organization.
   *
   * No process accepts it any more after 5 seconds. Who may manage keys may revoke any.
   *
   * Scope `keys:manage`. A person must have signed in lately. Rate-limit group `keys`.
   *
   * `POST /api/v1/keys/{id}/revoke`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  revoke(input: Operations['revokeKey']['input'], options?: CallOptions): Call<Operations['revokeKey']['data']>;
}

/**
 * The operator’s view of the system: checks and background work.
 */
export interface SystemOperations {
  /**
   * Check configuration, database, keys, providers, lists and disks.
   *
   * The checks of `oriki doctor`, made by the answering process, and one of its streams of events. They
   * change nothing and take up to some seconds.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/diagnosis`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getDiagnosis(input?: Operations['getDiagnosis']['input'], options?: CallOptions): Call<Operations['getDiagnosis']['data']>;

  /**
   * Show the background jobs: last and next run, process, failures.
   *
   * The answer of `oriki jobs list`, over all processes.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/jobs`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listJobs(input?: Operations['listJobs']['input'], options?: CallOptions): Call<Operations['listJobs']['data']>;
}

/** Every operation of the API, grouped by its tag. */
export interface Groups {
  /**
   * Verifies bank verification numbers, national identification numbers, bank accounts and faces with
   * vendors, and keeps what was answered.
   */
  readonly identity: IdentityOperations;
  /**
   * The operator’s calls, with a platform key: organizations, their keys, global lists, providers,
   * settings of exports.
   */
  readonly administration: AdministrationOperations;
  /**
   * Compares names with sanctions lists and an organization’s own lists, and keeps what was found.
   */
  readonly screening: ScreeningOperations;
  /**
   * An organization’s own blocklists and allowlists, and their entries.
   */
  readonly screeningLists: ScreeningListsOperations;
  /**
   * Subjects that are screened again whenever a list changes, the hits, and what was decided about them.
   */
  readonly continuousScreening: ContinuousScreeningOperations;
  /**
   * Cases of people about a subject: its hits and all else, who works on it, and how it ended.
   */
  readonly cases: CasesOperations;
  /**
   * Groups of organizations that share fraud lists and permission roles.
   */
  readonly federation: FederationOperations;
  /**
   * Modules, roles, assignments and policies, and the question whether somebody may do something.
   */
  readonly permissions: PermissionsOperations;
  /**
   * Conversations in channels, messages, and inboxes with read state.
   */
  readonly threads: ThreadsOperations;
  /**
   * Subscriptions to events, which are posted, signed, to an address of yours.
   */
  readonly webhooks: WebhooksOperations;
  /**
   * Every attempt to deliver an event, and ways to send one again.
   */
  readonly webhookDeliveries: WebhookDeliveriesOperations;
  /**
   * Events of your own, delivered like those of Oriki.
   */
  readonly events: EventsOperations;
  /**
   * Changes of the organization, as they happen.
   */
  readonly live: LiveOperations;
  /**
   * The work that waits for the organization now, with one request.
   */
  readonly today: TodayOperations;
  /**
   * Usage, counted by day, service and metric.
   */
  readonly usage: UsageOperations;
  /**
   * Monthly invoices of what was used.
   */
  readonly invoices: InvoicesOperations;
  /**
   * Data as CSV, JSON or XLSX files, made in the background.
   */
  readonly exports: ExportsOperations;
  /**
   * Members of the organization, their roles and sessions, and who is calling.
   */
  readonly people: PeopleOperations;
  /**
   * The operator's own people.
   */
  readonly operators: OperatorsOperations;
  /**
   * Identity providers of the organization, and sessions that its application opens.
   */
  readonly signIn: SignInOperations;
  /**
   * Requests for a second person, and the actions that need one.
   */
  readonly approvals: ApprovalsOperations;
  /**
   * Reads who did what: every change of state by a key, a person or a command.
   */
  readonly audit: AuditOperations;
  /**
   * API keys of the own organization.
   */
  readonly keys: KeysOperations;
  /**
   * The operator’s view of the system: checks and background work.
   */
  readonly system: SystemOperations;
}
