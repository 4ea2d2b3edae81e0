// Generated from docs/openapi.json by scripts/client-library.ts.

import type { Call, CallOptions, ConditionalOptions, List } from '../call.ts';
import type { StreamEvent } from '../streams.ts';
import type { Operations } from './types.ts';

/**
 * Verifies bank verification numbers, national identification numbers, bank accounts and faces with
 * vendors, and stores the answers.
 */
export interface IdentityOperations {
  /**
   * Verify a Bank Verification Number against a name.
   *
   * `verified` from a score of 70. If no provider can be reached, the answer is 200 with status
   * `provider_down`, and the request waits in the dead letters for a replay.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify-bvn`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyBvn(input: Operations['verifyBvn']['input'], options?: CallOptions): Call<Operations['verifyBvn']['data']>;

  /**
   * Verify a National Identification Number against a name.
   *
   * `verified` from a score of 70. If no provider can be reached, the answer is 200 with status
   * `provider_down`, and the request waits in the dead letters for a replay.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify-nin`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyNin(input: Operations['verifyNin']['input'], options?: CallOptions): Call<Operations['verifyNin']['data']>;

  /**
   * Check that a selfie shows a live person.
   *
   * If no provider can be reached, the answer is 200 with status `provider_down`, and the request waits
   * in the dead letters for a replay.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/liveness`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  checkLiveness(input: Operations['checkLiveness']['input'], options?: CallOptions): Call<Operations['checkLiveness']['data']>;

  /**
   * Compare a selfie with a reference photo.
   *
   * If no provider can be reached, the answer is 200 with status `provider_down`, and the request waits
   * in the dead letters for a replay.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/face-match`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  matchFaces(input: Operations['matchFaces']['input'], options?: CallOptions): Call<Operations['matchFaces']['data']>;

  /**
   * Verify the holder of a bank account.
   *
   * If no provider can be reached, the answer is 200 with status `provider_down`, and the request waits
   * in the dead letters for a replay.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verify-account`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyAccount(input: Operations['verifyAccount']['input'], options?: CallOptions): Call<Operations['verifyAccount']['data']>;

  /**
   * Look up the owner of an identifier.
   *
   * Status `verified` means that a record was found. The look-up is an audit row like any other; it
   * emits an event only when it fails.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/resolve`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verify(input: Operations['verifyIdentity']['input'], options?: CallOptions): Call<Operations['verifyIdentity']['data']>;

  /**
   * List countries, kinds and formats of identifiers.
   *
   * The kinds and countries that `POST /identity/resolve` and `POST /identity/verify` accept.
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

  /**
   * Decrypt the stored answer of a provider.
   *
   * For people only, at most 50 times in 24 hours each. The audit log records who, the code of the
   * reason and the names of the fields. The answer is not recorded: a repeated idempotency key is 409.
   *
   * Scope `identity:reveal`. Plan gate `detection_pack`. Rejects API keys, and sessions that they open.
   * A person must have signed in recently. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/verifications/{id}/reveal`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  revealVerification(input: Operations['revealIdentityVerification']['input'], options?: CallOptions): Call<Operations['revealIdentityVerification']['data']>;

  /**
   * List who saw the answer of a verification, newest first.
   *
   * With the reasons, decrypted.
   *
   * Scope `identity:reveal`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/verifications/{id}/reveals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listReveals: List<[input: Operations['listIdentityReveals']['input'], options?: CallOptions], Operations['listIdentityReveals']['data'], Operations['listIdentityReveals']['data']['items'][number]>;

  /**
   * Record a consent.
   *
   * The same consent again is 200 with the recorded one. The reference of another consent of the
   * subject, or of one that was withdrawn, is 409.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/consents`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  recordConsent(input: Operations['recordIdentityConsent']['input'], options?: CallOptions): Call<Operations['recordIdentityConsent']['data']>;

  /**
   * List consents, newest first.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/consents`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listConsents: List<[input?: Operations['listIdentityConsents']['input'], options?: CallOptions], Operations['listIdentityConsents']['data'], Operations['listIdentityConsents']['data']['items'][number]>;

  /**
   * Fetch a consent.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/consents/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getConsent(input: Operations['getIdentityConsent']['input'], options?: CallOptions): Call<Operations['getIdentityConsent']['data']>;

  /**
   * Withdraw a consent.
   *
   * No verification uses it again, and every later answer about the subject has `consentWithdrawnAt`. A
   * repeat changes nothing.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/consents/{id}/withdraw`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  withdrawConsent(input: Operations['withdrawIdentityConsent']['input'], options?: CallOptions): Call<Operations['withdrawIdentityConsent']['data']>;

  /**
   * Read which verifications require a consent.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSettings(input?: Operations['getIdentitySettings']['input'], options?: CallOptions): Call<Operations['getIdentitySettings']['data']>;

  /**
   * Change which verifications require a consent.
   *
   * Takes effect on every process within 5 seconds.
   *
   * Scope `identity:manage`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `PATCH /api/v1/identity/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateSettings(input: Operations['updateIdentitySettings']['input'], options?: CallOptions): Call<Operations['updateIdentitySettings']['data']>;

  /**
   * Create a verification session.
   *
   * Each step needs the scope and the plan of its own endpoint, now and when it runs: `screen` and
   * `enrol` need `fraud:screen`. A consent that the organization or all providers require comes before
   * the step that needs it.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/sessions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  createSession(input: Operations['createIdentitySession']['input'], options?: CallOptions): Call<Operations['createIdentitySession']['data']>;

  /**
   * List verification sessions, newest first.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/sessions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listSessions: List<[input?: Operations['listIdentitySessions']['input'], options?: CallOptions], Operations['listIdentitySessions']['data'], Operations['listIdentitySessions']['data']['items'][number]>;

  /**
   * Fetch a verification session.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/sessions/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSession(input: Operations['getIdentitySession']['input'], options?: CallOptions): Call<Operations['getIdentitySession']['data']>;

  /**
   * Run the current step of a verification session.
   *
   * Send the fields of `nextAction`. The answer is the session after the attempt; a repeat of an attempt
   * that has ended changes nothing, so this needs no idempotency key. 409 while another request runs the
   * step.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/sessions/{id}/steps`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  advanceSession(input: Operations['advanceIdentitySession']['input'], options?: CallOptions): Call<Operations['advanceIdentitySession']['data']>;

  /**
   * Cancel a verification session.
   *
   * Deletes what it knows about the person. A repeat changes nothing.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `POST /api/v1/identity/sessions/{id}/cancel`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  cancelSession(input: Operations['cancelIdentitySession']['input'], options?: CallOptions): Call<Operations['cancelIdentitySession']['data']>;

  /**
   * Make a link to the hosted page of a verification session.
   *
   * The page leads the person through the steps, so the caller needs the scope of each. The link opens
   * once, in one browser. A new link ends the earlier one and its browser.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`. The answer to a
   * repeated idempotency key goes to the same caller only.
   *
   * `POST /api/v1/identity/sessions/{id}/link`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createSessionLink(input: Operations['createIdentitySessionLink']['input'], options?: CallOptions): Call<Operations['createIdentitySessionLink']['data']>;

  /**
   * Read the addresses to which verification sessions may return.
   *
   * Scope `identity:verify`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `GET /api/v1/identity/session-settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getSessionSettings(input?: Operations['getIdentitySessionSettings']['input'], options?: CallOptions): Call<Operations['getIdentitySessionSettings']['data']>;

  /**
   * Change the addresses to which verification sessions may return.
   *
   * Sessions that were created before keep their address.
   *
   * Scope `identity:manage`. Plan gate `detection_pack`. Rate-limit group `identity`.
   *
   * `PATCH /api/v1/identity/session-settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateSessionSettings(input: Operations['updateIdentitySessionSettings']['input'], options?: CallOptions): Call<Operations['updateIdentitySessionSettings']['data']>;
}

/**
 * The operator’s calls, with a platform key: organizations, their keys, global lists, providers,
 * settings of exports.
 */
export interface AdministrationOperations {
  /**
   * List dead letters of all organizations, newest first.
   *
   * Requests are encrypted and not shown.
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
   * A separate call: it writes an audit row that names the first call, and emits its events. While the
   * providers are still down, the entry stays `waiting`. If a later call got the same answer, no
   * provider is asked and the entry becomes `superseded`.
   *
   * Scope `platform:admin`, for people `platform:operate`.
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
   * Scope `platform:admin`, for people `platform:operate`.
   *
   * `POST /api/v1/admin/dead-letters/{id}/discard`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  discardDeadLetter(input: Operations['discardDeadLetter']['input'], options?: CallOptions): Call<Operations['discardDeadLetter']['data']>;

  /**
   * Show the state of providers in the answering process.
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
   * Atomic: screenings use the old list until the import is complete, and the new one after the answer.
   * Large files: `oriki list import`.
   *
   * Scope `platform:admin`, for people `platform:operate`.
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
   * Scope `platform:admin`, for people `platform:operate`. A person must have signed in recently.
   *
   * `DELETE /api/v1/admin/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteGlobalList(input: Operations['deleteGlobalList']['input'], options?: CallOptions): Call<Operations['deleteGlobalList']['data']>;

  /**
   * Set the origin of a global list.
   *
   * With an interval, the worker fetches it immediately and then repeatedly. A file that cannot be
   * fetched or read, or would remove more than half of a list, changes nothing.
   *
   * Scope `platform:admin`, for people `platform:operate`.
   *
   * `PATCH /api/v1/admin/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateGlobalList(input: Operations['updateGlobalList']['input'], options?: CallOptions): Call<Operations['updateGlobalList']['data']>;

  /**
   * List the entries of a global list by the publisher’s ids.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/lists/{id}/entries`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listGlobalListEntries: List<[input: Operations['listGlobalListEntries']['input'], options?: CallOptions], Operations['listGlobalListEntries']['data'], Operations['listGlobalListEntries']['data']['items'][number]>;

  /**
   * Fetch a global list from its origin as soon as possible.
   *
   * The answer does not wait for the fetch; `origin` of the list then has the result. `allowShrink`
   * accepts only the file that was rejected: one operator requests it with `POST /admin/approvals`, and
   * another, who must have signed in recently, sends this request.
   *
   * Scope `platform:admin`, for people `platform:operate`.
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
   * List the first skipped rows of a version’s file.
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
   * List the changes of a global list between two versions.
   *
   * Omits entries that returned to their earlier state.
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
   * They apply to later requests for exports.
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
   * List the classes of records, with their periods and bounds.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/retention`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listRetentionClasses(input?: Operations['listRetentionClasses']['input'], options?: CallOptions): Call<Operations['listRetentionClasses']['data']>;

  /**
   * Switch a class of records on or off, and set its period and bounds.
   *
   * While a class is on, records whose period has ended are removed for ever. Read the plan of each
   * organization first.
   *
   * Scope `platform:admin`.
   *
   * `PATCH /api/v1/admin/retention`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateRetentionClass(input: Operations['updateRetentionClass']['input'], options?: CallOptions): Call<Operations['updateRetentionClass']['data']>;

  /**
   * Count the records of an organization that are due for removal.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/organizations/{id}/retention-plan`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getOrganizationRetentionPlan(input: Operations['getOrganizationRetentionPlan']['input'], options?: CallOptions): Call<Operations['getOrganizationRetentionPlan']['data']>;

  /**
   * Create an organization.
   *
   * With `billingTimeZone` its first month has that time zone already: docs/invoices.md. With `region`
   * it is on that server, and a move elsewhere is refused: docs/scale.md.
   *
   * Scope `platform:admin`.
   *
   * `POST /api/v1/admin/organizations`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `RATE_LIMITED`,
   * `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Change name, plan, addons, kept identifiers, the time zone of billing or the region.
   *
   * A changed plan takes effect on every process within 5 seconds. With `identifierLast4: false` new
   * identity verifications are stored without it, and reads answer null, also for those stored before.
   * `sealsContent` also seals screenings and messages from before, in the background; false unseals
   * none. A changed `billingTimeZone` applies from the next month on, or the month after it within the
   * last hour of a month: `nextBillingTimeZone` has it until then. Naming the current one withdraws a
   * change that is still to come. A `region` must be the server that has its data: otherwise 409.
   *
   * Scope `platform:admin`.
   *
   * `PATCH /api/v1/admin/organizations/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateOrganization(input: Operations['updateOrganization']['input'], options?: CallOptions): Call<Operations['updateOrganization']['data']>;

  /**
   * Create an API key.
   *
   * A platform key passes on its own end, addresses and limits where the request sets none, and never
   * wider ones: 403. The key is shown only in this response; only its SHA-256 is stored.
   *
   * Scope `platform:admin`. A person must have signed in recently. The answer to a repeated idempotency
   * key goes to the same caller only.
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
   * platform key cannot replace a key with wider limits than its own: 403.
   *
   * Scope `platform:admin`. A person must have signed in recently. The answer to a repeated idempotency
   * key goes to the same caller only.
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
   * Every process rejects it within 5 seconds.
   *
   * Scope `platform:admin`. A person must have signed in recently.
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
   * The screening is stored with its hits, which remain after their entries are deleted.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/screen`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  screenName(input: Operations['screenName']['input'], options?: CallOptions): Call<Operations['screenName']['data']>;

  /**
   * Screen up to 1,000 names at once.
   *
   * All names are screened against the same version of the lists. Items have no `subjectId`, so your own
   * decisions on hits do not count in a batch. More than 20000 hits in total return 409.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/screen/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  screenNames(input: Operations['screenNames']['input'], options?: CallOptions): Call<Operations['screenNames']['data']>;

  /**
   * List the operator’s lists for screening.
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
   * Fetch a screening as it was returned.
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
   * Set or remove the title of a screening.
   *
   * Titles are stored encrypted. Nothing else of a screening ever changes.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `PATCH /api/v1/fraud/screenings/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  title(input: Operations['titleScreening']['input'], options?: CallOptions): Call<Operations['titleScreening']['data']>;

  /**
   * Read the weights of facts in screenings.
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
   * Applies to later screenings; stored ones stay unchanged. `adjustments` replace the previous ones;
   * without them the profile is as documented. `dryRunScreeningProfile` previews the effect. Where a
   * false positive needs two people, this also needs two: one asks for `screening_profile.choose` with
   * the body as `detail`.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `PATCH /api/v1/fraud/profile`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `PRECONDITION_FAILED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  chooseProfile(input: Operations['chooseScreeningProfile']['input'], options?: ConditionalOptions): Call<Operations['chooseScreeningProfile']['data']>;

  /**
   * Preview the effect of other weights.
   *
   * Repeats up to a hundred stored screenings with the current and with the proposed weights, against
   * the current lists and without identifiers, and stores nothing; sealed ones are left out. `next`
   * leads to the screenings before them.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/profile/dry-run`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  dryRunProfile(input: Operations['dryRunScreeningProfile']['input'], options?: CallOptions): Call<Operations['dryRunScreeningProfile']['data']>;

  /**
   * Screen a file of names in the background.
   *
   * Each row is screened as with `screenNames`, and stored. The results become an export
   * (`screening_jobs`) when the last row is done. Its id is `exportId`; reading it requires the scope
   * `exports:create`. At most ten jobs may be unfinished at a time.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/screen/jobs`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
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
   * Deletes its file and its rows; stored screenings stay. 409 once it is completed or failed.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `DELETE /api/v1/fraud/screen/jobs/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  cancelJob(input: Operations['cancelScreeningJob']['input'], options?: CallOptions): Call<Operations['cancelScreeningJob']['data']>;

  /**
   * Fetch all data of a list entry.
   *
   * The entry is from one of the organization’s own lists or from a global list. `version` returns it as
   * it was for a hit: hits carry it as `listRevision`.
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
   * Returns all of them without `page`, `limit` and `cursor`.
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rename(input: Operations['renameScreeningList']['input'], options?: CallOptions): Call<Operations['renameScreeningList']['data']>;

  /**
   * Delete a list and its entries.
   *
   * Permanent. Earlier screenings keep the hits they found.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. A person must have signed in recently. Rate-limit
   * group `lists`.
   *
   * `DELETE /api/v1/fraud/lists/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Every screening that starts after the answer sees the entries. Names are canonicalized like queries.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists/{id}/entries`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  deleteEntry(input: Operations['deleteScreeningEntry']['input'], options?: CallOptions): Call<Operations['deleteScreeningEntry']['data']>;

  /**
   * Preview adding a file of entries, without adding it.
   *
   * Problems by line, and entries that the file or the list already has.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists/{id}/entries/preview`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  previewEntries(input: Operations['previewScreeningEntries']['input'], options?: CallOptions): Call<Operations['previewScreeningEntries']['data']>;

  /**
   * Add a file of up to 100,000 entries, all or none.
   *
   * One invalid row rejects the file; `POST /fraud/lists/:id/entries/preview` lists all of them. Every
   * screening that starts after the answer sees the entries.
   *
   * Scope `fraud:manage`. Plan gate `detection_pack`. Rate-limit group `lists`.
   *
   * `POST /api/v1/fraud/lists/{id}/entries/import`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Screens the subject against all lists immediately, and from then on against all changes of them. The
   * new fields of an enrolled subject replace the old ones; omitted fields are removed.
   * `checked.ignored` names an impossible date, which is neither stored nor compared. 409 when the
   * subjects of one request have more than 5,000 hits, or with `keepIdentifiers` when another request
   * changes the subject at the same time. Where a false positive needs two people, new fields that would
   * close an open hit or a true match also need two: a key asks for `subject.enrol`, and a person enrols
   * the subject.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/subjects`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  enrolSubjects(input: Operations['enrolSubjects']['input'], options?: CallOptions): Call<Operations['enrolSubjects']['data']>;

  /**
   * Find enrolled subjects by words of their ids and names.
   *
   * A POST, because names of persons do not belong in a URL. Returns the first subjects by id: more
   * words find fewer.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/subjects/search`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  searchSubjects(input: Operations['searchSubjects']['input'], options?: CallOptions): Call<Operations['searchSubjects']['data']>;

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
   * End the screening of a subject, and erase its personal texts.
   *
   * Closes its hits and removes their data about the subject. Decisions on them lose their reason, its
   * cases their notes and files, and its screenings their titles. The same applies to a subject that is
   * not enrolled; without any such data the answer is 404. Where a false positive needs two people, a
   * subject with open hits or true matches also needs two: a key asks for `subject.delete`, and a person
   * deletes it. Under a legal hold the answer is 409.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `DELETE /api/v1/fraud/subjects/{subjectId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  deleteSubject(input: Operations['deleteSubject']['input'], options?: CallOptions): Call<Operations['deleteSubject']['data']>;

  /**
   * List hits of enrolled subjects, by default newest first.
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
   * Count hits by the day they were found and by current status.
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
   * Assign up to 100 hits to a person, or set their due date, all or none.
   *
   * An omitted field stays. Neither changes the `revision` of a hit, and requests for a second person
   * stay open.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/hits/assign`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  assignHits(input: Operations['assignHits']['input'], options?: CallOptions): Call<Operations['assignHits']['data']>;

  /**
   * Decide on a hit.
   *
   * The decision holds until the subject or the entry changes; a pair that still matches then reopens. A
   * hit can be decided again: the last decision counts, and all are stored. `expectedRevision` rejects a
   * decision on a hit that has changed or was decided in between. 409 while another actor has claimed an
   * open case of the hit.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/hits/{id}/decision`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  decideHit(input: Operations['decideHit']['input'], options?: CallOptions): Call<Operations['decideHit']['data']>;

  /**
   * List the saved views of hits: the organization’s and the caller’s own.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `GET /api/v1/fraud/hit-views`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  listHitViews(input?: Operations['listHitViews']['input'], options?: CallOptions): Call<Operations['listHitViews']['data']>;

  /**
   * Save a view of hits.
   *
   * A name must be unique among the views of the organization, or among the caller’s own: otherwise 409.
   * There are at most 50 of each.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `POST /api/v1/fraud/hit-views`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createHitView(input: Operations['createHitView']['input'], options?: CallOptions): Call<Operations['createHitView']['data']>;

  /**
   * Delete a saved view of hits.
   *
   * A view that only another caller sees gets 404.
   *
   * Scope `fraud:screen`. Plan gate `detection_pack`. Rate-limit group `screening`.
   *
   * `DELETE /api/v1/fraud/hit-views/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteHitView(input: Operations['deleteHitView']['input'], options?: CallOptions): Call<Operations['deleteHitView']['data']>;
}

/**
 * Cases of people about a subject: its hits and all other evidence, who works on it, and how it ended.
 */
export interface CasesOperations {
  /**
   * Read the rule that creates cases.
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
   * Change the rule that creates cases.
   *
   * A hit of an enrolled subject on a list of these kinds, with at least this score, creates a case when
   * it opens. If the rule’s case of the subject is still open, the hit joins it. The rule assigns a new
   * case to `assignee`, or to the members of `assigneeRole` in turn; naming one of the two replaces the
   * other.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `PATCH /api/v1/cases/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateSettings(input: Operations['updateCaseSettings']['input'], options?: CallOptions): Call<Operations['updateCaseSettings']['data']>;

  /**
   * Create a case for a subject.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createCase']['input'], options?: CallOptions): Call<Operations['createCase']['data']>;

  /**
   * List cases, by default newest first.
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
   * Returns the first 100 items, the first 25 notes and the newest 100 changes. While `itemsNext`,
   * `notesNext` or `historyNext` is not null, there are more: send them as `itemsAfter`, `notesAfter`
   * and `historyBefore`.
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
   * Change state, assignee, due date, priority, type, tags or snooze of a case.
   *
   * A case with open hits cannot be closed. Another status reopens a closed case. 409 when the
   * `revision` of the case differs from the one that the caller has read, and while another member has
   * claimed the case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `PATCH /api/v1/cases/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateCase']['input'], options?: CallOptions): Call<Operations['updateCase']['data']>;

  /**
   * Claim a case for 15 minutes, or for 15 more.
   *
   * During the claim, no other caller changes the case’s state or items, or decides. 409 while another
   * member has it. Any member can claim it after the claim has ended, or take over a running claim with
   * a reason.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/claim`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `DETECTION_PACK_REQUIRED`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  claim(input: Operations['claimCase']['input'], options?: CallOptions): Call<Operations['claimCase']['data']>;

  /**
   * Release a claim.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `DELETE /api/v1/cases/{id}/claim`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  release(input: Operations['releaseCase']['input'], options?: CallOptions): Call<Operations['releaseCase']['data']>;

  /**
   * Claim the next unassigned case.
   *
   * The open case without assignee, claim and snooze that has the highest priority, and of several the
   * oldest. A person is also assigned to it. Callers at the same time get different cases. 404 when no
   * case is unassigned.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/claim-next`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `DETECTION_PACK_REQUIRED`,
   * `RATE_LIMITED`, `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  claimNext(input?: Operations['claimNextCase']['input'], options?: CallOptions): Call<Operations['claimNextCase']['data']>;

  /**
   * Take over a case that another member has claimed.
   *
   * For 15 minutes. The reason becomes a note of the case, and the history names the previous claimant.
   * 409 when no other member has claimed it.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/claim/take-over`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addItems(input: Operations['addCaseItems']['input'], options?: CallOptions): Call<Operations['addCaseItems']['data']>;

  /**
   * Remove an item from a case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `DELETE /api/v1/cases/{id}/items/{itemId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeItem(input: Operations['removeCaseItem']['input'], options?: CallOptions): Call<Operations['removeCaseItem']['data']>;

  /**
   * Add a note to a case.
   *
   * Notes are stored encrypted, cannot be deleted, and do not change the revision of the case.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/notes`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  addNote(input: Operations['addCaseNote']['input'], options?: CallOptions): Call<Operations['addCaseNote']['data']>;

  /**
   * Attach a file of at most 10 MiB to a case.
   *
   * Content, name and media type are stored encrypted. A case can have 20 files; they do not change its
   * revision.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/files`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeFile(input: Operations['removeCaseFile']['input'], options?: CallOptions): Call<Operations['removeCaseFile']['data']>;

  /**
   * Decide hits of a case, add a note, and close the case, all or nothing.
   *
   * Each hit is decided as with its own operation, including the two-person rule. If the `revision` of
   * the case or of a hit differs from the one that the caller has read, the answer is 409 and nothing is
   * decided.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `POST /api/v1/cases/{id}/decide`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `SERVICE_DISABLED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  decide(input: Operations['decideCase']['input'], options?: CallOptions): Call<Operations['decideCase']['data']>;

  /**
   * Make the case file: a case with all its decisions, signed.
   *
   * Contains names of customers and of people, reasons with their salts, and places in the audit chain,
   * for readers without access to Oriki. The page about case files explains how to verify it. Each call
   * leaves a row in the audit log.
   *
   * Scope `cases:manage`. Plan gate `detection_pack`. Rate-limit group `cases`.
   *
   * `GET /api/v1/cases/{id}/file`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`, `INTERNAL_ERROR`
   */
  getSigned(input: Operations['getSignedCase']['input'], options?: CallOptions): Call<Operations['getSignedCase']['data']>;
}

/**
 * Groups of organizations that share fraud lists and permission roles.
 */
export interface FederationOperations {
  /**
   * Invite an organization to a federation group.
   *
   * The owner only. The organization becomes a member when it accepts. A group has at most 100 members,
   * including invited ones; more get 409, and so are an organization that is already in the group and a
   * prefix that is taken. One organization can invite another 10 times a day, over all its groups: then
   * it is 429.
   *
   * Scope `permissions:manage`. Plan gate `federation_members`. Rate-limit group `federation-members`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `VALIDATION_ERROR`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  inviteMember(input: Operations['inviteFederationMember']['input'], options?: CallOptions): Call<Operations['inviteFederationMember']['data']>;

  /**
   * Leave a federation group, decline its invitation, or remove a member from it.
   *
   * A member, invited or active, removes itself; the owner removes any other member. Imports between the
   * member and others end with the membership, with every grant that depends on them; the prefix is free
   * again.
   *
   * Scope `permissions:manage`. Plan gate `federation_members`. Rate-limit group `federation-members`.
   *
   * `DELETE /api/v1/permissions/federation/groups/{id}/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `VALIDATION_ERROR`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeMember(input: Operations['removeFederationMember']['input'], options?: CallOptions): Call<Operations['removeFederationMember']['data']>;

  /**
   * Accept an invitation to a federation group.
   *
   * With the invited organization’s own key. Any body is ignored, because the key alone determines who
   * accepts.
   *
   * Scope `permissions:manage`. Plan gate `federation_members`. Rate-limit group `federation-members`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/members/accept`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `VALIDATION_ERROR`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  acceptInvitation(input: Operations['acceptFederationInvitation']['input'], options?: CallOptions): Call<Operations['acceptFederationInvitation']['data']>;

  /**
   * Create a federation group.
   *
   * The prefix is the owner’s in the group.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `FEDERATION_NOT_ALLOWED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * For members and invited organizations; any other caller gets 404.
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
   * The owner only. Removes memberships, imports between members, and the grants that depend on them, in
   * one step.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `DELETE /api/v1/permissions/federation/groups/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `FEDERATION_NOT_ALLOWED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteGroup(input: Operations['deleteFederationGroup']['input'], options?: CallOptions): Call<Operations['deleteFederationGroup']['data']>;

  /**
   * Show the sync status of a federation group’s members.
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
   * Active members only. Replaces the caller’s imports from each member by the member’s current state.
   * What the member no longer has is removed, with the grants that depend on it. Invited members are
   * skipped; naming one gets 404, and 409 where the caller’s own data conflicts.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/pull`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `FEDERATION_NOT_ALLOWED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  pull(input: Operations['pullFederation']['input'], options?: CallOptions): Call<Operations['pullFederation']['data']>;

  /**
   * Push the own modules and roles to other members.
   *
   * Active members only. Invited members are skipped; naming one gets 404.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/push`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `FEDERATION_NOT_ALLOWED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  push(input: Operations['pushFederation']['input'], options?: CallOptions): Call<Operations['pushFederation']['data']>;

  /**
   * Push a fraud configuration to members.
   *
   * The owner only. Sets the defaults for screenings of the members. A field that is omitted keeps the
   * value of the last push. Invited members are skipped; naming one gets 404.
   *
   * Scope `permissions:manage`. Plan gate `federation`. Rate-limit group `federation`.
   *
   * `POST /api/v1/permissions/federation/groups/{id}/fraud-config/push`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `FEDERATION_NOT_ALLOWED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  pushFraudConfig(input: Operations['pushFederationFraudConfig']['input'], options?: CallOptions): Call<Operations['pushFederationFraudConfig']['data']>;
}

/**
 * Permissions: Modules, roles, assignments and policies, and checks whether a subject may do
 * something.
 */
export interface PermissionsOperations {
  /**
   * Create a module.
   *
   * A part of your product with its actions. The plan limits the number of modules: free 5, pro 50,
   * enterprise 500; imported modules do not count.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/modules`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `MODULE_LIMIT_EXCEEDED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createModule(input: Operations['createPermissionModule']['input'], options?: CallOptions): Call<Operations['createPermissionModule']['data']>;

  /**
   * List own and imported modules.
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateModule(input: Operations['updatePermissionModule']['input'], options?: CallOptions): Call<Operations['updatePermissionModule']['data']>;

  /**
   * Delete a module that no role or policy uses.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/modules/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteModule(input: Operations['deletePermissionModule']['input'], options?: CallOptions): Call<Operations['deletePermissionModule']['data']>;

  /**
   * Create a role.
   *
   * A named set of capabilities. It may inherit those of other roles.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/roles`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `CAPABILITY_INVALID`, `ROLE_NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createRole(input: Operations['createPermissionRole']['input'], options?: CallOptions): Call<Operations['createPermissionRole']['data']>;

  /**
   * List own and imported roles.
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
   * Rename a role, or replace its capabilities or parents.
   *
   * Roles cannot inherit from themselves, directly or through others: of changes that together close a
   * cycle, one is rejected, and the message names the cycle.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `PATCH /api/v1/permissions/roles/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `ROLE_NOT_FOUND`, `RATE_LIMITED`, `CAPABILITY_INVALID`, `RELATIONSHIP_CYCLE`, `PRECONDITION_FAILED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateRole(input: Operations['updatePermissionRole']['input'], options?: ConditionalOptions): Call<Operations['updatePermissionRole']['data']>;

  /**
   * Delete a role that is not assigned or referenced.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/roles/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `ROLE_NOT_FOUND`, `RATE_LIMITED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteRole(input: Operations['deletePermissionRole']['input'], options?: ConditionalOptions): Call<Operations['deletePermissionRole']['data']>;

  /**
   * Assign a role to a subject.
   *
   * Every `member` of the subject also has the role. If the subject already has it, the answer is 200,
   * and its end changes if `expiresAt` differs.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/assignments`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `ROLE_NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createAssignment(input: Operations['createPermissionAssignment']['input'], options?: CallOptions): Call<Operations['createPermissionAssignment']['data']>;

  /**
   * List role assignments.
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
   * Remove a role assignment.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `DELETE /api/v1/permissions/assignments/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteAssignment(input: Operations['deletePermissionAssignment']['input'], options?: CallOptions): Call<Operations['deletePermissionAssignment']['data']>;

  /**
   * Allow or deny a capability on resources.
   *
   * A denying policy overrides everything that allows. Only one policy can exist for the same role,
   * capability, resource and relation (`POLICY_CONFLICT`): to change its effect, delete it and create
   * another.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/policies`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `CAPABILITY_INVALID`, `ROLE_NOT_FOUND`, `POLICY_CONFLICT`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  createPolicy(input: Operations['createPermissionPolicy']['input'], options?: CallOptions): Call<Operations['createPermissionPolicy']['data']>;

  /**
   * List own and imported policies.
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deletePolicy(input: Operations['deletePermissionPolicy']['input'], options?: CallOptions): Call<Operations['deletePermissionPolicy']['data']>;

  /**
   * Relate a subject to an object.
   *
   * A `member` of an object also acts as that object, and so do members of members. A relation to the
   * `parent` of an object also applies to the object. Other relations are only conditions of policies.
   * Relationships must not form a cycle over any relations: of those that together close a cycle, one is
   * rejected, and the message names the cycle. If the relationship exists, the answer is 200, and its
   * end changes if `expiresAt` differs.
   *
   * Scope `permissions:manage`. Rate-limit group `permissions`.
   *
   * `POST /api/v1/permissions/relationships`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `RELATIONSHIP_CYCLE`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  deleteRelationship(input: Operations['deletePermissionRelationship']['input'], options?: CallOptions): Call<Operations['deletePermissionRelationship']['data']>;

  /**
   * Check whether a subject may do something.
   *
   * Denied unless a role or a policy allows it and no policy denies it. On every process, a check sees
   * all changes that were answered before it. With `assume`, the answer is as if the changes had been
   * made.
   *
   * Scope `permissions:check`. Rate-limit group `permissions-check`.
   *
   * `POST /api/v1/permissions/check`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `CAPABILITY_INVALID`, `ROLE_NOT_FOUND`, `NOT_FOUND`, `POLICY_CONFLICT`,
   * `RELATIONSHIP_CYCLE`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  check(input: Operations['checkPermission']['input'], options?: CallOptions): Call<Operations['checkPermission']['data']>;

  /**
   * Run up to 1,000 checks in one request.
   *
   * All answers are from one revision, in the order of the checks. With `explain`, at most 100.
   *
   * Scope `permissions:check`. Rate-limit group `permissions-check`.
   *
   * `POST /api/v1/permissions/check/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `CAPABILITY_INVALID`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * The read cursor only moves forward: an older message changes nothing. Default of `messageId`: the
   * latest message that is not deleted.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/read`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  markRead(input: Operations['markThreadRead']['input'], options?: CallOptions): Call<Operations['markThreadRead']['data']>;

  /**
   * Mark a thread as unread, from a message on.
   *
   * The read cursor moves back to the message before it. A cursor that is already there or earlier
   * stays. The participant’s own messages, and deleted ones, are never unread.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/unread`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  markUnread(input: Operations['markThreadUnread']['input'], options?: CallOptions): Call<Operations['markThreadUnread']['data']>;

  /**
   * Show how far each participant of a thread has read.
   *
   * All counts are from one snapshot.
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
   * List the threads of one participant, by latest activity.
   *
   * Page and total are from one snapshot.
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
   * Count the unread messages of one participant in all open threads.
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
   * Up to the latest message of each, in any status. For an unknown participant the count is 0.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/inbox/read`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  markInboxRead(input: Operations['markInboxRead']['input'], options?: CallOptions): Call<Operations['markInboxRead']['data']>;

  /**
   * Stream changes in the inbox of one participant, as server-sent events.
   *
   * First `unread`, then for every change an `item` for each new or changed thread, or `removed` for one
   * that the participant has left, and `unread`. Each has the current state. The `id` of an event is a
   * position: sent back as `Last-Event-ID`, the stream first sends what has changed since. After a
   * restart or restore of the database it first sends `reset`, and then all threads. A comment follows
   * every 15 seconds.
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
   * Create a token for a browser to open the stream of one participant.
   *
   * The token replaces the API key in one operation, `GET /threads/inbox/stream` of this participant,
   * for 60 seconds.
   *
   * Scope `threads:manage`. Rate-limit group `streams`. The answer to a repeated idempotency key goes to
   * the same caller only.
   *
   * `POST /api/v1/threads/inbox/stream-token`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Fetch a thread and its participants.
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
   * An archived thread cannot change: 409.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `PATCH /api/v1/threads/{threadId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateThread']['input'], options?: CallOptions): Call<Operations['updateThread']['data']>;

  /**
   * Add a participant to a thread.
   *
   * For a new participant all messages are unread; a returning one still has the read cursor. An
   * existing participant: 200.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/participants`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  addParticipant(input: Operations['addThreadParticipant']['input'], options?: CallOptions): Call<Operations['addThreadParticipant']['data']>;

  /**
   * Remove a participant from a thread.
   *
   * The thread leaves the inbox. Messages and the read cursor stay, in case the participant returns.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `DELETE /api/v1/threads/{threadId}/participants`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  removeParticipant(input: Operations['removeThreadParticipant']['input'], options?: CallOptions): Call<Operations['removeThreadParticipant']['data']>;

  /**
   * Send a message to an open thread.
   *
   * The sender becomes a participant of the thread. The message is unread for all others; sending moves
   * no read cursor.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `POST /api/v1/threads/{threadId}/messages`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  sendMessage(input: Operations['sendMessage']['input'], options?: CallOptions): Call<Operations['sendMessage']['data']>;

  /**
   * List the messages of a thread, oldest first.
   *
   * Pages by sequence: `after` the last one seen, or `before` the first one. Includes deleted messages,
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  editMessage(input: Operations['editMessage']['input'], options?: CallOptions): Call<Operations['editMessage']['data']>;

  /**
   * Delete a message.
   *
   * Its place stays in the list, without content. It no longer counts as unread. Deleting it again
   * changes nothing.
   *
   * Scope `threads:manage`. Rate-limit group `threads`.
   *
   * `DELETE /api/v1/threads/{threadId}/messages/{messageId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Returns all of them without `page`, `limit` and `cursor`.
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
   * Only this answer contains the signing secret.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `SERVICE_DISABLED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createWebhook']['input'], options?: CallOptions): Call<Operations['createWebhook']['data']>;

  /**
   * List event types, with schemas and examples.
   *
   * Any other lower-case dotted name can also be published and subscribed to.
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
   * Its `ETag` changes with every change of settings or secret.
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
   * After the answer, no request starts to a replaced URL, or at all while it is paused. A webhook that
   * was deactivated because its receiver failed is resumed in the same way.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `PATCH /api/v1/webhooks/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `SERVICE_DISABLED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateWebhook']['input'], options?: ConditionalOptions): Call<Operations['updateWebhook']['data']>;

  /**
   * Delete a webhook and cancel its pending deliveries.
   *
   * After the answer, no request starts; one in progress is not canceled.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `DELETE /api/v1/webhooks/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  delete(input: Operations['deleteWebhook']['input'], options?: ConditionalOptions): Call<Operations['deleteWebhook']['data']>;

  /**
   * Replace the signing secret.
   *
   * For 24 hours every delivery also carries a signature of the replaced secret. Ten replaced secrets
   * can be valid at the same time; more get 409.
   *
   * Scope `webhooks:manage`. A person must have signed in recently. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/rotate-secret`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rotateSecret(input: Operations['rotateWebhookSecret']['input'], options?: CallOptions): Call<Operations['rotateWebhookSecret']['data']>;
}

/**
 * Every attempt to deliver an event, and ways to send one again.
 */
export interface WebhookDeliveriesOperations {
  /**
   * List delivery attempts of all webhooks, newest first.
   *
   * Includes attempts of deleted webhooks. They are kept as long as their deliveries.
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
   * Show success rate and latency of attempts, over all webhooks and for each.
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
   * Show success rate and latency of one webhook’s attempts, by hours or days.
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
   * Fetch one delivery with its attempts, and the sent body and headers.
   *
   * Until 30 days after it has finished.
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
   * Send one delivery again immediately.
   *
   * Also works for one that has succeeded or was given up: its retry schedule then starts again. 409
   * while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  retry(input: Operations['retryDelivery']['input'], options?: CallOptions): Call<Operations['retryDelivery']['data']>;

  /**
   * Send a test event to this webhook.
   *
   * For any subscription: sends `webhook.test`, or the example of `eventType`, signed like any other
   * event. 409 while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/test`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  test(input: Operations['testWebhook']['input'], options?: CallOptions): Call<Operations['testWebhook']['data']>;

  /**
   * Send everything again that has not succeeded since a point in time.
   *
   * Deliveries that were given up start their retry schedule again, pending ones are sent immediately.
   * 409 while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/recover`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  recover(input: Operations['recoverDeliveries']['input'], options?: CallOptions): Call<Operations['recoverDeliveries']['data']>;

  /**
   * Send all deliveries again that match a filter.
   *
   * The filter is that of the list of deliveries, with at least one field. Successful deliveries are
   * also sent again, unless `status` excludes them. Finished ones start their retry schedule again,
   * pending ones are sent immediately. 409 while the webhook is not active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/replay`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  replay(input: Operations['replayDeliveries']['input'], options?: CallOptions): Call<Operations['replayDeliveries']['data']>;

  /**
   * Send a webhook the earlier events that it never got.
   *
   * For a webhook that was created, or subscribed to more, after they were published: events of the last
   * 30 days that match its current `events` and `filter`, oldest first. Each becomes a new delivery.
   * Events that it already got are skipped, however often this is called. 409 while the webhook is not
   * active.
   *
   * Scope `webhooks:manage`. Rate-limit group `webhooks`.
   *
   * `POST /api/v1/webhooks/{id}/backfill`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Returns 202 once the event and its deliveries are stored. Oriki then delivers it at least once to
   * every active webhook that is subscribed to its type now. A repeated `id` is the same event: 200, and
   * nothing is sent again.
   *
   * Scope `events:publish`. Rate-limit group `events`.
   *
   * `POST /api/v1/events`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  publish(input: Operations['publishEvent']['input'], options?: CallOptions): Call<Operations['publishEvent']['data']>;

  /**
   * List the events of the organization, newest first.
   *
   * Includes Oriki’s own events and published ones, delivered or not. They are kept for 30 days.
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
   * Publish up to 100 events in one request.
   *
   * All of them are stored, with their deliveries, or none: 400 names the invalid event. Each follows
   * the rules of a single one. The request counts once for the rate limit.
   *
   * Scope `events:publish`. Rate-limit group `events`.
   *
   * `POST /api/v1/events/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Stream changes in the organization, as server-sent events.
   *
   * First `reset`, then `changed` for every change, with its kind and the ids. Callers get the kinds
   * that they may read. The `id` of an event is a position: sent back as `Last-Event-ID` within 30
   * seconds, the stream first sends the changes since then as `changed`; later, `reset`. A comment
   * follows every 15 seconds.
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
   * Fetch the waiting work: hits, webhooks, verifications, lists, usage.
   *
   * Each figure equals that of its list. A part is null for callers without its scope, or without the
   * plan that its list needs.
   *
   * No scope. Rate-limit group `today`.
   *
   * `GET /api/v1/today`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input?: Operations['getToday']['input'], options?: CallOptions): Call<Operations['getToday']['data']>;

  /**
   * Count the work that waits for the caller: hits, cases, approvals.
   *
   * A count is at most 100, so that a page can read it often. A part is null for callers without its
   * scope, or without the plan that its list needs.
   *
   * No scope. Rate-limit group `today`.
   *
   * `GET /api/v1/today/work`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getWork(input?: Operations['getWork']['input'], options?: CallOptions): Call<Operations['getWork']['data']>;

  /**
   * Fetch the figures of the team: decisions by person, open hits by age, overdue cases.
   *
   * For the people who lead the team. The scope is that of the audit log, which contains the same
   * actions one by one.
   *
   * Scope `audit:read`. Plan gate `detection_pack`. Rate-limit group `today`.
   *
   * `GET /api/v1/today/team`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `DETECTION_PACK_REQUIRED`, `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getTeam(input?: Operations['getTeam']['input'], options?: CallOptions): Call<Operations['getTeam']['data']>;
}

/**
 * Usage, counted by day, service and metric.
 */
export interface UsageOperations {
  /**
   * Report usage of another service.
   *
   * Counts each `id` once: a repeated report gets the same answer, and another report with a used `id`
   * is rejected with 409. Reports may be late and in any order.
   *
   * Scope `usage:write`. Rate-limit group `usage`.
   *
   * `POST /api/v1/usage`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  report(input: Operations['reportUsage']['input'], options?: CallOptions): Call<Operations['reportUsage']['data']>;

  /**
   * List usage by day, service and metric, newest day first.
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
   * Report up to 1,000 uses in one request.
   *
   * Each as with `POST /usage`; all of them are recorded, or none.
   *
   * Scope `usage:write`. Rate-limit group `usage`.
   *
   * `POST /api/v1/usage/batch`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  reportBatch(input: Operations['reportUsageBatch']['input'], options?: CallOptions): Call<Operations['reportUsageBatch']['data']>;
}

/**
 * Monthly invoices of what was used.
 */
export interface InvoicesOperations {
  /**
   * List invoices and correction notes, newest first.
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
   * An issued document never changes; notes correct it.
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
   * Request an export.
   *
   * The file is made in the background: poll `GET /exports/{exportId}`, or subscribe to
   * `export.completed` and `export.failed`. The file has one consistent snapshot of the data, from the
   * time when it is created.
   *
   * Scope `exports:create`. Rate-limit group `exports`.
   *
   * `POST /api/v1/exports`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `SERVICE_DISABLED`, `DETECTION_PACK_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
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
   * file’s `ETag` is its SHA-256. With another file’s or a changed signature the answer is 403, after
   * the expiry 410.
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
   * No file remains. 409 once it is completed or failed.
   *
   * Scope `exports:create`. Rate-limit group `exports`.
   *
   * `DELETE /api/v1/exports/{exportId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  cancel(input: Operations['cancelExport']['input'], options?: CallOptions): Call<Operations['cancelExport']['data']>;
}

/**
 * Members of the organization, their roles and sessions, and who is calling.
 */
export interface PeopleOperations {
  /**
   * Show the caller: a key or a person, with organization, roles, scopes and plan.
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
   * Add a person of an identity provider as a member.
   *
   * A caller cannot grant scopes that it lacks: 403. It needs a second person where
   * `member.change_roles` does.
   *
   * Scope `members:manage`. A person must have signed in recently. Rate-limit group `people`.
   *
   * `POST /api/v1/members`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * List current and former members, with id and name only.
   *
   * For people who work on cases, to show the names for ids in claims, assignees, notes and history.
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
   * Replace a member’s roles.
   *
   * Takes effect on every process within 5 seconds. The last admin cannot be removed: 409.
   *
   * Scope `members:manage`. A person must have signed in recently. Rate-limit group `people`.
   *
   * `PATCH /api/v1/members/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `PRECONDITION_FAILED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  changeMember(input: Operations['changeMember']['input'], options?: ConditionalOptions): Call<Operations['changeMember']['data']>;

  /**
   * End a membership, with its sessions.
   *
   * Takes effect on every process within 5 seconds. The last admin cannot be removed: 409. Revokes the
   * open invitations that the person made, also with a key. `keys` keeps or revokes the keys in use that
   * the person made, which the answer lists; a key that is kept emits `key.owner_left`. Groups of the
   * identity provider do not bring the person back; adding or inviting does.
   *
   * Scope `members:manage`. A person must have signed in recently. Rate-limit group `people`.
   *
   * `DELETE /api/v1/members/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  removeMember(input: Operations['removeMember']['input'], options?: ConditionalOptions): Call<Operations['removeMember']['data']>;

  /**
   * Invite a person.
   *
   * The person who opens the link signs in at an identity provider of the organization and then is a
   * member. Oriki sends no mail. A caller cannot grant scopes that it lacks: 403. It needs a second
   * person where `member.change_roles` does, and works only while its maker could make it.
   *
   * Scope `members:manage`. A person must have signed in recently. Rate-limit group `people`. The answer
   * to a repeated idempotency key goes to the same caller only.
   *
   * `POST /api/v1/invitations`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createMemberInvitation(input: Operations['createMemberInvitation']['input'], options?: CallOptions): Call<Operations['createMemberInvitation']['data']>;

  /**
   * List the open invitations.
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
   * Revoke an invitation.
   *
   * Scope `members:manage`. Rate-limit group `people`.
   *
   * `DELETE /api/v1/invitations/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  revokeMemberInvitation(input: Operations['revokeMemberInvitation']['input'], options?: CallOptions): Call<Operations['revokeMemberInvitation']['data']>;

  /**
   * List the sessions of the organization's people.
   *
   * Includes sessions in test mode.
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
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
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
   * Add a person of an identity provider as an operator.
   *
   * Scope `platform:admin`. A person must have signed in recently.
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
   * Replace an operator’s roles.
   *
   * Takes effect on every process within 5 seconds. The last admin cannot be removed: 409.
   *
   * Scope `platform:admin`. A person must have signed in recently.
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
   * Remove an operator with all rights and sessions.
   *
   * Takes effect on every process within 5 seconds. The last admin cannot be removed: 409.
   *
   * Scope `platform:admin`. A person must have signed in recently.
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
   * A provider that maps groups, or whose issuer already has members, needs every scope of the roles
   * concerned (403), and a second person where a change of roles needs one. Reads the provider’s
   * metadata: on failure 400 with the reason `not_metadata`, `issuer_mismatch` or `unsupported`, or 503
   * with `unreachable`, and nothing is saved. `skipCheck: true` skips this check.
   *
   * Scope `signin:manage`. A person must have signed in recently. Rate-limit group `people`.
   *
   * `POST /api/v1/sign-in/issuers`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `SERVICE_UNAVAILABLE`, `INTERNAL_ERROR`
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
   * Change an identity provider; omitted settings stay unchanged.
   *
   * A change of the people who get a role, or a weaker step-up, needs every scope of the roles concerned
   * (403), and a second person where a change of roles needs one. A change of `clientId`,
   * `clientSecret`, `clientKey` or `scopes` repeats the check of the provider.
   *
   * Scope `signin:manage`. A person must have signed in recently. Rate-limit group `people`.
   *
   * `PATCH /api/v1/sign-in/issuers/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `SERVICE_UNAVAILABLE`,
   * `INTERNAL_ERROR`
   */
  changeIssuer(input: Operations['changeSignInIssuer']['input'], options?: CallOptions): Call<Operations['changeSignInIssuer']['data']>;

  /**
   * Remove an identity provider.
   *
   * Sessions continue until they end; members stay. To delete a provider that gives roles needs every
   * scope of the roles concerned (403), and a second person where a change of roles needs one.
   *
   * Scope `signin:manage`. A person must have signed in recently. Rate-limit group `people`.
   *
   * `DELETE /api/v1/sign-in/issuers/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  removeIssuer(input: Operations['removeSignInIssuer']['input'], options?: CallOptions): Call<Operations['removeSignInIssuer']['data']>;

  /**
   * Check an identity provider, step by step.
   *
   * Reads the provider’s metadata and keys, requests a token with an invalid code, and changes nothing.
   *
   * Scope `signin:manage`. Rate-limit group `people`.
   *
   * `POST /api/v1/sign-in/issuers/{id}/check`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  checkIssuer(input: Operations['checkSignInIssuer']['input'], options?: CallOptions): Call<Operations['checkSignInIssuer']['data']>;

  /**
   * Sign in a person of your own application.
   *
   * The code works once, for 60 seconds. The person has the requested role from now on; if a member has
   * other roles, the caller also needs the scope `members:manage`: 403. The last admin cannot lose the
   * role: 409. A caller cannot grant scopes that it lacks: 403. Another role, or a new person, needs a
   * second person where `member.change_roles` does. The caller is responsible for the identity of these
   * people.
   *
   * Scope `portal:create`. A person must have signed in recently. Rate-limit group `people`. The answer
   * to a repeated idempotency key goes to the same caller only.
   *
   * `POST /api/v1/portal-sessions`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  createPortalSession(input: Operations['createPortalSession']['input'], options?: CallOptions): Call<Operations['createPortalSession']['data']>;
}

/**
 * Requests for a second person, and the actions that need one.
 */
export interface ApprovalsOperations {
  /**
   * Read which actions need two people.
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
   * Change which actions need two people.
   *
   * Removing a requirement needs two people: one asks for `approval_settings.lower` with the actions
   * that are left.
   *
   * Scope `approvals:manage`. A person must have signed in recently. Rate-limit group `approvals`.
   *
   * `PATCH /api/v1/approvals/settings`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateSettings(input: Operations['updateApprovalSettings']['input'], options?: CallOptions): Call<Operations['updateApprovalSettings']['data']>;

  /**
   * Ask for a second person.
   *
   * Another person then carries out the action with its own operation, which answers the request. A key
   * may ask, but never answer. A repeat of an open request returns the open one, also with 201. A
   * request expires when its object changes, when another request about the object is answered, and when
   * its asker leaves.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `POST /api/v1/approvals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `NOT_FOUND`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Reject a request, or cancel your own.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `POST /api/v1/approvals/{id}/reject`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  reject(input: Operations['rejectApproval']['input'], options?: CallOptions): Call<Operations['rejectApproval']['data']>;

  /**
   * Add the reason of the second person.
   *
   * For the person who has carried out the request, once. The reason for a decision on a hit belongs to
   * the decision: 409.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `POST /api/v1/approvals/{id}/reason`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  explain(input: Operations['explainApproval']['input'], options?: CallOptions): Call<Operations['explainApproval']['data']>;

  /**
   * Read the codes of reasons.
   *
   * Scope `approvals:request`. Rate-limit group `approvals`.
   *
   * `GET /api/v1/approvals/reasons`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getReasons(input?: Operations['getReasons']['input'], options?: CallOptions): Call<Operations['getReasons']['data']>;

  /**
   * Change the codes of reasons, and when a reason is required.
   *
   * `codes` replaces all codes. Decisions and requests keep the codes that they have, also codes that no
   * longer exist.
   *
   * Scope `approvals:manage`. A person must have signed in recently. Rate-limit group `approvals`.
   *
   * `PATCH /api/v1/approvals/reasons`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `PRECONDITION_FAILED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  updateReasons(input: Operations['updateReasons']['input'], options?: ConditionalOptions): Call<Operations['updateReasons']['data']>;

  /**
   * Ask another operator to accept the rejected file of a global list.
   *
   * The request covers that file alone, and expires after 24 hours. Another operator accepts it with
   * `POST /admin/lists/:id/refresh` and `allowShrink`. A key may ask, but never answer.
   *
   * Scope `platform:admin`, for people `platform:operate`.
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
   * Reject a request of an operator, or cancel your own.
   *
   * Scope `platform:admin`, for people `platform:operate`.
   *
   * `POST /api/v1/admin/approvals/{id}/reject`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `NOT_FOUND`,
   * `RATE_LIMITED`, `CONFLICT`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  rejectPlatform(input: Operations['rejectPlatformApproval']['input'], options?: CallOptions): Call<Operations['rejectPlatformApproval']['data']>;

  /**
   * Add the reason of the second operator.
   *
   * For the operator who has carried out the request, once.
   *
   * Scope `platform:admin`, for people `platform:operate`.
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
 * Audit: Lists actions: every change of state by a key, a person or a command.
 */
export interface AuditOperations {
  /**
   * List actions, newest first.
   *
   * Every change of state by a key, a person or a command writes a row in the transaction of its effect.
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
   * List actions on the platform, or in one organization.
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
   * Check the hash chain over the log of the own organization.
   *
   * The same as `GET /admin/audit/chain` for operators. It reads the whole log; a process runs one check
   * at a time. A million rows take about 15 seconds.
   *
   * Scope `audit:read`. Rate-limit group `chain`.
   *
   * `GET /api/v1/audit/chain`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  verifyOwnChain(input?: Operations['verifyOwnAuditChain']['input'], options?: CallOptions): Call<Operations['verifyOwnAuditChain']['data']>;

  /**
   * Check the hash chain over the log of one organization, or of the platform.
   *
   * Returns the output of `oriki audit verify --org ORG --json`, which can be stored and passed to
   * `--heads` later. It reads the whole log; a process runs one check at a time. A million rows take
   * about 15 seconds. For logs of many millions, use the command, whose statements may take longer.
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
 * How long records are kept, and legal holds that keep them longer.
 */
export interface RetentionOperations {
  /**
   * List the classes of records, and how long they are kept.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `GET /api/v1/retention`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  get(input?: Operations['getRetention']['input'], options?: CallOptions): Call<Operations['getRetention']['data']>;

  /**
   * Choose how long records of a class are kept.
   *
   * Within the bounds of the operator. The choice applies once the operator has switched the class on.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `PATCH /api/v1/retention`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  choosePeriod(input: Operations['choosePeriod']['input'], options?: CallOptions): Call<Operations['choosePeriod']['data']>;

  /**
   * Count the records that are due for removal, in each class.
   *
   * Also for classes that are off. Held records are not counted.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `GET /api/v1/retention/plan`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getPlan(input?: Operations['getRetentionPlan']['input'], options?: CallOptions): Call<Operations['getRetentionPlan']['data']>;

  /**
   * Stop the removal of records about a subject, a case or the organization.
   *
   * It also stops the deletion of the subject. It applies from the answer on. Several holds on one
   * object are independent.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `POST /api/v1/legal-holds`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  setLegalHold(input: Operations['setLegalHold']['input'], options?: CallOptions): Call<Operations['setLegalHold']['data']>;

  /**
   * List legal holds, newest first, without their reasons.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `GET /api/v1/legal-holds`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listLegalHolds: List<[input?: Operations['listLegalHolds']['input'], options?: CallOptions], Operations['listLegalHolds']['data'], Operations['listLegalHolds']['data']['items'][number]>;

  /**
   * Fetch a legal hold with its reason, decrypted.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `GET /api/v1/legal-holds/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getLegalHold(input: Operations['getLegalHold']['input'], options?: CallOptions): Call<Operations['getLegalHold']['data']>;

  /**
   * Lift a legal hold.
   *
   * Where the organization requires two people for `legal_hold.lift`, a person or key requests it with
   * `POST /approvals`, and another person lifts it.
   *
   * Scope `retention:manage`. Rate-limit group `retention`.
   *
   * `POST /api/v1/legal-holds/{id}/lift`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `NOT_FOUND`, `RATE_LIMITED`,
   * `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  liftLegalHold(input: Operations['liftLegalHold']['input'], options?: CallOptions): Call<Operations['liftLegalHold']['data']>;
}

/**
 * API keys of your organization.
 */
export interface KeysOperations {
  /**
   * Create an API key of the own organization.
   *
   * A caller cannot grant scopes that it lacks. A key that creates another passes on its own end,
   * addresses and limits where the request sets none, and never wider ones: 403. The same applies to a
   * person in a portal session that a key opened. Only a person whose session no key opened creates one
   * with `scim:manage`, and needs all scopes of the roles that groups of the identity providers give:
   * 403. Where `member.change_roles` needs two people, so does such a key. The key is shown only in this
   * response; only its SHA-256 is stored.
   *
   * Scope `keys:manage`. A person must have signed in recently. Rate-limit group `keys`. The answer to a
   * repeated idempotency key goes to the same caller only.
   *
   * `POST /api/v1/keys`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  create(input: Operations['createKey']['input'], options?: CallOptions): Call<Operations['createKey']['data']>;

  /**
   * List the API keys of your organization.
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
   * List all keys of the own organization, with id and name only.
   *
   * For people who work on cases, to show the names for ids in decisions, claims, notes and history.
   * Includes revoked and expired keys.
   *
   * Scope `cases:manage`. Rate-limit group `keys`.
   *
   * `GET /api/v1/keys/names`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  readonly listNames: List<[input?: Operations['listKeyNames']['input'], options?: CallOptions], Operations['listKeyNames']['data'], Operations['listKeyNames']['data']['items'][number]>;

  /**
   * Fetch an API key of your organization.
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
   * Takes effect on every process within 5 seconds. With `paused: true` the key is rejected like an
   * unknown one, until `paused: false` resumes it, which requires all of its scopes. Scopes can only be
   * removed, and the end only moved earlier. A key gives no key wider addresses or limits than its own,
   * so it cannot widen itself.
   *
   * Scope `keys:manage`. A person must have signed in recently. Rate-limit group `keys`.
   *
   * `PATCH /api/v1/keys/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  update(input: Operations['updateKey']['input'], options?: CallOptions): Call<Operations['updateKey']['data']>;

  /**
   * Show the latest rejected requests of an API key.
   *
   * Requests that this process answered with a status from 400 to 499 after it knew the key. They are in
   * its memory alone: a restart empties the list, and another process has another list. They contain
   * nothing of what a request sent.
   *
   * Scope `keys:manage`. Rate-limit group `keys`.
   *
   * `GET /api/v1/keys/{id}/refusals`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getRefusals(input: Operations['getKeyRefusals']['input'], options?: CallOptions): Call<Operations['getKeyRefusals']['data']>;

  /**
   * Replace an API key of your organization.
   *
   * The new key has the expiry, addresses and limits of the old one, and the same or fewer scopes, all
   * of which the caller must have, because the answer contains the key. A key cannot replace a key with
   * wider limits than its own: 403.
   *
   * Scope `keys:manage`. A person must have signed in recently. Rate-limit group `keys`. The answer to a
   * repeated idempotency key goes to the same caller only.
   *
   * `POST /api/v1/keys/{id}/rotate`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  rotate(input: Operations['rotateKey']['input'], options?: CallOptions): Call<Operations['rotateKey']['data']>;

  /**
   * Revoke an API key of your organization.
   *
   * Every process rejects it within 5 seconds. Callers who may manage keys may revoke any key.
   *
   * Scope `keys:manage`. A person must have signed in recently. Rate-limit group `keys`.
   *
   * `POST /api/v1/keys/{id}/revoke`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `IDEMPOTENCY_UNAVAILABLE`, `CONFLICT`, `STEP_UP_REQUIRED`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
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
   * Runs the checks of `oriki doctor` in the answering process, and one of its event streams. They
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

  /**
   * Show every outside host to which data may go.
   *
   * The answer of `oriki egress`: hosts that settings, organizations and operators name, what is sent
   * there, and how much was. Counts are complete to about ten seconds before.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/egress`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getEgress(input?: Operations['getEgress']['input'], options?: CallOptions): Call<Operations['getEgress']['data']>;

  /**
   * Make the report on outside hosts, signed.
   *
   * The same report with a signature by the key of the installation. Each call leaves a row with its
   * hash in the audit log, which the chain covers.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/egress/file`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `SERVICE_UNAVAILABLE`, `INTERNAL_ERROR`
   */
  getSignedEgress(input?: Operations['getSignedEgress']['input'], options?: CallOptions): Call<Operations['getSignedEgress']['data']>;

  /**
   * List the personal data that is stored, where, for how long, and who gets it.
   *
   * The register of processing, from the declarations of the modules and the configuration of the
   * answering process.
   *
   * Scope `platform:admin`.
   *
   * `GET /api/v1/admin/privacy/register`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `RATE_LIMITED`,
   * `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getProcessingRegister(input?: Operations['getProcessingRegister']['input'], options?: CallOptions): Call<Operations['getProcessingRegister']['data']>;
}

/**
 * What is stored about one subject, and exports of it.
 */
export interface SubjectsOperations {
  /**
   * Show what is stored about a subject, by area.
   *
   * The newest items of each area that the caller may read, and the number of all. `omitted` lists the
   * other areas. 404 if no area has anything.
   *
   * No scope. Rate-limit group `subjects`.
   *
   * `GET /api/v1/subjects/{subjectId}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getData(input: Operations['getSubjectData']['input'], options?: CallOptions): Call<Operations['getSubjectData']['data']>;

  /**
   * Export everything that is stored about a subject.
   *
   * For people only, as JSON or as a page, with sealed parts decrypted. The rules of a reveal apply:
   * where a reveal needs two people, a person or key asks for `subject.export`, and another person
   * exports. At most 20 exports in 24 hours for each person. Oriki writes the row of the audit log
   * before the first byte. A document that breaks off is incomplete.
   *
   * Scope `identity:reveal`. Rejects API keys, and sessions that they open. A person must have signed in
   * recently. Rate-limit group `subjects`.
   *
   * `GET /api/v1/subjects/{subjectId}/export`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `STEP_UP_REQUIRED`, `NOT_FOUND`, `RATE_LIMITED`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  export(input: Operations['exportSubject']['input'], options?: CallOptions): Call<Operations['exportSubject']['data']>;

  /**
   * Erase what is stored about a subject.
   *
   * For people only. It begins at once, and cannot be stopped; the answer has its id, and `GET` of the
   * erasure returns the signed receipt. While an erasure of the subject runs, the answer is that one,
   * with 200. The rules of a reveal apply; where a reveal needs two people, or the subject has hits that
   * two people would close, a person or key asks for `subject.erase`, and another person erases. 409
   * while a legal hold keeps the records. At most 50 in 24 hours for each person.
   *
   * Scope `identity:reveal`. Rejects API keys, and sessions that they open. A person must have signed in
   * recently. Rate-limit group `subjects`.
   *
   * `POST /api/v1/subjects/{subjectId}/erase`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`,
   * `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `IDEMPOTENCY_UNAVAILABLE`, `STEP_UP_REQUIRED`,
   * `NOT_FOUND`, `RATE_LIMITED`, `CONFLICT`, `APPROVAL_REQUIRED`, `INTERNAL_ERROR`,
   * `SERVICE_UNAVAILABLE`
   */
  erase(input: Operations['eraseSubject']['input'], options?: CallOptions): Call<Operations['eraseSubject']['data']>;

  /**
   * Fetch an erasure with its signed receipt.
   *
   * Scope `identity:reveal`. Rate-limit group `subjects`.
   *
   * `GET /api/v1/subjects/{subjectId}/erasures/{id}`
   *
   * @throws OrikiError: `HEADERS_TOO_LARGE`, `UNAUTHORIZED`, `FORBIDDEN`, `BAD_REQUEST`, `NOT_FOUND`,
   * `RATE_LIMITED`, `INTERNAL_ERROR`, `SERVICE_UNAVAILABLE`
   */
  getErasure(input: Operations['getSubjectErasure']['input'], options?: CallOptions): Call<Operations['getSubjectErasure']['data']>;
}

/** Every operation of the API, grouped by its tag. */
export interface Groups {
  /**
   * Verifies bank verification numbers, national identification numbers, bank accounts and faces with
   * vendors, and stores the answers.
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
   * Cases of people about a subject: its hits and all other evidence, who works on it, and how it ended.
   */
  readonly cases: CasesOperations;
  /**
   * Groups of organizations that share fraud lists and permission roles.
   */
  readonly federation: FederationOperations;
  /**
   * Permissions: Modules, roles, assignments and policies, and checks whether a subject may do
   * something.
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
   * Audit: Lists actions: every change of state by a key, a person or a command.
   */
  readonly audit: AuditOperations;
  /**
   * How long records are kept, and legal holds that keep them longer.
   */
  readonly retention: RetentionOperations;
  /**
   * API keys of your organization.
   */
  readonly keys: KeysOperations;
  /**
   * The operator’s view of the system: checks and background work.
   */
  readonly system: SystemOperations;
  /**
   * What is stored about one subject, and exports of it.
   */
  readonly subjects: SubjectsOperations;
}
