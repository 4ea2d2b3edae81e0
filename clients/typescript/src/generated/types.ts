// Generated from docs/openapi.json by scripts/client-library.ts.

/**
 */
export type Gender = "male" | "female" | (string & {});
/**
 */
export type FieldVerdict = "same" | "partly" | "different" | "missing" | (string & {});
/**
 */
export type IdentifierKind = "bvn" | "nin" | "account" | "vnin" | (string & {});
/**
 */
export type VerificationKindInput = "bvn" | "nin" | "liveness" | "face_match" | "account";
/**
 */
export type VerificationKind = "bvn" | "nin" | "liveness" | "face_match" | "account" | (string & {});
/**
 */
export type ProviderOutcome =
  | "ok"
  | "not_found"
  | "mismatch"
  | "invalid_input"
  | "unavailable"
  | "rate_limited"
  | "no_funds"
  | "auth"
  | "bad_response"
  | (string & {});
/**
 */
export type RevealReasonInput =
  "customer_request" | "dispute" | "fraud_investigation" | "legal_request" | "quality_check" | "other";
/**
 */
export type RevealReason =
  "customer_request" | "dispute" | "fraud_investigation" | "legal_request" | "quality_check" | "other" | (string & {});
/**
 */
export type DeadLetterStatusInput = "waiting" | "replayed" | "superseded" | "discarded";
/**
 */
export type DeadLetterStatus = "waiting" | "replayed" | "superseded" | "discarded" | (string & {});
/**
 * Further names of the same person or thing, each compared like `name`: the best score counts.
 *
 * @maxItems 10
 *
 * Items: Name as people write it; it is canonicalized for matching.
 */
export type ScreeningAliases = string[];
/**
 */
export type ScreeningIdentifierKindInput =
  | "passport"
  | "national_id"
  | "tax_id"
  | "company_number"
  | "lei"
  | "bic"
  | "iban"
  | "imo"
  | "mmsi"
  | "call_sign"
  | "tail_number"
  | "wallet"
  | "other";
/**
 * Numbers of the person or thing. An entry with one of them is a hit, whatever its name. Oriki stores only an HMAC and the last four characters of each.
 *
 * @maxItems 20
 */
export type ScreeningIdentifiers = ScreeningIdentifier[];
/**
 */
export type ScreenedGenderInput = "female" | "male";
/**
 * YYYY, YYYY-MM or YYYY-MM-DD. Replaces `dob`, which is then not compared; an equal date adds points.
 */
export type ScreenedBirthDate = string;
/**
 * As written, with the country after the last comma.
 */
export type ScreenedPlace = string;
/**
 * Replaces `country`, which is then not compared.
 *
 * @minItems 1
 * @maxItems 10
 *
 * Items: ISO 3166-1 alpha-2, in any case.
 */
export type ScreenedNationalities = string[];
/**
 * @minItems 1
 * @maxItems 10
 */
export type ScreenedAddresses = ScreenedPlace[];
/**
 */
export type ListKindInput = "sanctions" | "pep" | "adverse_media" | "embargo" | "tenant_blocklist" | "tenant_allowlist";
/**
 */
export type ScreenedTypeInput = "person" | "organization" | "vessel" | "aircraft";
/**
 */
export type ScreeningDefault = "kinds" | "threshold" | "profile" | (string & {});
/**
 */
export type ScreenedType = "person" | "organization" | "vessel" | "aircraft" | (string & {});
/**
 */
export type ListKind =
  "sanctions" | "pep" | "adverse_media" | "embargo" | "tenant_blocklist" | "tenant_allowlist" | (string & {});
/**
 */
export type ScreeningTopic =
  | "sanction"
  | "sanction.counter"
  | "asset.frozen"
  | "sanction.linked"
  | "sanction.control"
  | "sanction.sectoral"
  | "sanction.ended"
  | "export.control"
  | "export.control.linked"
  | "export.risk"
  | "debarment"
  | "role.pep"
  | "role.rca"
  | "role.judge"
  | "role.civil"
  | "role.diplo"
  | "role.lawyer"
  | "role.acct"
  | "role.spy"
  | "role.oligarch"
  | "role.journo"
  | "role.act"
  | "role.lobby"
  | "role.pol"
  | "gov"
  | "gov.national"
  | "gov.state"
  | "gov.muni"
  | "gov.soe"
  | "gov.igo"
  | "gov.head"
  | "gov.admin"
  | "gov.executive"
  | "gov.legislative"
  | "gov.judicial"
  | "gov.security"
  | "gov.financial"
  | "gov.religion"
  | "pol.party"
  | "pol.union"
  | "rel"
  | "mil"
  | "crime"
  | "crime.boss"
  | "crime.cyber"
  | "crime.env"
  | "crime.fin"
  | "crime.fraud"
  | "crime.terror"
  | "crime.theft"
  | "crime.traffick"
  | "crime.traffick.drug"
  | "crime.traffick.human"
  | "crime.war"
  | "forced.labor"
  | "wanted"
  | "poi"
  | "reg.action"
  | "reg.warn"
  | "corp.disqual"
  | "corp.offshore"
  | "corp.public"
  | "corp.shell"
  | "fin"
  | "fin.adivsor"
  | "fin.bank"
  | "fin.fund"
  | "mare.detained"
  | "mare.shadow"
  | "mare.sts"
  | "invest.ban"
  | "invest.risk"
  | "pep"
  | "regulatory"
  | (string & {});
/**
 * Topics of the entry, in the terms of FollowTheMoney. `pep` and `regulatory` are on entries that were imported before topics were stored.
 */
export type ScreeningTopics = ScreeningTopic[];
/**
 */
export type PepClass =
  | "office_holder"
  | "former"
  | "judge"
  | "civil_servant"
  | "diplomat"
  | "relative"
  | "associate"
  | "relative_or_associate"
  | (string & {});
/**
 */
export type SameEntityBy = "publisher_id" | "identifier" | "name" | (string & {});
/**
 */
export type TokenMatch =
  "exact" | "variant" | "nickname" | "initial" | "edit" | "joined" | "acronym" | "none" | (string & {});
/**
 */
export type PenaltyReason =
  | "spelling"
  | "contradiction"
  | "extra_in_query"
  | "extra_in_candidate"
  | "number_mismatch"
  | "syllable_order"
  | "filiation_turned"
  | "no_distinctive_word"
  | "transliteration_only"
  | "weak_alias"
  | "acronym"
  | "dob_different"
  | "dob_near"
  | "dob_swapped"
  | "country_different"
  | "identifier_different"
  | (string & {});
/**
 */
export type ScreeningFact = "type" | "gender" | "birthDate" | "birthPlace" | "nationality" | "address" | (string & {});
/**
 */
export type FactRelation = "same" | "compatible" | "swapped" | "near" | "different" | (string & {});
/**
 */
export type ScreeningIdentifierKind =
  | "passport"
  | "national_id"
  | "tax_id"
  | "company_number"
  | "lei"
  | "bic"
  | "iban"
  | "imo"
  | "mmsi"
  | "call_sign"
  | "tail_number"
  | "wallet"
  | "other"
  | (string & {});
/**
 */
export type GlobalListKind = "sanctions" | "pep" | "adverse_media" | "embargo" | (string & {});
/**
 * Present if there are any.
 */
export type ScreenedIdentifiers = ScreenedIdentifier[];
/**
 */
export type ScreenedGender = "female" | "male" | (string & {});
/**
 */
export type ScreeningFileFormat = "csv" | "jsonl" | "xlsx" | (string & {});
/**
 */
export type ExportFormat = "CSV" | "JSON" | "XLSX" | (string & {});
/**
 */
export type EntityType = "person" | "organization" | "vessel" | "aircraft" | "unknown" | (string & {});
/**
 */
export type AliasQuality = "strong" | "weak" | (string & {});
/**
 */
export type AliasKind = "aka" | "fka" | "nka" | "other" | (string & {});
/**
 */
export type TenantListKind = "tenant_blocklist" | "tenant_allowlist" | (string & {});
/**
 */
export type MappedFormat = "csv" | "json-lines" | "xml";
/**
 */
export type MappedDelimiter = "," | ";" | "tab";
/**
 */
export type MappedType = "unknown" | "person" | "organization" | "vessel" | "aircraft";
/**
 */
export type ListFile = "main" | "aliases" | "addresses" | "comments" | (string & {});
/**
 */
export type ListChange = "added" | "changed" | "removed" | (string & {});
/**
 */
export type SubjectListKindInput = "sanctions" | "pep" | "adverse_media" | "tenant_blocklist";
/**
 */
export type SubjectListKind = "sanctions" | "pep" | "adverse_media" | "tenant_blocklist" | (string & {});
/**
 */
export type HitReopenReason = "subject_changed" | "entry_changed" | "both_changed" | (string & {});
/**
 */
export type HitCloseReason =
  "subject_changed" | "entry_changed" | "entry_removed" | "list_removed" | "subject_deleted" | (string & {});
/**
 */
export type HitVerdict = "true_match" | "false_positive" | (string & {});
/**
 */
export type ActorKind = "key" | "person" | "command" | "link" | "service" | (string & {});
/**
 */
export type HitVerdictInput = "true_match" | "false_positive";
/**
 */
export type HitStatus = "open" | "true_match" | "false_positive" | "closed" | (string & {});
/**
 */
export type HitSort =
  "newest" | "oldest" | "highest_score" | "lowest_score" | "subject" | "subject_reverse" | (string & {});
/**
 */
export type HitStatusInput = "open" | "true_match" | "false_positive" | "closed";
/**
 */
export type HitSortInput = "newest" | "oldest" | "highest_score" | "lowest_score" | "subject" | "subject_reverse";
/**
 */
export type MemberRole =
  "admin" | "analyst" | "reviewer" | "approver" | "privacy" | "developer" | "billing" | "auditor" | (string & {});
/**
 */
export type MemberRoleInput =
  "admin" | "analyst" | "reviewer" | "approver" | "privacy" | "developer" | "billing" | "auditor";
/**
 */
export type CasePriorityInput = "LOW" | "MEDIUM" | "HIGH" | "URGENT";
/**
 */
export type CaseStatus = "OPEN" | "IN_REVIEW" | "ESCALATED" | "CLOSED" | (string & {});
/**
 */
export type CaseOutcome = "TRUE_MATCH" | "FALSE_POSITIVE" | "INCONCLUSIVE" | "NO_ACTION" | (string & {});
/**
 */
export type CaseOrigin = "hand" | "rule" | (string & {});
/**
 */
export type CaseItemKind = "hit" | "screening" | "verification" | "dead_letter" | "thread" | (string & {});
/**
 */
export type CaseStatusInput = "OPEN" | "IN_REVIEW" | "ESCALATED" | "CLOSED";
/**
 */
export type GuardedAction =
  | "hit.false_positive"
  | "list.remove_entries"
  | "dead_letter.replay"
  | "member.change_roles"
  | "verification.reveal"
  | "legal_hold.lift"
  | "approval_settings.lower"
  | "subject.enrol"
  | "subject.delete"
  | "subject.export"
  | "subject.erase"
  | "screening_profile.choose"
  | (string & {});
/**
 */
export type ApprovalStatus = "pending" | "approved" | "rejected" | "expired" | "void" | (string & {});
/**
 */
export type SessionStepTypeInput =
  "consent" | "bvn" | "nin" | "account" | "liveness" | "face_match" | "screen" | "enrol";
/**
 */
export type SessionStatus = "open" | "completed" | "failed" | "expired" | "canceled" | (string & {});
/**
 */
export type SessionStepType =
  "consent" | "bvn" | "nin" | "account" | "liveness" | "face_match" | "screen" | "enrol" | (string & {});
/**
 */
export type SessionStepStatus = "pending" | "passed" | "failed" | (string & {});
/**
 */
export type SessionField =
  "agreed" | "bvn" | "nin" | "accountNumber" | "bankCode" | "person" | "selfie" | "reference" | "code" | (string & {});
/**
 */
export type SessionStatusInput = "open" | "completed" | "failed" | "expired" | "canceled";
/**
 */
export type FederationRole = "owner" | "member" | (string & {});
/**
 */
export type MembershipStatus = "INVITED" | "ACTIVE" | (string & {});
/**
 */
export type SharedListKind = "sanctions" | "pep" | "adverse_media" | "embargo" | "tenant_blocklist" | (string & {});
/**
 */
export type ScreeningProfileName = "strict" | "standard" | "lenient" | (string & {});
/**
 */
export type SharedListKindInput = "sanctions" | "pep" | "adverse_media" | "embargo" | "tenant_blocklist";
/**
 */
export type ScreeningProfileNameInput = "strict" | "standard" | "lenient";
/**
 */
export type PolicyEffectInput = "allow" | "deny";
/**
 */
export type PolicyEffect = "allow" | "deny" | (string & {});
/**
 */
export type ThreadStatusInput = "OPEN" | "CLOSED" | "ARCHIVED";
/**
 */
export type ThreadStatus = "OPEN" | "CLOSED" | "ARCHIVED" | (string & {});
/**
 */
export type MessageType = "TEXT" | "FILE" | "SYSTEM" | (string & {});
/**
 */
export type WebhookAuthType = "basic" | "bearer" | (string & {});
/**
 */
export type WebhookAuthTypeInput = "basic" | "bearer";
/**
 */
export type WebhookDisabledReason = "gone" | "failing" | (string & {});
/**
 */
export type AttemptOutcomeInput = "succeeded" | "failed";
/**
 */
export type AttemptOutcome = "succeeded" | "failed" | (string & {});
/**
 */
export type DeliveryStatusInput = "pending" | "succeeded" | "failed";
/**
 */
export type DeliveryStatus = "pending" | "succeeded" | "failed" | (string & {});
/**
 */
export type InvoiceTypeInput = "invoice" | "credit_note" | "debit_note";
/**
 */
export type InvoiceReason = "late_usage" | "repriced" | (string & {});
/**
 */
export type ExportDataType =
  | "messages"
  | "usage"
  | "webhooks"
  | "invoices"
  | "audit"
  | "cases"
  | "screenings"
  | "hits"
  | "decisions"
  | "screening_jobs"
  | "verifications"
  | (string & {});
/**
 */
export type AllowedExportFormat = "csv" | "json" | "xlsx" | (string & {});
/**
 */
export type AllowedExportFormatInput = "csv" | "json" | "xlsx";
/**
 */
export type CallerKind = "key" | "person" | (string & {});
/**
 */
export type KeyMode = "live" | "test" | (string & {});
/**
 */
export type IssuerCheckStepName =
  "discovery" | "keys" | "authentication" | "client" | "scopes" | "groups" | "flow" | (string & {});
/**
 */
export type IssuerCheckStatus = "ok" | "warning" | "failed" | "skipped" | (string & {});
/**
 */
export type IssuerCheckReason =
  "unreachable" | "not_metadata" | "issuer_mismatch" | "unsupported" | "client_refused" | (string & {});
/**
 */
export type OperatorRole = "admin" | "operator" | "auditor";
/**
 */
export type FourEyesAction =
  | "hit.false_positive"
  | "list.remove_entries"
  | "dead_letter.replay"
  | "member.change_roles"
  | "verification.reveal"
  | "legal_hold.lift"
  | (string & {});
/**
 */
export type FourEyesActionInput =
  | "hit.false_positive"
  | "list.remove_entries"
  | "dead_letter.replay"
  | "member.change_roles"
  | "verification.reveal"
  | "legal_hold.lift";
/**
 */
export type GuardedActionInput =
  | "hit.false_positive"
  | "list.remove_entries"
  | "dead_letter.replay"
  | "member.change_roles"
  | "verification.reveal"
  | "legal_hold.lift"
  | "approval_settings.lower"
  | "subject.enrol"
  | "subject.delete"
  | "subject.export"
  | "subject.erase"
  | "screening_profile.choose";
/**
 */
export type ApprovalStatusInput = "pending" | "approved" | "rejected" | "expired" | "void";
/**
 */
export type PlatformGuardedAction = "global_list.shrink";
/**
 */
export type Addon = "detection_pack";
/**
 */
export type Plan = "free" | "pro" | "enterprise" | (string & {});
/**
 */
export type Scope =
  | "identity:verify"
  | "identity:reveal"
  | "identity:manage"
  | "fraud:manage"
  | "fraud:screen"
  | "cases:manage"
  | "permissions:manage"
  | "permissions:check"
  | "threads:manage"
  | "webhooks:manage"
  | "events:publish"
  | "usage:write"
  | "usage:read"
  | "invoices:read"
  | "exports:create"
  | "members:manage"
  | "portal:create"
  | "signin:manage"
  | "scim:manage"
  | "approvals:request"
  | "approvals:manage"
  | "audit:read"
  | "retention:manage"
  | "keys:manage"
  | "platform:admin";
/**
 */
export type TenantScope =
  | "identity:verify"
  | "identity:reveal"
  | "identity:manage"
  | "fraud:manage"
  | "fraud:screen"
  | "cases:manage"
  | "permissions:manage"
  | "permissions:check"
  | "threads:manage"
  | "webhooks:manage"
  | "events:publish"
  | "usage:write"
  | "usage:read"
  | "invoices:read"
  | "exports:create"
  | "members:manage"
  | "portal:create"
  | "signin:manage"
  | "scim:manage"
  | "approvals:request"
  | "approvals:manage"
  | "audit:read"
  | "retention:manage"
  | "keys:manage";
/**
 */
export type EgressPurpose =
  | "provider"
  | "image"
  | "key_service"
  | "list"
  | "sign_in"
  | "webhook"
  | "audit_stream"
  | "rate_limits"
  | "traces"
  | "export_store"
  | "credentials"
  | "database"
  | (string & {});
/**
 */
export type EgressData =
  | "identifiers"
  | "names"
  | "images"
  | "addresses"
  | "wrapped_keys"
  | "credentials"
  | "events"
  | "audit_rows"
  | "hashes"
  | "timings"
  | "exported_rows"
  | "everything_stored"
  | (string & {});
/**
 */
export type ErrorCode =
  | "BAD_REQUEST"
  | "VALIDATION_ERROR"
  | "UNAUTHORIZED"
  | "DETECTION_PACK_REQUIRED"
  | "CAPABILITY_INVALID"
  | "FORBIDDEN"
  | "APPROVAL_REQUIRED"
  | "STEP_UP_REQUIRED"
  | "MODULE_LIMIT_EXCEEDED"
  | "FEDERATION_NOT_ALLOWED"
  | "NOT_FOUND"
  | "ROLE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "SERVICE_DISABLED"
  | "REQUEST_TIMEOUT"
  | "CONFLICT"
  | "POLICY_CONFLICT"
  | "RELATIONSHIP_CYCLE"
  | "GONE"
  | "PRECONDITION_FAILED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RANGE_NOT_SATISFIABLE"
  | "RATE_LIMITED"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL_ERROR"
  | "SERVICE_UNAVAILABLE"
  | "IDEMPOTENCY_UNAVAILABLE"
  | (string & {});
/**
 */
export type AttemptError = "timeout" | "dns" | "connect" | "reset" | "tls" | "protocol" | "refused_address";
/**
 */
export type CaseOutcomeInput = "TRUE_MATCH" | "FALSE_POSITIVE" | "INCONCLUSIVE" | "NO_ACTION";
/**
 */
export type CasePriority = "LOW" | "MEDIUM" | "HIGH" | "URGENT" | (string & {});
/**
 */
export type CaseSort = "newest" | "oldest" | "due" | "snooze";
/**
 */
export type ConsentBasis = "recorded" | "contract" | (string & {});
/**
 */
export type ConsentChannel = "web" | "app" | "ussd" | "message" | "call" | "branch" | "agent" | "paper" | (string & {});
/**
 */
export type ConsentChannelInput = "web" | "app" | "ussd" | "message" | "call" | "branch" | "agent" | "paper";
/**
 */
export type DataProtection = "sealed" | "encrypted" | "clear" | (string & {});
/**
 */
export type DateFormat = "DMY" | "MDY" | "YMD";
/**
 */
export type DeadLetterEnd = "discarded" | "expired" | "consent_withdrawn" | (string & {});
/**
 */
export type DecisionReason =
  "role_grants" | "policy_allows" | "policy_denies" | "nothing_grants" | "unknown_capability" | (string & {});
/**
 */
export type EgressMode = "open" | "listed" | (string & {});
/**
 */
export type ErasureStatus = "running" | "held" | "done" | (string & {});
/**
 */
export type ExportDataTypeInput =
  | "messages"
  | "usage"
  | "webhooks"
  | "invoices"
  | "audit"
  | "cases"
  | "screenings"
  | "hits"
  | "decisions"
  | "screening_jobs"
  | "verifications";
/**
 */
export type ExportFormatInput = "CSV" | "JSON" | "XLSX";
/**
 */
export type ExportStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | (string & {});
/**
 */
export type ExportStatusInput = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
/**
 */
export type MembershipEnd = "removed" | "left" | "declined" | "group_deleted" | (string & {});
/**
 */
export type SyncKind = "pull" | "push" | "fraud_config" | (string & {});
/**
 */
export type FindingStatus = "ok" | "warn" | "fail" | "skip" | (string & {});
/**
 */
export type GlobalListKindInput = "sanctions" | "pep" | "adverse_media" | "embargo";
/**
 */
export type HitAge = "day" | "week" | "month" | "older" | (string & {});
/**
 */
export type HitAgeInput = "day" | "week" | "month" | "older";
/**
 */
export type IdentifierKindInput = "bvn" | "nin" | "account" | "vnin";
/**
 */
export type ImageContentType = "image/jpeg" | "image/png" | "image/webp";
/**
 */
export type InvoiceType = "invoice" | "credit_note" | "debit_note" | (string & {});
/**
 */
export type KeyModeInput = "live" | "test";
/**
 */
export type KeysOfLeaver = "keep" | "revoke";
/**
 */
export type LegalHoldKind = "subject" | "case" | "organization" | (string & {});
/**
 */
export type LegalHoldKindInput = "subject" | "case" | "organization";
/**
 */
export type ListFileFormat =
  | "ofac-csv"
  | "ofac-xml"
  | "un-xml"
  | "eu-csv"
  | "uk-csv"
  | "uk-xml"
  | "sema-xml"
  | "seco-xml"
  | "dfat-csv"
  | "csl-csv"
  | "csl-json"
  | "fincen-html"
  | "nigsac-html"
  | "opensanctions-simple"
  | "ftm-json"
  | "senzing-json"
  | "csv";
/**
 */
export type MessageTypeInput = "TEXT" | "FILE" | "SYSTEM";
/**
 */
export type PermissionChange = "created" | "updated" | "deleted" | (string & {});
/**
 */
export type PermissionResource =
  "module" | "role" | "assignment" | "policy" | "relationship" | "import" | (string & {});
/**
 */
export type PlaceField = "country" | "nationality" | "birthPlace" | "addresses" | (string & {});
/**
 */
export type PlanInput = "free" | "pro" | "enterprise";
/**
 */
export type ProviderState = "closed" | "open" | "half_open" | (string & {});
/**
 */
export type PullResult = "updated" | "unchanged" | "refused" | (string & {});
/**
 */
export type ScreeningContentEncoding = "utf-8" | "base64";
/**
 */
export type ScreeningFileFormatInput = "csv" | "jsonl" | "xlsx";
/**
 */
export type ScreeningJobState = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | (string & {});
/**
 */
export type ScreeningJobStateInput = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
/**
 */
export type ScreeningOutcome = "clear" | "review" | "block" | (string & {});
/**
 */
export type ScreeningOutcomeInput = "clear" | "review" | "block";
/**
 */
export type SessionActionType = "text" | "image" | "otp" | "redirect" | "none" | (string & {});
/**
 */
export type SignInMethod = "oidc" | "link" | "portal" | (string & {});
/**
 */
export type StatsBucket = "hour" | "day";
/**
 */
export type SubjectExportFormat = "json" | "html";
/**
 */
export type TenantListKindInput = "tenant_blocklist" | "tenant_allowlist";
/**
 */
export type TlsFailure = "expired" | "wrong_host" | "self_signed" | "unknown_issuer" | "handshake" | (string & {});
/**
 */
export type VerificationStatus = "verified" | "failed" | "provider_down" | (string & {});
/**
 */
export type VerificationStatusInput = "verified" | "failed" | "provider_down";
/**
 */
export type WebhookFilterOperator = "eq" | "in" | "exists" | "gt" | "gte" | "lt" | "lte" | (string & {});
/**
 */
export type WebhookFilterOperatorInput = "eq" | "in" | "exists" | "gt" | "gte" | "lt" | "lte";

/**
 * Input and answer of every operation, by its `operationId`.
 */
export interface Operations {
  /**
   * Verify a Bank Verification Number against a name: `POST /identity/verify-bvn`
   */
  verifyBvn: {
    input: {
      body: VerifyBvnInput;
    };
    data: VerifyBvnResult;
  };
  /**
   * Verify a National Identification Number against a name: `POST /identity/verify-nin`
   */
  verifyNin: {
    input: {
      body: VerifyNinInput;
    };
    data: VerifyNinResult;
  };
  /**
   * Check that a selfie shows a live person: `POST /identity/liveness`
   */
  checkLiveness: {
    input: {
      body: CheckLivenessInput;
    };
    data: CheckLivenessResult;
  };
  /**
   * Compare a selfie with a reference photo: `POST /identity/face-match`
   */
  matchFaces: {
    input: {
      body: MatchFacesInput;
    };
    data: MatchFacesResult;
  };
  /**
   * Verify the holder of a bank account: `POST /identity/verify-account`
   */
  verifyAccount: {
    input: {
      body: VerifyAccountInput;
    };
    data: VerifyAccountResult;
  };
  /**
   * Look up the owner of an identifier: `POST /identity/resolve`
   */
  resolveIdentity: {
    input: {
      body: ResolveIdentityInput;
    };
    data: IdentityResolution;
  };
  /**
   * Verify an identifier of any supported country against a name: `POST /identity/verify`
   */
  verifyIdentity: {
    input: {
      body: VerifyIdentityInput;
    };
    data: IdentityVerificationResult;
  };
  /**
   * List countries, kinds and formats of identifiers: `GET /identity/kinds`
   */
  listIdentityKinds: {
    input: {};
    data: ListIdentityKindsResult;
  };
  /**
   * List verifications, newest first: `GET /identity/verifications`
   */
  listIdentityVerifications: {
    input: {
      subjectId?: string;
      kind?: VerificationKindInput;
      /**
       * `provider_down`: no provider could be reached. The request waits in the dead letters.
       */
      status?: "verified" | "failed" | "provider_down";
      /**
       * ISO 8601; verified at or after it.
       */
      from?: string;
      /**
       * ISO 8601; verified before it.
       */
      to?: string;
      /**
       * `false` omits calls that repeat another from the dead letters (`replayOf`).
       */
      replays?: boolean;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: IdentityVerificationPage;
  };
  /**
   * Count verifications by day and outcome: `GET /identity/verifications/by-day`
   */
  countIdentityVerificationsByDay: {
    input: {
      kind?: VerificationKindInput;
      /**
       * ISO 8601; the range begins with this day. At most 366 days before `to`. Default: a range of 30 days.
       */
      from?: string;
      /**
       * ISO 8601; the range ends with this day. Default: now.
       */
      to?: string;
    };
    data: IdentityVerificationsByDay;
  };
  /**
   * Read one verification with its encrypted answer: `GET /identity/verifications/{id}`
   */
  getIdentityVerification: {
    input: {
      /**
       * Id of the verification.
       */
      id: string;
    };
    data: StoredIdentityVerification;
  };
  /**
   * Decrypt the stored answer of a provider: `POST /identity/verifications/{id}/reveal`
   */
  revealIdentityVerification: {
    input: {
      /**
       * Id of the verification.
       */
      id: string;
      body: RevealIdentityVerificationInput;
    };
    data: RevealedVerification;
  };
  /**
   * List who saw the answer of a verification, newest first: `GET /identity/verifications/{id}/reveals`
   */
  listIdentityReveals: {
    input: {
      /**
       * Id of the verification.
       */
      id: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: VerificationRevealPage;
  };
  /**
   * Record a consent: `POST /identity/consents`
   */
  recordIdentityConsent: {
    input: {
      body: RecordIdentityConsentInput;
    };
    data: Consent;
  };
  /**
   * List consents, newest first: `GET /identity/consents`
   */
  listIdentityConsents: {
    input: {
      /**
       * Only consents of this subject.
       */
      subjectId?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: ConsentPage;
  };
  /**
   * Fetch a consent: `GET /identity/consents/{id}`
   */
  getIdentityConsent: {
    input: {
      /**
       * Id of the consent.
       */
      id: string;
    };
    data: Consent;
  };
  /**
   * Withdraw a consent: `POST /identity/consents/{id}/withdraw`
   */
  withdrawIdentityConsent: {
    input: {
      /**
       * Id of the consent.
       */
      id: string;
    };
    data: Consent;
  };
  /**
   * Read which verifications require a consent: `GET /identity/settings`
   */
  getIdentitySettings: {
    input: {};
    data: IdentitySettings;
  };
  /**
   * Change which verifications require a consent: `PATCH /identity/settings`
   */
  updateIdentitySettings: {
    input: {
      body: UpdateIdentitySettingsInput;
    };
    data: IdentitySettings;
  };
  /**
   * List dead letters of all organizations, newest first: `GET /admin/dead-letters`
   */
  listDeadLetters: {
    input: {
      /**
       * Only dead letters of this organization.
       */
      organizationId?: string;
      status?: DeadLetterStatusInput;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: DeadLetterPage;
  };
  /**
   * Ask the providers again: `POST /admin/dead-letters/{id}/replay`
   */
  replayDeadLetter: {
    input: {
      /**
       * Id of the dead letter.
       */
      id: string;
    };
    data: DeadLetter;
  };
  /**
   * Give up a dead letter and delete its request: `POST /admin/dead-letters/{id}/discard`
   */
  discardDeadLetter: {
    input: {
      /**
       * Id of the dead letter.
       */
      id: string;
    };
    data: DeadLetter;
  };
  /**
   * Show the state of providers in the answering process: `GET /admin/providers`
   */
  listProviders: {
    input: {};
    data: ListProvidersResult;
  };
  /**
   * Screen a name against global lists and the organization's own: `POST /fraud/screen`
   */
  screenName: {
    input: {
      body: ScreenNameInput;
    };
    data: ScreeningResult;
  };
  /**
   * Screen up to 1,000 names at once: `POST /fraud/screen/batch`
   */
  screenNames: {
    input: {
      body: ScreenNamesInput;
    };
    data: ScreenNamesResult;
  };
  /**
   * List the operator’s lists for screening: `GET /fraud/global-lists`
   */
  listCheckedGlobalLists: {
    input: {};
    data: CheckedGlobalLists;
  };
  /**
   * List screenings, newest first: `GET /fraud/screenings`
   */
  listScreenings: {
    input: {
      /**
       * Only screenings of this subject.
       */
      subjectId?: string;
      /**
       * Only screenings with this outcome.
       */
      outcome?: "clear" | "review" | "block";
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * ISO 8601; screened at or after it.
       */
      from?: string;
      /**
       * ISO 8601; screened before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: ScreeningSummaryPage;
  };
  /**
   * Fetch a screening as it was returned: `GET /fraud/screenings/{id}`
   */
  getScreening: {
    input: {
      /**
       * Id of the screening.
       */
      id: string;
    };
    data: Screening;
  };
  /**
   * Set or remove the title of a screening: `PATCH /fraud/screenings/{id}`
   */
  titleScreening: {
    input: {
      /**
       * Id of the screening.
       */
      id: string;
      body: TitleScreeningInput;
    };
    data: TitledScreening;
  };
  /**
   * Read the weights of facts in screenings: `GET /fraud/profile`
   */
  getScreeningProfile: {
    input: {};
    data: ScreeningProfile;
  };
  /**
   * Choose a profile of weights, or adjust one: `PATCH /fraud/profile`
   */
  chooseScreeningProfile: {
    input: {
      body: ChooseScreeningProfileInput;
    };
    data: ScreeningProfile;
  };
  /**
   * Preview the effect of other weights: `POST /fraud/profile/dry-run`
   */
  dryRunScreeningProfile: {
    input: {
      body: DryRunScreeningProfileInput;
    };
    data: ScreeningDryRun;
  };
  /**
   * Screen a file of names in the background: `POST /fraud/screen/jobs`
   */
  createScreeningJob: {
    input: {
      body: CreateScreeningJobInput;
    };
    data: ScreeningJob;
  };
  /**
   * List screening jobs, newest first: `GET /fraud/screen/jobs`
   */
  listScreeningJobs: {
    input: {
      /**
       * Only jobs in this state.
       */
      state?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
      /**
       * ISO 8601; asked for at or after it.
       */
      from?: string;
      /**
       * ISO 8601; asked for before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: ScreeningJobPage;
  };
  /**
   * Fetch a screening job: `GET /fraud/screen/jobs/{id}`
   */
  getScreeningJob: {
    input: {
      /**
       * Id of the screening job.
       */
      id: string;
    };
    data: ScreeningJob;
  };
  /**
   * Cancel a screening job that is not finished: `DELETE /fraud/screen/jobs/{id}`
   */
  cancelScreeningJob: {
    input: {
      /**
       * Id of the screening job.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Fetch all data of a list entry: `GET /fraud/entries/{id}`
   */
  getListedEntity: {
    input: {
      /**
       * Id of the entry.
       */
      id: string;
      /**
       * Revision of the list, as in `listRevision` of a hit: returns the entry at that revision. Default: the current one.
       */
      version?: number;
    };
    data: ListedEntity;
  };
  /**
   * List the organization's screening lists: `GET /fraud/lists`
   */
  listScreeningLists: {
    input: {
      /**
       * Only lists of this kind.
       */
      kind?: "tenant_blocklist" | "tenant_allowlist";
      /**
       * Returns only items whose name has words that begin with each of these words.
       */
      text?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: ListScreeningListsResult;
  };
  /**
   * Create a blocklist or an allowlist: `POST /fraud/lists`
   */
  createScreeningList: {
    input: {
      body: CreateScreeningListInput;
    };
    data: ScreeningList;
  };
  /**
   * Fetch a list: `GET /fraud/lists/{id}`
   */
  getScreeningList: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
    };
    data: ScreeningList;
  };
  /**
   * Rename a list: `PATCH /fraud/lists/{id}`
   */
  renameScreeningList: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
      body: RenameScreeningListInput;
    };
    data: ScreeningList;
  };
  /**
   * Delete a list and its entries: `DELETE /fraud/lists/{id}`
   */
  deleteScreeningList: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * List the entries of a list: `GET /fraud/lists/{id}/entries`
   */
  listScreeningEntries: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: ScreeningEntryPage;
  };
  /**
   * Add up to 1,000 entries, all or none: `POST /fraud/lists/{id}/entries`
   */
  addScreeningEntries: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
      body: AddScreeningEntriesInput;
    };
    data: AddScreeningEntriesResult;
  };
  /**
   * Delete one entry: `DELETE /fraud/lists/{id}/entries/{entryId}`
   */
  deleteScreeningEntry: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
      /**
       * Id of the entry.
       */
      entryId: string;
    };
    data: DeletedResource;
  };
  /**
   * Preview adding a file of entries, without adding it: `POST /fraud/lists/{id}/entries/preview`
   */
  previewScreeningEntries: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
      body: ScreeningEntryFile;
    };
    data: ScreeningEntryPreview;
  };
  /**
   * Add a file of up to 100,000 entries, all or none: `POST /fraud/lists/{id}/entries/import`
   */
  importScreeningEntries: {
    input: {
      /**
       * Id of the list.
       */
      id: string;
      body: ScreeningEntryImport;
    };
    data: ImportedScreeningEntries;
  };
  /**
   * Import a global list, replacing the one with this source: `POST /admin/lists`
   */
  importGlobalList: {
    input: {
      body: ImportGlobalListInput;
    };
    data: ImportReport;
  };
  /**
   * List the global lists: `GET /admin/lists`
   */
  listGlobalLists: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: GlobalListPage;
  };
  /**
   * Fetch a global list: `GET /admin/lists/{id}`
   */
  getGlobalList: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
    };
    data: GlobalList;
  };
  /**
   * Delete a global list and its entries: `DELETE /admin/lists/{id}`
   */
  deleteGlobalList: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Set the origin of a global list: `PATCH /admin/lists/{id}`
   */
  updateGlobalList: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
      body: UpdateGlobalListInput;
    };
    data: GlobalList;
  };
  /**
   * List the entries of a global list by the publisher’s ids: `GET /admin/lists/{id}/entries`
   */
  listGlobalListEntries: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
      /**
       * Only the entry with this id of the publisher.
       */
      externalId?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only entries whose name and aliases contain each word of this text, in any case and order. Reads the whole list.
       */
      name?: string;
    };
    data: GlobalListEntryPage;
  };
  /**
   * Fetch a global list from its origin as soon as possible: `POST /admin/lists/{id}/refresh`
   */
  refreshGlobalList: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
      body: RefreshGlobalListInput;
    };
    data: GlobalList;
  };
  /**
   * List the versions of a global list, newest first: `GET /admin/lists/{id}/versions`
   */
  listGlobalListVersions: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: GlobalListVersionPage;
  };
  /**
   * List the first skipped rows of a version’s file: `GET /admin/lists/{id}/rejections`
   */
  listGlobalListRejections: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
      /**
       * Revision of a version. Default: the newest.
       */
      revision?: number;
    };
    data: GlobalListRejections;
  };
  /**
   * List the changes of a global list between two versions: `GET /admin/lists/{id}/changes`
   */
  listGlobalListChanges: {
    input: {
      /**
       * Id of the global list.
       */
      id: string;
      /**
       * Revision of a version. Default: the one before `to`.
       */
      from?: number;
      /**
       * Revision of a version. Default: the newest.
       */
      to?: number;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: GlobalListChanges;
  };
  /**
   * Enrol a subject, or update one: `POST /fraud/subjects`
   */
  enrolSubject: {
    input: {
      body: SubjectInput;
    };
    data: ScreeningSubject;
  };
  /**
   * List the enrolled subjects, by id: `GET /fraud/subjects`
   */
  listSubjects: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * ISO 3166-1 alpha-2, in any case; only subjects with this country.
       */
      country?: string;
      /**
       * True: only subjects with hits that wait for a decision. False: only others.
       */
      hasOpenHits?: boolean;
    };
    data: ScreeningSubjectPage;
  };
  /**
   * Enrol up to 1,000 subjects, all or none: `POST /fraud/subjects/batch`
   */
  enrolSubjects: {
    input: {
      body: EnrolSubjectsInput;
    };
    data: EnrolSubjectsResult;
  };
  /**
   * Find enrolled subjects by words of their ids and names: `POST /fraud/subjects/search`
   */
  searchSubjects: {
    input: {
      body: SubjectSearch;
    };
    data: FoundSubjects;
  };
  /**
   * Fetch an enrolled subject: `GET /fraud/subjects/{subjectId}`
   */
  getSubject: {
    input: {
      /**
       * Id of the screening subject.
       */
      subjectId: string;
    };
    data: ScreeningSubject;
  };
  /**
   * End the screening of a subject, and erase its personal texts: `DELETE /fraud/subjects/{subjectId}`
   */
  deleteSubject: {
    input: {
      /**
       * Id of the screening subject.
       */
      subjectId: string;
    };
    data: DeletedSubject;
  };
  /**
   * List hits of enrolled subjects, by default newest first: `GET /fraud/hits`
   */
  listHits: {
    input: {
      /**
       * Only hits of this subject.
       */
      subjectId?: string;
      /**
       * Only hits in this status.
       */
      status?: "open" | "true_match" | "false_positive" | "closed";
      /**
       * Only hits on this list.
       */
      listId?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only hits on lists of this kind.
       */
      kind?: "sanctions" | "pep" | "adverse_media" | "embargo" | "tenant_blocklist" | "tenant_allowlist";
      /**
       * Only hits with at least this score.
       */
      minScore?: number;
      /**
       * ISO 8601; first found at or after it.
       */
      from?: string;
      /**
       * ISO 8601; first found before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Only hits with at most this score.
       */
      maxScore?: number;
      /**
       * Only hits assigned to this person.
       */
      assignee?: string;
      /**
       * True: only assigned hits. False: only unassigned hits.
       */
      isAssigned?: boolean;
      /**
       * True: only open hits after their due date. False: only other hits.
       */
      isOverdue?: boolean;
      /**
       * True: only hits with an open request for a second person. False: only other hits.
       */
      isWaiting?: boolean;
      /**
       * `newest`, `oldest`: by the time when they were found. `subject`, `subject_reverse`: by the id of the subject.
       */
      sort?: "newest" | "oldest" | "highest_score" | "lowest_score" | "subject" | "subject_reverse";
      /**
       * Adds name, date of birth and country of the subject.
       */
      withSubject?: boolean;
    };
    data: SubjectHitPage;
  };
  /**
   * Count hits by the day they were found and by current status: `GET /fraud/hits/by-day`
   */
  countHitsByDay: {
    input: {
      /**
       * ISO 8601; the range begins with this day. At most 366 days before `to`. Default: a range of 30 days.
       */
      from?: string;
      /**
       * ISO 8601; the range ends with this day. Default: now.
       */
      to?: string;
    };
    data: HitsByDay;
  };
  /**
   * Fetch a hit with its decisions: `GET /fraud/hits/{id}`
   */
  getHit: {
    input: {
      /**
       * Id of the subject hit.
       */
      id: string;
    };
    data: SubjectHitWithDecisions;
  };
  /**
   * Assign up to 100 hits to a person, or set their due date, all or none: `POST /fraud/hits/assign`
   */
  assignHits: {
    input: {
      body: AssignHitsInput;
    };
    data: AssignedHits;
  };
  /**
   * Decide on a hit: `POST /fraud/hits/{id}/decision`
   */
  decideHit: {
    input: {
      /**
       * Id of the subject hit.
       */
      id: string;
      body: DecideHitInput;
    };
    data: SubjectHitWithDecisions;
  };
  /**
   * List the saved views of hits: the organization’s and the caller’s own: `GET /fraud/hit-views`
   */
  listHitViews: {
    input: {};
    data: HitViews;
  };
  /**
   * Save a view of hits: `POST /fraud/hit-views`
   */
  createHitView: {
    input: {
      body: CreateHitViewInput;
    };
    data: HitView;
  };
  /**
   * Delete a saved view of hits: `DELETE /fraud/hit-views/{id}`
   */
  deleteHitView: {
    input: {
      /**
       * Id of the hit view.
       */
      id: string;
    };
    data: DeletedHitView;
  };
  /**
   * Read the rule that creates cases: `GET /cases/settings`
   */
  getCaseSettings: {
    input: {};
    data: CaseSettings;
  };
  /**
   * Change the rule that creates cases: `PATCH /cases/settings`
   */
  updateCaseSettings: {
    input: {
      body: UpdateCaseSettingsInput;
    };
    data: CaseSettings;
  };
  /**
   * Create a case for a subject: `POST /cases`
   */
  createCase: {
    input: {
      body: CreateCaseInput;
    };
    data: CaseSummary;
  };
  /**
   * List cases, by default newest first: `GET /cases`
   */
  listCases: {
    input: {
      /**
       * Only cases in this status.
       */
      status?: "OPEN" | "IN_REVIEW" | "ESCALATED" | "CLOSED";
      /**
       * Only cases with this outcome.
       */
      outcome?: "TRUE_MATCH" | "FALSE_POSITIVE" | "INCONCLUSIVE" | "NO_ACTION";
      /**
       * Only cases of this priority.
       */
      priority?: "LOW" | "MEDIUM" | "HIGH" | "URGENT";
      /**
       * Only cases assigned to this person.
       */
      assignee?: string;
      /**
       * Only cases about this subject.
       */
      subjectId?: string;
      /**
       * Only cases with this hit, screening or other item.
       */
      itemId?: string;
      /**
       * ISO 8601; only cases that are due before this time.
       */
      dueBefore?: string;
      /**
       * True: only claimed cases. False: only unclaimed cases.
       */
      claimed?: boolean;
      /**
       * ISO 8601; made at or after it.
       */
      from?: string;
      /**
       * ISO 8601; made before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * True: only cases that are not closed. False: only closed cases.
       */
      isOpen?: boolean;
      /**
       * True: only assigned cases. False: only unassigned cases.
       */
      isAssigned?: boolean;
      /**
       * The order: `newest` or `oldest` first, `due`: only cases with a due date, the earliest first, or `snooze`: only cases that were snoozed, the earliest end first.
       */
      sort?: "newest" | "oldest" | "due" | "snooze";
      /**
       * Only cases of this type.
       */
      type?: string;
      /**
       * Only cases with this tag.
       */
      tag?: string;
      /**
       * True: only cases that are snoozed now. False: only the others.
       */
      isSnoozed?: boolean;
    };
    data: CaseSummaryPage;
  };
  /**
   * Fetch a case with its items, notes, files and history: `GET /cases/{id}`
   */
  getCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      /**
       * `itemsNext` of the answer before: returns the items after it.
       */
      itemsAfter?: string;
      /**
       * `notesNext` of the answer before: returns the notes after it.
       */
      notesAfter?: string;
      /**
       * `historyNext` of the answer before: returns the changes before it.
       */
      historyBefore?: string;
    };
    data: Case;
  };
  /**
   * Change state, assignee, due date, priority, type, tags or snooze of a case: `PATCH /cases/{id}`
   */
  updateCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      body: UpdateCaseInput;
    };
    data: CaseSummary;
  };
  /**
   * Claim a case for 15 minutes, or for 15 more: `POST /cases/{id}/claim`
   */
  claimCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
    };
    data: CaseSummary;
  };
  /**
   * Release a claim: `DELETE /cases/{id}/claim`
   */
  releaseCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
    };
    data: CaseSummary;
  };
  /**
   * Claim the next unassigned case: `POST /cases/claim-next`
   */
  claimNextCase: {
    input: {};
    data: CaseSummary;
  };
  /**
   * Take over a case that another member has claimed: `POST /cases/{id}/claim/take-over`
   */
  takeOverCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      body: TakeOverCaseInput;
    };
    data: CaseSummary;
  };
  /**
   * Add hits, screenings, verifications, dead letters or threads to a case: `POST /cases/{id}/items`
   */
  addCaseItems: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      body: AddCaseItemsInput;
    };
    data: CaseWithAddedItems;
  };
  /**
   * Remove an item from a case: `DELETE /cases/{id}/items/{itemId}`
   */
  removeCaseItem: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      /**
       * Id of the case item.
       */
      itemId: string;
    };
    data: CaseSummary;
  };
  /**
   * Add a note to a case: `POST /cases/{id}/notes`
   */
  addCaseNote: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      body: AddCaseNoteInput;
    };
    data: AddedCaseNote;
  };
  /**
   * Attach a file of at most 10 MiB to a case: `POST /cases/{id}/files`
   */
  attachCaseFile: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      body: AttachCaseFileInput;
    };
    data: AttachedCaseFile;
  };
  /**
   * Fetch a file of a case with its content: `GET /cases/{id}/files/{fileId}`
   */
  getCaseFile: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      /**
       * Id of the case file.
       */
      fileId: string;
    };
    data: CaseFileContent;
  };
  /**
   * Remove a file from a case: `DELETE /cases/{id}/files/{fileId}`
   */
  removeCaseFile: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      /**
       * Id of the case file.
       */
      fileId: string;
    };
    data: CaseSummary;
  };
  /**
   * Decide hits of a case, add a note, and close the case, all or nothing: `POST /cases/{id}/decide`
   */
  decideCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
      body: DecideCaseInput;
    };
    data: DecidedCase;
  };
  /**
   * Make the case file: a case with all its decisions, signed: `GET /cases/{id}/file`
   */
  getSignedCase: {
    input: {
      /**
       * Id of the case.
       */
      id: string;
    };
    data: SignedCase;
  };
  /**
   * Create a verification session: `POST /identity/sessions`
   */
  createIdentitySession: {
    input: {
      body: CreateIdentitySessionInput;
    };
    data: IdentitySession;
  };
  /**
   * List verification sessions, newest first: `GET /identity/sessions`
   */
  listIdentitySessions: {
    input: {
      /**
       * Only sessions of this subject.
       */
      subjectId?: string;
      status?: SessionStatusInput;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: IdentitySessionPage;
  };
  /**
   * Fetch a verification session: `GET /identity/sessions/{id}`
   */
  getIdentitySession: {
    input: {
      /**
       * Id of the identity session.
       */
      id: string;
    };
    data: IdentitySession;
  };
  /**
   * Run the current step of a verification session: `POST /identity/sessions/{id}/steps`
   */
  advanceIdentitySession: {
    input: {
      /**
       * Id of the identity session.
       */
      id: string;
      body: AdvanceIdentitySessionInput;
    };
    data: IdentitySession;
  };
  /**
   * Cancel a verification session: `POST /identity/sessions/{id}/cancel`
   */
  cancelIdentitySession: {
    input: {
      /**
       * Id of the identity session.
       */
      id: string;
    };
    data: IdentitySession;
  };
  /**
   * Make a link to the hosted page of a verification session: `POST /identity/sessions/{id}/link`
   */
  createIdentitySessionLink: {
    input: {
      /**
       * Id of the identity session.
       */
      id: string;
    };
    data: IdentitySessionLink;
  };
  /**
   * Read the addresses to which verification sessions may return: `GET /identity/session-settings`
   */
  getIdentitySessionSettings: {
    input: {};
    data: IdentitySessionSettings;
  };
  /**
   * Change the addresses to which verification sessions may return: `PATCH /identity/session-settings`
   */
  updateIdentitySessionSettings: {
    input: {
      body: UpdateIdentitySessionSettingsInput;
    };
    data: IdentitySessionSettings;
  };
  /**
   * Invite an organization to a federation group: `POST /permissions/federation/groups/{id}/members`
   */
  inviteFederationMember: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
      body: InviteFederationMemberInput;
    };
    data: FederationMember;
  };
  /**
   * Leave a federation group, decline its invitation, or remove a member from it: `DELETE /permissions/federation/groups/{id}/members`
   */
  removeFederationMember: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
      /**
       * The member to remove; in the query or in the body, and in both only if the same.
       */
      organizationId?: string;
      body?: RemoveFederationMemberInput;
    };
    data: RemovedFederationMember;
  };
  /**
   * Accept an invitation to a federation group: `POST /permissions/federation/groups/{id}/members/accept`
   */
  acceptFederationInvitation: {
    input: {
      /**
       * Id of the federation invitation.
       */
      id: string;
    };
    data: FederationMember;
  };
  /**
   * Create a federation group: `POST /permissions/federation/groups`
   */
  createFederationGroup: {
    input: {
      body: CreateFederationGroupInput;
    };
    data: FederationGroupDetail;
  };
  /**
   * List federation groups that the organization belongs to or is invited to: `GET /permissions/federation/groups`
   */
  listFederationGroups: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: FederationGroupPage;
  };
  /**
   * Fetch a federation group and its members: `GET /permissions/federation/groups/{id}`
   */
  getFederationGroup: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
    };
    data: FederationGroupDetail;
  };
  /**
   * Delete a federation group: `DELETE /permissions/federation/groups/{id}`
   */
  deleteFederationGroup: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Show the sync status of a federation group’s members: `GET /permissions/federation/groups/{id}/sync`
   */
  getFederationSyncStatus: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
    };
    data: FederationSyncStatus;
  };
  /**
   * Import the modules and roles of other members: `POST /permissions/federation/groups/{id}/pull`
   */
  pullFederation: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
      body?: PullFederationInput;
    };
    data: FederationPull;
  };
  /**
   * Push the own modules and roles to other members: `POST /permissions/federation/groups/{id}/push`
   */
  pushFederation: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
      body?: PushFederationInput;
    };
    data: FederationPush;
  };
  /**
   * Push a fraud configuration to members: `POST /permissions/federation/groups/{id}/fraud-config/push`
   */
  pushFederationFraudConfig: {
    input: {
      /**
       * Id of the federation group.
       */
      id: string;
      body?: PushFederationFraudConfigInput;
    };
    data: FederationFraudConfigPush;
  };
  /**
   * Create a module: `POST /permissions/modules`
   */
  createPermissionModule: {
    input: {
      body: CreatePermissionModuleInput;
    };
    data: PermissionModule;
  };
  /**
   * List own and imported modules: `GET /permissions/modules`
   */
  listPermissionModules: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: PermissionModulePage;
  };
  /**
   * Fetch a module: `GET /permissions/modules/{id}`
   */
  getPermissionModule: {
    input: {
      /**
       * Id of the module.
       */
      id: string;
    };
    data: PermissionModule;
  };
  /**
   * Rename a module, or change its actions: `PATCH /permissions/modules/{id}`
   */
  updatePermissionModule: {
    input: {
      /**
       * Id of the module.
       */
      id: string;
      body: UpdatePermissionModuleInput;
    };
    data: PermissionModule;
  };
  /**
   * Delete a module that no role or policy uses: `DELETE /permissions/modules/{id}`
   */
  deletePermissionModule: {
    input: {
      /**
       * Id of the module.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Create a role: `POST /permissions/roles`
   */
  createPermissionRole: {
    input: {
      body: CreatePermissionRoleInput;
    };
    data: PermissionRole;
  };
  /**
   * List own and imported roles: `GET /permissions/roles`
   */
  listPermissionRoles: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: PermissionRolePage;
  };
  /**
   * Fetch a role: `GET /permissions/roles/{id}`
   */
  getPermissionRole: {
    input: {
      /**
       * Id of the role.
       */
      id: string;
    };
    data: PermissionRole;
  };
  /**
   * Rename a role, or replace its capabilities or parents: `PATCH /permissions/roles/{id}`
   */
  updatePermissionRole: {
    input: {
      /**
       * Id of the role.
       */
      id: string;
      body: UpdatePermissionRoleInput;
    };
    data: PermissionRole;
  };
  /**
   * Delete a role that is not assigned or referenced: `DELETE /permissions/roles/{id}`
   */
  deletePermissionRole: {
    input: {
      /**
       * Id of the role.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Assign a role to a subject: `POST /permissions/assignments`
   */
  createPermissionAssignment: {
    input: {
      body: CreatePermissionAssignmentInput;
    };
    data: PermissionAssignment;
  };
  /**
   * List role assignments: `GET /permissions/assignments`
   */
  listPermissionAssignments: {
    input: {
      /**
       * The subject: any text of your choice without white space, such as `user:17` or `group:staff`.
       */
      subject?: string;
      /**
       * Id of the role.
       */
      roleId?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: PermissionAssignmentPage;
  };
  /**
   * Remove a role assignment: `DELETE /permissions/assignments/{id}`
   */
  deletePermissionAssignment: {
    input: {
      /**
       * Id of the assignment.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Allow or deny a capability on resources: `POST /permissions/policies`
   */
  createPermissionPolicy: {
    input: {
      body: CreatePermissionPolicyInput;
    };
    data: PermissionPolicy;
  };
  /**
   * List own and imported policies: `GET /permissions/policies`
   */
  listPermissionPolicies: {
    input: {
      /**
       * Id of the role.
       */
      roleId?: string;
      /**
       * Exactly as in the policy.
       */
      capability?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: PermissionPolicyPage;
  };
  /**
   * Fetch a policy: `GET /permissions/policies/{id}`
   */
  getPermissionPolicy: {
    input: {
      /**
       * Id of the policy.
       */
      id: string;
    };
    data: PermissionPolicy;
  };
  /**
   * Delete a policy: `DELETE /permissions/policies/{id}`
   */
  deletePermissionPolicy: {
    input: {
      /**
       * Id of the policy.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Relate a subject to an object: `POST /permissions/relationships`
   */
  createPermissionRelationship: {
    input: {
      body: CreatePermissionRelationshipInput;
    };
    data: PermissionRelationship;
  };
  /**
   * List relationships: `GET /permissions/relationships`
   */
  listPermissionRelationships: {
    input: {
      /**
       * The subject: any text of your choice without white space, such as `user:17` or `group:staff`.
       */
      subject?: string;
      /**
       * Such as `owner`. A `member` also acts as the object; a relation to the `parent` also applies to the object.
       */
      relation?: string;
      /**
       * The object: a resource such as `invoices/42`, or a subject such as a group.
       */
      object?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: PermissionRelationshipPage;
  };
  /**
   * Remove a relationship: `DELETE /permissions/relationships/{id}`
   */
  deletePermissionRelationship: {
    input: {
      /**
       * Id of the relationship.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Check whether a subject may do something: `POST /permissions/check`
   */
  checkPermission: {
    input: {
      body: CheckPermissionInput;
    };
    data: PermissionCheck;
  };
  /**
   * Run up to 1,000 checks in one request: `POST /permissions/check/batch`
   */
  checkPermissions: {
    input: {
      body: CheckPermissionsInput;
    };
    data: CheckPermissionsResult;
  };
  /**
   * Mark a thread as read, up to a message: `POST /threads/{threadId}/read`
   */
  markThreadRead: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      body: MarkThreadReadInput;
    };
    data: ReadState;
  };
  /**
   * Mark a thread as unread, from a message on: `POST /threads/{threadId}/unread`
   */
  markThreadUnread: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      body: MarkThreadUnreadInput;
    };
    data: ReadState;
  };
  /**
   * Show how far each participant of a thread has read: `GET /threads/{threadId}/read-state`
   */
  listReadStates: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
    };
    data: ListReadStatesResult;
  };
  /**
   * List the threads of one participant, by latest activity: `GET /threads/inbox`
   */
  readInbox: {
    input: {
      /**
       * The organization’s own id of a participant.
       */
      externalId: string;
      /**
       * Free text, such as `customer`. Together with the external id it identifies one participant.
       */
      role: string;
      status?: ThreadStatusInput;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 50 is reduced to 50.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Only threads with, or without, unread messages.
       */
      unread?: boolean;
      /**
       * Only threads of the channel with this slug.
       */
      channel?: string;
      /**
       * Only threads in one of these states, separated by commas: `OPEN,CLOSED`.
       */
      statuses?: string;
    };
    data: InboxItemPage;
  };
  /**
   * Count the unread messages of one participant in all open threads: `GET /threads/inbox/unread-count`
   */
  countUnread: {
    input: {
      /**
       * The organization’s own id of a participant.
       */
      externalId: string;
      /**
       * Free text, such as `customer`. Together with the external id it identifies one participant.
       */
      role: string;
    };
    data: CountUnreadResult;
  };
  /**
   * Mark every thread of one participant as read: `POST /threads/inbox/read`
   */
  markInboxRead: {
    input: {
      body: MarkInboxReadInput;
    };
    data: ReadThreads;
  };
  /**
   * Stream changes in the inbox of one participant, as server-sent events: `GET /threads/inbox/stream`
   */
  streamInbox: {
    input: {
      /**
       * The organization’s own id of a participant.
       */
      externalId: string;
      /**
       * Free text, such as `customer`. Together with the external id it identifies one participant.
       */
      role: string;
      /**
       * Replaces `x-api-key`: a token for this participant that is less than a minute old.
       */
      token?: string;
      /**
       * Replaces the header `Last-Event-ID`, for a browser that reconnects with another token.
       */
      lastEventId?: string;
    };
    events: {
      unread: {
        /**
         * Unread messages in all open threads.
         */
        count: number;
      };
      item: InboxItem;
      /**
       * The client’s inbox may be wrong: all its threads follow.
       */
      reset: {};
      removed: {
        /**
         * A thread that is no longer in the inbox.
         */
        threadId: string;
      };
    };
  };
  /**
   * Create a token for a browser to open the stream of one participant: `POST /threads/inbox/stream-token`
   */
  createInboxStreamToken: {
    input: {
      body: CreateInboxStreamTokenInput;
    };
    data: StreamToken;
  };
  /**
   * Create a channel: `POST /channels`
   */
  createChannel: {
    input: {
      body: CreateChannelInput;
    };
    data: Channel;
  };
  /**
   * List the organization's channels: `GET /channels`
   */
  listChannels: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: ChannelPage;
  };
  /**
   * Start a thread: `POST /threads`
   */
  createThread: {
    input: {
      body: CreateThreadInput;
    };
    data: ThreadDetail;
  };
  /**
   * List threads, newest first: `GET /threads`
   */
  listThreads: {
    input: {
      /**
       * Stable name of the channel, unique within the organization.
       */
      channel?: string;
      /**
       * The organization’s own id of the thread’s subject.
       */
      entityId?: string;
      status?: ThreadStatusInput;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: ThreadSummaryPage;
  };
  /**
   * Fetch a thread and its participants: `GET /threads/{threadId}`
   */
  getThread: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
    };
    data: ThreadDetail;
  };
  /**
   * Close, reopen or archive a thread, or change its subject: `PATCH /threads/{threadId}`
   */
  updateThread: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      body: UpdateThreadInput;
    };
    data: ThreadDetail;
  };
  /**
   * Add a participant to a thread: `POST /threads/{threadId}/participants`
   */
  addThreadParticipant: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      body: ParticipantInput;
    };
    data: Participant;
  };
  /**
   * Remove a participant from a thread: `DELETE /threads/{threadId}/participants`
   */
  removeThreadParticipant: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      /**
       * The organization’s own id of a participant.
       */
      externalId: string;
      /**
       * Free text, such as `customer`. Together with the external id it identifies one participant.
       */
      role: string;
    };
    data: DeletedResource;
  };
  /**
   * Send a message to an open thread: `POST /threads/{threadId}/messages`
   */
  sendMessage: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      body: SendMessageInput;
    };
    data: ThreadMessage;
  };
  /**
   * List the messages of a thread, oldest first: `GET /threads/{threadId}/messages`
   */
  listMessages: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      /**
       * Messages before this sequence; without `after`: the last of them.
       */
      before?: number;
      /**
       * Messages after this sequence, the first ones.
       */
      after?: number;
      /**
       * Number of messages; a value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the answer before, with the same limits: continues in its direction.
       */
      cursor?: string;
    };
    data: ListMessagesResult;
  };
  /**
   * Replace the content of a message: `PATCH /threads/{threadId}/messages/{messageId}`
   */
  editMessage: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      /**
       * Id of the message.
       */
      messageId: string;
      body: EditMessageInput;
    };
    data: ThreadMessage;
  };
  /**
   * Delete a message: `DELETE /threads/{threadId}/messages/{messageId}`
   */
  deleteMessage: {
    input: {
      /**
       * Id of the thread.
       */
      threadId: string;
      /**
       * Id of the message.
       */
      messageId: string;
    };
    data: DeletedResource;
  };
  /**
   * List all webhooks of the organization: `GET /webhooks`
   */
  listWebhooks: {
    input: {
      /**
       * Only active webhooks, or only inactive ones.
       */
      active?: boolean;
      /**
       * Returns only items whose name has words that begin with each of these words.
       */
      text?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: Webhooks;
  };
  /**
   * Subscribe a URL to events: `POST /webhooks`
   */
  createWebhook: {
    input: {
      body: CreateWebhookInput;
    };
    data: CreatedWebhook;
  };
  /**
   * List event types, with schemas and examples: `GET /webhooks/event-types`
   */
  listEventTypes: {
    input: {};
    data: EventTypes;
  };
  /**
   * Fetch a webhook: `GET /webhooks/{id}`
   */
  getWebhook: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
    };
    data: WebhookDetail;
  };
  /**
   * Change, pause or resume a webhook: `PATCH /webhooks/{id}`
   */
  updateWebhook: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      body: UpdateWebhookInput;
    };
    data: UpdatedWebhook;
  };
  /**
   * Delete a webhook and cancel its pending deliveries: `DELETE /webhooks/{id}`
   */
  deleteWebhook: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Replace the signing secret: `POST /webhooks/{id}/rotate-secret`
   */
  rotateWebhookSecret: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
    };
    data: RotatedSecret;
  };
  /**
   * List delivery attempts of all webhooks, newest first: `GET /webhooks/attempts`
   */
  listAttempts: {
    input: {
      /**
       * Only attempts of this webhook.
       */
      webhookId?: string;
      outcome?: AttemptOutcomeInput;
      /**
       * Only with this status in the answer.
       */
      status?: number;
      /**
       * Exactly this.
       */
      eventType?: string;
      /**
       * ISO 8601; started at or after it.
       */
      from?: string;
      /**
       * ISO 8601; started before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only attempts without a usable answer for this reason.
       */
      error?: "timeout" | "dns" | "connect" | "reset" | "tls" | "protocol" | "refused_address";
    };
    data: WebhookAttemptPage;
  };
  /**
   * Show success rate and latency of attempts, over all webhooks and for each: `GET /webhooks/stats`
   */
  getAllWebhookStats: {
    input: {
      /**
       * ISO 8601; started at or after it. At most 31 days before `to`; without it, 24 hours.
       */
      from?: string;
      /**
       * ISO 8601; started before it. Without it, now.
       */
      to?: string;
    };
    data: WebhooksStats;
  };
  /**
   * Show success rate and latency of one webhook’s attempts, by hours or days: `GET /webhooks/{id}/stats`
   */
  getWebhookStats: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      /**
       * ISO 8601; started at or after it. At most 31 days before `to`; without it, 24 hours.
       */
      from?: string;
      /**
       * ISO 8601; started before it. Without it, now.
       */
      to?: string;
      /**
       * Hours or days in UTC.
       */
      bucket?: "hour" | "day";
    };
    data: WebhookStats;
  };
  /**
   * List a webhook's deliveries with their attempts, newest first: `GET /webhooks/{id}/deliveries`
   */
  listDeliveries: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      status?: DeliveryStatusInput;
      /**
       * Exactly this.
       */
      eventType?: string;
      eventId?: string;
      /**
       * ISO 8601; published at or after it.
       */
      from?: string;
      /**
       * ISO 8601; published before it.
       */
      to?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: DeliveryPage;
  };
  /**
   * Fetch one delivery with its attempts, and the sent body and headers: `GET /webhooks/{id}/deliveries/{deliveryId}`
   */
  getDelivery: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      /**
       * Id of the delivery.
       */
      deliveryId: string;
    };
    data: SentDelivery;
  };
  /**
   * Send one delivery again immediately: `POST /webhooks/{id}/deliveries/{deliveryId}/retry`
   */
  retryDelivery: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      /**
       * Id of the delivery.
       */
      deliveryId: string;
    };
    data: Delivery;
  };
  /**
   * Send a test event to this webhook: `POST /webhooks/{id}/test`
   */
  testWebhook: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      body?: TestWebhookInput;
    };
    data: Delivery;
  };
  /**
   * Send everything again that has not succeeded since a point in time: `POST /webhooks/{id}/recover`
   */
  recoverDeliveries: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      body: RecoverDeliveriesInput;
    };
    data: RecoveredDeliveries;
  };
  /**
   * Send all deliveries again that match a filter: `POST /webhooks/{id}/replay`
   */
  replayDeliveries: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      body: ReplayDeliveriesInput;
    };
    data: ReplayedDeliveries;
  };
  /**
   * Send a webhook the earlier events that it never got: `POST /webhooks/{id}/backfill`
   */
  backfillWebhook: {
    input: {
      /**
       * Id of the webhook.
       */
      id: string;
      body: BackfillWebhookInput;
    };
    data: BackfilledEvents;
  };
  /**
   * Publish an event to the matching webhooks: `POST /events`
   */
  publishEvent: {
    input: {
      body: PublishEventInput;
    };
    data: PublishedEvent;
  };
  /**
   * List the events of the organization, newest first: `GET /events`
   */
  listEvents: {
    input: {
      /**
       * Exactly this.
       */
      type?: string;
      /**
       * Only events about this object.
       */
      objectId?: string;
      /**
       * ISO 8601; published at or after it.
       */
      from?: string;
      /**
       * ISO 8601; published before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: LoggedEventPage;
  };
  /**
   * Publish up to 100 events in one request: `POST /events/batch`
   */
  publishEventBatch: {
    input: {
      body: PublishEventBatchInput;
    };
    data: PublishedEvents;
  };
  /**
   * Fetch an event with its data and its deliveries: `GET /events/{id}`
   */
  getEvent: {
    input: {
      /**
       * Id of the event.
       */
      id: string;
    };
    data: EventDetail;
  };
  /**
   * Stream changes in the organization, as server-sent events: `GET /live`
   */
  streamChanges: {
    input: {
      /**
       * Replaces the header `Last-Event-ID`.
       */
      lastEventId?: string;
    };
    events: {
      changed: {
        changes: {
          kind: "approval" | "case" | "hit" | "member" | "permission" | "thread" | "webhook" | (string & {});
          /**
           * The ids of the changed objects; null: any may have changed.
           */
          ids: string[] | null;
        }[];
      };
      /**
       * Data read earlier may be out of date.
       */
      reset: {};
    };
  };
  /**
   * Fetch the waiting work: hits, webhooks, verifications, lists, usage: `GET /today`
   */
  getToday: {
    input: {};
    data: Today;
  };
  /**
   * Count the work that waits for the caller: hits, cases, approvals: `GET /today/work`
   */
  getWork: {
    input: {};
    data: Work;
  };
  /**
   * Fetch the figures of the team: decisions by person, open hits by age, overdue cases: `GET /today/team`
   */
  getTeam: {
    input: {};
    data: Team;
  };
  /**
   * Report usage of another service: `POST /usage`
   */
  reportUsage: {
    input: {
      body: UsageReport;
    };
    data: UsageRecord;
  };
  /**
   * List usage by day, service and metric, newest day first: `GET /usage`
   */
  listUsage: {
    input: {
      /**
       * First day, as YYYY-MM-DD.
       */
      from?: string;
      /**
       * The day after the last, as YYYY-MM-DD.
       */
      to?: string;
      /**
       * Only this service.
       */
      service?: string;
      /**
       * Only this metric.
       */
      metric?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * True adds the cost of the current month so far.
       */
      cost?: boolean;
    };
    data: UsagePage;
  };
  /**
   * Report up to 1,000 uses in one request: `POST /usage/batch`
   */
  reportUsageBatch: {
    input: {
      body: ReportUsageBatchInput;
    };
    data: ReportUsageBatchResult;
  };
  /**
   * List invoices and correction notes, newest first: `GET /invoices`
   */
  listInvoices: {
    input: {
      /**
       * Only documents for this month, as YYYY-MM.
       */
      month?: string;
      type?: InvoiceTypeInput;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: InvoicePage;
  };
  /**
   * Fetch an invoice or a note with its lines: `GET /invoices/{id}`
   */
  getInvoice: {
    input: {
      /**
       * Id of the invoice.
       */
      id: string;
    };
    data: InvoiceWithLines;
  };
  /**
   * Request an export: `POST /exports`
   */
  createExport: {
    input: {
      body: CreateExportInput;
    };
    data: ExportJob;
  };
  /**
   * List exports, newest first: `GET /exports`
   */
  listExports: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only exports of this data.
       */
      dataType?:
        | "messages"
        | "usage"
        | "webhooks"
        | "invoices"
        | "audit"
        | "cases"
        | "screenings"
        | "hits"
        | "decisions"
        | "screening_jobs"
        | "verifications";
      /**
       * Only exports in this state.
       */
      status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
      /**
       * ISO 8601; asked for at or after it.
       */
      from?: string;
      /**
       * ISO 8601; asked for before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: ExportJobPage;
  };
  /**
   * Fetch an export: `GET /exports/{exportId}`
   */
  getExport: {
    input: {
      /**
       * Id of the export.
       */
      exportId: string;
    };
    data: ExportJob;
  };
  /**
   * Cancel an export that is not finished: `DELETE /exports/{exportId}`
   */
  cancelExport: {
    input: {
      /**
       * Id of the export.
       */
      exportId: string;
    };
    data: DeletedResource;
  };
  /**
   * Fetch an organization's export settings: `GET /admin/organizations/{id}/export-settings`
   */
  getExportSettings: {
    input: {
      /**
       * Id of the organization.
       */
      id: string;
    };
    data: ExportSettings;
  };
  /**
   * Change an organization's export settings: `PATCH /admin/organizations/{id}/export-settings`
   */
  updateExportSettings: {
    input: {
      /**
       * Id of the organization.
       */
      id: string;
      body: UpdateExportSettingsInput;
    };
    data: ExportSettings;
  };
  /**
   * Show the caller: a key or a person, with organization, roles, scopes and plan: `GET /me`
   */
  getMe: {
    input: {};
    data: Me;
  };
  /**
   * Add a person of an identity provider as a member: `POST /members`
   */
  addMember: {
    input: {
      body: AddMemberInput;
    };
    data: Member;
  };
  /**
   * List the members of the organization: `GET /members`
   */
  listMembers: {
    input: {
      /**
       * Only people with this role.
       */
      role?: "admin" | "analyst" | "reviewer" | "approver" | "privacy" | "developer" | "billing" | "auditor";
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: MemberPage;
  };
  /**
   * List current and former members, with id and name only: `GET /members/names`
   */
  listMemberNames: {
    input: {
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: MemberNamePage;
  };
  /**
   * Fetch a member: `GET /members/{id}`
   */
  getMember: {
    input: {
      /**
       * Id of the member.
       */
      id: string;
    };
    data: Member;
  };
  /**
   * Replace a member’s roles: `PATCH /members/{id}`
   */
  changeMember: {
    input: {
      /**
       * Id of the member.
       */
      id: string;
      body: ChangeMemberInput;
    };
    data: Member;
  };
  /**
   * End a membership, with its sessions: `DELETE /members/{id}`
   */
  removeMember: {
    input: {
      /**
       * Id of the member.
       */
      id: string;
      /**
       * Keeps or revokes the keys in use that the person made.
       */
      keys?: "keep" | "revoke";
    };
    data: RemovedPerson;
  };
  /**
   * Invite a person: `POST /invitations`
   */
  createMemberInvitation: {
    input: {
      body: CreateMemberInvitationInput;
    };
    data: CreatedMemberInvitation;
  };
  /**
   * List the open invitations: `GET /invitations`
   */
  listMemberInvitations: {
    input: {
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: MemberInvitationPage;
  };
  /**
   * Revoke an invitation: `DELETE /invitations/{id}`
   */
  revokeMemberInvitation: {
    input: {
      /**
       * Id of the member invitation.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * List the sessions of the organization's people: `GET /sessions`
   */
  listSessions: {
    input: {
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only sessions of this person.
       */
      userId?: string;
    };
    data: SessionPage;
  };
  /**
   * End a session: `DELETE /sessions/{id}`
   */
  endSession: {
    input: {
      /**
       * Id of the session.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * List the sessions of operators: `GET /admin/sessions`
   */
  listOperatorSessions: {
    input: {
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only sessions of this person.
       */
      userId?: string;
    };
    data: SessionPage;
  };
  /**
   * End a session of an operator: `DELETE /admin/sessions/{id}`
   */
  endOperatorSession: {
    input: {
      /**
       * Id of the operator session.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Let people sign in at an OpenID Connect provider: `POST /sign-in/issuers`
   */
  createSignInIssuer: {
    input: {
      body: CreateSignInIssuerInput;
    };
    data: SignInIssuer;
  };
  /**
   * List the identity providers of the organization: `GET /sign-in/issuers`
   */
  listSignInIssuers: {
    input: {
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: SignInIssuerPage;
  };
  /**
   * Fetch an identity provider: `GET /sign-in/issuers/{id}`
   */
  getSignInIssuer: {
    input: {
      /**
       * Id of the sign in issuer.
       */
      id: string;
    };
    data: SignInIssuer;
  };
  /**
   * Change an identity provider; omitted settings stay unchanged: `PATCH /sign-in/issuers/{id}`
   */
  changeSignInIssuer: {
    input: {
      /**
       * Id of the sign in issuer.
       */
      id: string;
      body: ChangeSignInIssuerInput;
    };
    data: SignInIssuer;
  };
  /**
   * Remove an identity provider: `DELETE /sign-in/issuers/{id}`
   */
  removeSignInIssuer: {
    input: {
      /**
       * Id of the sign in issuer.
       */
      id: string;
    };
    data: DeletedResource;
  };
  /**
   * Check an identity provider, step by step: `POST /sign-in/issuers/{id}/check`
   */
  checkSignInIssuer: {
    input: {
      /**
       * Id of the sign in issuer.
       */
      id: string;
    };
    data: IssuerCheck;
  };
  /**
   * Sign in a person of your own application: `POST /portal-sessions`
   */
  createPortalSession: {
    input: {
      body: CreatePortalSessionInput;
    };
    data: PortalSession;
  };
  /**
   * Add a person of an identity provider as an operator: `POST /admin/operators`
   */
  addOperator: {
    input: {
      body: AddOperatorInput;
    };
    data: Operator;
  };
  /**
   * List the operators: `GET /admin/operators`
   */
  listOperators: {
    input: {
      /**
       * Only people with this role.
       */
      role?: "admin" | "operator" | "auditor";
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: OperatorPage;
  };
  /**
   * Fetch an operator: `GET /admin/operators/{id}`
   */
  getOperator: {
    input: {
      /**
       * Id of the operator.
       */
      id: string;
    };
    data: Operator;
  };
  /**
   * Replace an operator’s roles: `PATCH /admin/operators/{id}`
   */
  changeOperator: {
    input: {
      /**
       * Id of the operator.
       */
      id: string;
      body: ChangeOperatorInput;
    };
    data: Operator;
  };
  /**
   * Remove an operator with all rights and sessions: `DELETE /admin/operators/{id}`
   */
  removeOperator: {
    input: {
      /**
       * Id of the operator.
       */
      id: string;
      /**
       * Keeps or revokes the keys in use that the person made.
       */
      keys?: "keep" | "revoke";
    };
    data: RemovedPerson;
  };
  /**
   * Read which actions need two people: `GET /approvals/settings`
   */
  getApprovalSettings: {
    input: {};
    data: ApprovalSettings;
  };
  /**
   * Change which actions need two people: `PATCH /approvals/settings`
   */
  updateApprovalSettings: {
    input: {
      body: UpdateApprovalSettingsInput;
    };
    data: ApprovalSettings;
  };
  /**
   * Ask for a second person: `POST /approvals`
   */
  requestApproval: {
    input: {
      body: RequestApprovalInput;
    };
    data: Approval;
  };
  /**
   * List requests for a second person, newest first: `GET /approvals`
   */
  listApprovals: {
    input: {
      status?: ApprovalStatusInput;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only requests about this object. A request about a hit and its identical hits has the id of the first.
       */
      objectId?: string;
    };
    data: ApprovalPage;
  };
  /**
   * Fetch a request for a second person: `GET /approvals/{id}`
   */
  getApproval: {
    input: {
      /**
       * Id of the approval.
       */
      id: string;
    };
    data: Approval;
  };
  /**
   * Reject a request, or cancel your own: `POST /approvals/{id}/reject`
   */
  rejectApproval: {
    input: {
      /**
       * Id of the approval.
       */
      id: string;
      body?: RejectApprovalInput;
    };
    data: Approval;
  };
  /**
   * Add the reason of the second person: `POST /approvals/{id}/reason`
   */
  explainApproval: {
    input: {
      /**
       * Id of the approval.
       */
      id: string;
      body: ExplainApprovalInput;
    };
    data: Approval;
  };
  /**
   * Read the codes of reasons: `GET /approvals/reasons`
   */
  getReasons: {
    input: {};
    data: ReasonSettings;
  };
  /**
   * Change the codes of reasons, and when a reason is required: `PATCH /approvals/reasons`
   */
  updateReasons: {
    input: {
      body: UpdateReasonsInput;
    };
    data: ReasonSettings;
  };
  /**
   * Ask another operator to accept the rejected file of a global list: `POST /admin/approvals`
   */
  requestPlatformApproval: {
    input: {
      body: RequestPlatformApprovalInput;
    };
    data: PlatformApproval;
  };
  /**
   * List requests for a second operator, newest first: `GET /admin/approvals`
   */
  listPlatformApprovals: {
    input: {
      status?: ApprovalStatusInput;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: PlatformApprovalPage;
  };
  /**
   * Fetch a request for a second operator: `GET /admin/approvals/{id}`
   */
  getPlatformApproval: {
    input: {
      /**
       * Id of the platform approval.
       */
      id: string;
    };
    data: PlatformApproval;
  };
  /**
   * Reject a request of an operator, or cancel your own: `POST /admin/approvals/{id}/reject`
   */
  rejectPlatformApproval: {
    input: {
      /**
       * Id of the platform approval.
       */
      id: string;
      body?: RejectPlatformApprovalInput;
    };
    data: PlatformApproval;
  };
  /**
   * Add the reason of the second operator: `POST /admin/approvals/{id}/reason`
   */
  explainPlatformApproval: {
    input: {
      /**
       * Id of the platform approval.
       */
      id: string;
      body: ExplainPlatformApprovalInput;
    };
    data: PlatformApproval;
  };
  /**
   * List actions, newest first: `GET /audit`
   */
  listAuditActions: {
    input: {
      /**
       * Only actions of this key, person or account.
       */
      actor?: string;
      /**
       * Only this action, or with `key.*` all actions that begin with `key.`.
       */
      action?: string;
      /**
       * Only actions on this object.
       */
      object?: string;
      /**
       * ISO 8601; done at or after it.
       */
      from?: string;
      /**
       * ISO 8601; done before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only actions from this IP address, in the form of the rows.
       */
      address?: string;
      /**
       * Only actions of the request with this id.
       */
      requestId?: string;
    };
    data: AuditActionPage;
  };
  /**
   * List actions on the platform, or in one organization: `GET /admin/audit`
   */
  listPlatformAuditActions: {
    input: {
      /**
       * The organization whose log to read. Default: actions that concern no organization.
       */
      organizationId?: string;
      /**
       * Only actions of this key, person or account.
       */
      actor?: string;
      /**
       * Only this action, or with `key.*` all actions that begin with `key.`.
       */
      action?: string;
      /**
       * Only actions on this object.
       */
      object?: string;
      /**
       * ISO 8601; done at or after it.
       */
      from?: string;
      /**
       * ISO 8601; done before it.
       */
      to?: string;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only actions from this IP address, in the form of the rows.
       */
      address?: string;
      /**
       * Only actions of the request with this id.
       */
      requestId?: string;
    };
    data: AuditActionPage;
  };
  /**
   * Check the hash chain over the log of the own organization: `GET /audit/chain`
   */
  verifyOwnAuditChain: {
    input: {};
    data: AuditReport;
  };
  /**
   * Check the hash chain over the log of one organization, or of the platform: `GET /admin/audit/chain`
   */
  verifyAuditChain: {
    input: {
      /**
       * The organization whose log to check. Default: `platform`, the rows that concern none.
       */
      organizationId?: string;
    };
    data: AuditReport;
  };
  /**
   * List the classes of records, and how long they are kept: `GET /retention`
   */
  getRetention: {
    input: {};
    data: RetentionPeriods;
  };
  /**
   * Choose how long records of a class are kept: `PATCH /retention`
   */
  choosePeriod: {
    input: {
      body: ChoosePeriodInput;
    };
    data: RetentionPeriod;
  };
  /**
   * Count the records that are due for removal, in each class: `GET /retention/plan`
   */
  getRetentionPlan: {
    input: {};
    data: RetentionPlan;
  };
  /**
   * List the classes of records, with their periods and bounds: `GET /admin/retention`
   */
  listRetentionClasses: {
    input: {};
    data: RetentionClasses;
  };
  /**
   * Switch a class of records on or off, and set its period and bounds: `PATCH /admin/retention`
   */
  updateRetentionClass: {
    input: {
      body: UpdateRetentionClassInput;
    };
    data: RetentionClass;
  };
  /**
   * Count the records of an organization that are due for removal: `GET /admin/organizations/{id}/retention-plan`
   */
  getOrganizationRetentionPlan: {
    input: {
      /**
       * Id of the organization.
       */
      id: string;
    };
    data: RetentionPlan;
  };
  /**
   * Stop the removal of records about a subject, a case or the organization: `POST /legal-holds`
   */
  setLegalHold: {
    input: {
      body: SetLegalHoldInput;
    };
    data: SetLegalHold;
  };
  /**
   * List legal holds, newest first, without their reasons: `GET /legal-holds`
   */
  listLegalHolds: {
    input: {
      /**
       * Only holds on this subject and on cases about it.
       */
      subjectId?: string;
      /**
       * True for holds in force only.
       */
      active?: boolean;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: LegalHoldPage;
  };
  /**
   * Fetch a legal hold with its reason, decrypted: `GET /legal-holds/{id}`
   */
  getLegalHold: {
    input: {
      /**
       * Id of the legal hold.
       */
      id: string;
    };
    data: LegalHoldWithReason;
  };
  /**
   * Lift a legal hold: `POST /legal-holds/{id}/lift`
   */
  liftLegalHold: {
    input: {
      /**
       * Id of the legal hold.
       */
      id: string;
    };
    data: LegalHold;
  };
  /**
   * Create an organization: `POST /admin/organizations`
   */
  createOrganization: {
    input: {
      body: CreateOrganizationInput;
    };
    data: Organization;
  };
  /**
   * List organizations: `GET /admin/organizations`
   */
  listOrganizations: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only on this plan.
       */
      plan?: "free" | "pro" | "enterprise";
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
    };
    data: OrganizationPage;
  };
  /**
   * Fetch an organization: `GET /admin/organizations/{id}`
   */
  getOrganization: {
    input: {
      /**
       * Id of the organization.
       */
      id: string;
    };
    data: Organization;
  };
  /**
   * Change name, plan, addons, kept identifiers, the time zone of billing or the region: `PATCH /admin/organizations/{id}`
   */
  updateOrganization: {
    input: {
      /**
       * Id of the organization.
       */
      id: string;
      body: UpdateOrganizationInput;
    };
    data: Organization;
  };
  /**
   * Create an API key: `POST /admin/keys`
   */
  createApiKey: {
    input: {
      body: CreateApiKeyInput;
    };
    data: CreatedApiKey;
  };
  /**
   * List API keys: `GET /admin/keys`
   */
  listApiKeys: {
    input: {
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only keys of this organization.
       */
      organizationId?: string;
      /**
       * true: only keys that are neither revoked nor expired; false: the others.
       */
      active?: boolean;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Only keys whose name contains this text, in any case.
       */
      name?: string;
    };
    data: ApiKeyDetailsPage;
  };
  /**
   * Fetch an API key: `GET /admin/keys/{id}`
   */
  getApiKey: {
    input: {
      /**
       * Id of the api key.
       */
      id: string;
    };
    data: ApiKeyDetails;
  };
  /**
   * Replace an API key: `POST /admin/keys/{id}/rotate`
   */
  rotateApiKey: {
    input: {
      /**
       * Id of the api key.
       */
      id: string;
      body: RotateApiKeyInput;
    };
    data: CreatedApiKey;
  };
  /**
   * Revoke an API key: `POST /admin/keys/{id}/revoke`
   */
  revokeApiKey: {
    input: {
      /**
       * Id of the api key.
       */
      id: string;
    };
    data: ApiKeyDetails;
  };
  /**
   * Create an API key of the own organization: `POST /keys`
   */
  createKey: {
    input: {
      body: CreateKeyInput;
    };
    data: CreatedApiKey;
  };
  /**
   * List the API keys of your organization: `GET /keys`
   */
  listKeys: {
    input: {
      /**
       * true: only keys that are neither revoked nor expired; false: the others.
       */
      active?: boolean;
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
      /**
       * Only keys whose name contains this text, in any case.
       */
      name?: string;
    };
    data: ApiKeyDetailsPage;
  };
  /**
   * List all keys of the own organization, with id and name only: `GET /keys/names`
   */
  listKeyNames: {
    input: {
      /**
       * The `nextCursor` of the page before, with the same filters; replaces `page`.
       */
      cursor?: string;
      /**
       * Page number, from 1.
       */
      page?: number;
      /**
       * Items per page. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: KeyNamePage;
  };
  /**
   * Fetch an API key of your organization: `GET /keys/{id}`
   */
  getKey: {
    input: {
      /**
       * Id of the own key.
       */
      id: string;
    };
    data: ApiKeyDetails;
  };
  /**
   * Narrow, pause or resume an API key: `PATCH /keys/{id}`
   */
  updateKey: {
    input: {
      /**
       * Id of the own key.
       */
      id: string;
      body: UpdateKeyInput;
    };
    data: ApiKeyDetails;
  };
  /**
   * Show the latest rejected requests of an API key: `GET /keys/{id}/refusals`
   */
  getKeyRefusals: {
    input: {
      /**
       * Id of the own key.
       */
      id: string;
    };
    data: KeyRefusals;
  };
  /**
   * Replace an API key of your organization: `POST /keys/{id}/rotate`
   */
  rotateKey: {
    input: {
      /**
       * Id of the own key.
       */
      id: string;
      body: RotateKeyInput;
    };
    data: CreatedApiKey;
  };
  /**
   * Revoke an API key of your organization: `POST /keys/{id}/revoke`
   */
  revokeKey: {
    input: {
      /**
       * Id of the own key.
       */
      id: string;
    };
    data: ApiKeyDetails;
  };
  /**
   * Check configuration, database, keys, providers, lists and disks: `GET /admin/diagnosis`
   */
  getDiagnosis: {
    input: {};
    data: Diagnosis;
  };
  /**
   * Show the background jobs: last and next run, process, failures: `GET /admin/jobs`
   */
  listJobs: {
    input: {};
    data: ListJobsResult;
  };
  /**
   * Show every outside host to which data may go: `GET /admin/egress`
   */
  getEgress: {
    input: {};
    data: EgressReport;
  };
  /**
   * Make the report on outside hosts, signed: `GET /admin/egress/file`
   */
  getSignedEgress: {
    input: {};
    data: SignedEgressReport;
  };
  /**
   * Show what is stored about a subject, by area: `GET /subjects/{subjectId}`
   */
  getSubjectData: {
    input: {
      /**
       * Id of the screening subject.
       */
      subjectId: string;
      /**
       * Items of each area. A value above 100 is reduced to 100.
       */
      limit?: number;
    };
    data: SubjectData;
  };
  /**
   * Export everything that is stored about a subject: `GET /subjects/{subjectId}/export`
   */
  exportSubject: {
    input: {
      /**
       * Id of the screening subject.
       */
      subjectId: string;
      /**
       * `html`: a page for people, without scripts, as a file.
       */
      format?: "json" | "html";
      reasonCode?: "customer_request" | "dispute" | "fraud_investigation" | "legal_request" | "quality_check" | "other";
    };
    data: SubjectExport;
  };
  /**
   * Erase what is stored about a subject: `POST /subjects/{subjectId}/erase`
   */
  eraseSubject: {
    input: {
      /**
       * Id of the screening subject.
       */
      subjectId: string;
      body: EraseSubjectInput;
    };
    data: RequestedErasure;
  };
  /**
   * Fetch an erasure with its signed receipt: `GET /subjects/{subjectId}/erasures/{id}`
   */
  getSubjectErasure: {
    input: {
      /**
       * Id of the screening subject.
       */
      subjectId: string;
      /**
       * Id of the subject erasure.
       */
      id: string;
    };
    data: SubjectErasure;
  };
  /**
   * List the personal data that is stored, where, for how long, and who gets it: `GET /admin/privacy/register`
   */
  getProcessingRegister: {
    input: {};
    data: ProcessingRegister;
  };
}
/**
 */
export interface VerifyBvnInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  /**
   * The Bank Verification Number: exactly 11 digits.
   */
  bvn: string;
  matchAgainst: MatchAgainst;
  /**
   * ISO 3166-1 alpha-2. `GET /identity/kinds` lists the countries of numbers. Default: NG.
   */
  country?: string;
  consent?: ConsentGiven;
}
/**
 */
export interface MatchAgainst {
  /**
   * The expected first name, or first names.
   */
  firstName: string;
  /**
   * The expected last name.
   */
  lastName: string;
  /**
   * ISO 8601. If the register has another date, the score is 15 points lower.
   */
  dateOfBirth?: string;
  /**
   * The expected middle name, or middle names; another middle name in the register is a difference.
   */
  middleName?: string;
}
/**
 * The consent of the person, without personal data: docs/consent.md.
 */
export interface ConsentGiven {
  /**
   * What the person agreed to, as your own word: `kyc`, `credit-check`.
   */
  purpose: string;
  /**
   * The version of the text that the person saw.
   */
  textVersion: string;
  /**
   * How it was given.
   */
  channel: "web" | "app" | "ussd" | "message" | "call" | "branch" | "agent" | "paper";
  /**
   * When it was given; not in the future.
   */
  givenAt: string;
  /**
   * Your own id of your record of the consent, one for each consent of the subject. Not personal data.
   */
  reference: string;
}
/**
 */
export interface VerifyBvnResult {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  kind: "bvn";
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Certainty of the name, 0 to 100; null with `provider_down`.
   */
  matchScore: number | null;
  /**
   * Data from the register; null when nothing was found or no provider could be asked.
   */
  profile: IdentityProfile | null;
  fields?: FieldVerdicts;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface IdentityProfile {
  firstName: string | null;
  middleName: string | null;
  /**
   * The whole name if the register does not divide it.
   */
  lastName: string | null;
  /**
   * `YYYY-MM-DD`.
   */
  dateOfBirth: string | null;
  gender: Gender | null;
  phoneNumber: string | null;
  address: string | null;
}
/**
 * A verdict on each claimed field: all its words agree (`same`), some of them or an initial agree (`partly`), the record has another name (`different`) or no other name (`missing`). Null for a field that was not claimed or not compared. Words agree in any order of the record. Omitted where nothing was found.
 */
export interface FieldVerdicts {
  firstName: FieldVerdict | null;
  middleName: FieldVerdict | null;
  lastName: FieldVerdict | null;
  /**
   * `same`, `different`, `day_month_swapped`, `year_only`, `unreadable` or `ambiguous_time`; more may be added.
   */
  dateOfBirth: string | null;
}
/**
 */
export interface VerifyNinInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  /**
   * The primary national identifier of the country. In Nigeria the National Identification Number: exactly 11 digits.
   */
  nin: string;
  matchAgainst: MatchAgainst;
  /**
   * ISO 3166-1 alpha-2. `GET /identity/kinds` lists the countries of numbers. Default: NG.
   */
  country?: string;
  consent?: ConsentGiven;
}
/**
 */
export interface VerifyNinResult {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  kind: "nin";
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Certainty of the name, 0 to 100; null with `provider_down`.
   */
  matchScore: number | null;
  /**
   * Data from the register; null when nothing was found or no provider could be asked.
   */
  profile: IdentityProfile | null;
  fields?: FieldVerdicts;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface CheckLivenessInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  image: BiometricImage;
  /**
   * ISO 3166-1 alpha-2. `GET /identity/kinds` lists the countries of numbers. Default: NG.
   */
  country?: string;
  consent?: ConsentGiven;
}
/**
 * A JPEG, PNG or WebP file of at most 5 MiB and 25 million pixels, at least 64 pixels a side. The first picture of an animation counts. Oriki first removes all metadata.
 */
export interface BiometricImage {
  /**
   * The URL of the image, fetched once and without following redirects: https, a public address. Send exactly one of `url` and `base64`.
   */
  url?: string;
  /**
   * The file as base64 (RFC 4648 section 4) with padding, without line breaks and without `data:`.
   */
  base64?: string;
  /**
   * Required with `base64`. A hint: the content decides the format.
   */
  contentType?: "image/jpeg" | "image/png" | "image/webp";
}
/**
 */
export interface CheckLivenessResult {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  kind: "liveness";
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Certainty that it is a live person, 0 to 100; null with `provider_down`.
   */
  score: number | null;
  /**
   * Label of the provider that answered; null with `provider_down`.
   */
  provider: string | null;
  /**
   * With `failed`: `spoof`, `occluded`, `low_quality` and others; more may be added.
   */
  reason?: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface MatchFacesInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  selfie: BiometricImage;
  reference: BiometricImage;
  /**
   * Similarity from which the faces match; clamped to 0 to 100. Default: 65.
   */
  threshold?: number;
  /**
   * ISO 3166-1 alpha-2. `GET /identity/kinds` lists the countries of numbers. Default: NG.
   */
  country?: string;
  consent?: ConsentGiven;
}
/**
 */
export interface MatchFacesResult {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  kind: "face_match";
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Similarity of the faces, 0 to 100; null with `provider_down`.
   */
  similarity: number | null;
  /**
   * Label of the provider that answered; null with `provider_down`.
   */
  provider: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface VerifyAccountInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  /**
   * In the format of the country. In Nigeria a NUBAN: 10 digits.
   */
  accountNumber: string;
  /**
   * Code of the bank in the country, such as 058.
   */
  bankCode: string;
  expectedName: ExpectedName;
  /**
   * Score from which the account belongs to the expected name. Default: 70.
   */
  threshold?: number;
  /**
   * ISO 3166-1 alpha-2. `GET /identity/kinds` lists the countries of numbers. Default: NG.
   */
  country?: string;
  consent?: ConsentGiven;
}
/**
 */
export interface ExpectedName {
  /**
   * The expected first name, or first names.
   */
  firstName: string;
  /**
   * The expected last name.
   */
  lastName: string;
  /**
   * The expected middle name, or middle names; another middle name in the register is a difference.
   */
  middleName?: string;
}
/**
 */
export interface VerifyAccountResult {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  kind: "account";
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Certainty of the name, 0 to 100; null with `provider_down`.
   */
  matchScore: number | null;
  /**
   * Name of the account.
   */
  resolvedName: string | null;
  /**
   * Label of the provider that answered; null with `provider_down`.
   */
  provider: string | null;
  fields?: FieldVerdicts;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface ResolveIdentityInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
  /**
   * `nin` is the primary national identifier of the country; `vnin` is the virtual one that represents it in Nigeria.
   */
  kind: "bvn" | "nin" | "account" | "vnin";
  /**
   * In the format that `GET /identity/kinds` returns for country and kind.
   */
  identifier: string;
  /**
   * Required with `account`, and rejected otherwise.
   */
  bankCode?: string;
  consent?: ConsentGiven;
}
/**
 */
export interface IdentityResolution {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  /**
   * `bvn`, `nin` or `account`; a virtual number is also `nin`.
   */
  kind: "bvn" | "nin" | "account" | "vnin" | (string & {});
  country: string;
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Data from the register; null when nothing was found or no provider could be asked.
   */
  profile: IdentityProfile | null;
  /**
   * Name of the account.
   */
  resolvedName: string | null;
  /**
   * Label of the provider that answered; null with `provider_down`.
   */
  provider: string | null;
  /**
   * With `failed`, the reason: one word. More may be added.
   */
  reason?: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface VerifyIdentityInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
  /**
   * `nin` is the primary national identifier of the country; `vnin` is the virtual one that represents it in Nigeria.
   */
  kind: "bvn" | "nin" | "account" | "vnin";
  /**
   * In the format that `GET /identity/kinds` returns for country and kind.
   */
  identifier: string;
  /**
   * Required with `account`, and rejected otherwise.
   */
  bankCode?: string;
  matchAgainst: MatchAgainst;
  consent?: ConsentGiven;
}
/**
 */
export interface IdentityVerificationResult {
  /**
   * Id of the audit row.
   */
  verificationId: string;
  /**
   * `bvn`, `nin` or `account`; a virtual number is also `nin`.
   */
  kind: "bvn" | "nin" | "account" | "vnin" | (string & {});
  country: string;
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * Data from the register; null when nothing was found or no provider could be asked.
   */
  profile: IdentityProfile | null;
  /**
   * Name of the account.
   */
  resolvedName: string | null;
  /**
   * Label of the provider that answered; null with `provider_down`.
   */
  provider: string | null;
  /**
   * With `failed`, the reason: one word. More may be added.
   */
  reason?: string;
  /**
   * Certainty of the name, 0 to 100; null with `provider_down`.
   */
  matchScore: number | null;
  fields?: FieldVerdicts;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface ListIdentityKindsResult {
  kinds: IdentityKind[];
}
/**
 */
export interface IdentityKind {
  /**
   * ISO 3166-1 alpha-2.
   */
  country: string;
  kind: IdentifierKind;
  /**
   * Name of the identifier in the country.
   */
  name: string;
  /**
   * Its format in words, including checks in addition to the pattern.
   */
  description: string;
  /**
   * Regular expression in the syntax that RE2 and ECMAScript share; the whole text must match.
   */
  pattern: string;
  /**
   * An invented example in the right format.
   */
  example: string;
  /**
   * The format of `bankCode`; null for kinds without a bank code.
   */
  bankCode: BankCodeFormat | null;
}
/**
 */
export interface BankCodeFormat {
  description: string;
  /**
   * Regular expression in the syntax that RE2 and ECMAScript share; the whole text must match.
   */
  pattern: string;
  /**
   * An invented example in the right format.
   */
  example: string;
}
/**
 */
export interface IdentityVerificationPage {
  items: IdentityVerification[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface IdentityVerification {
  verificationId: string;
  subjectId: string;
  kind: VerificationKind;
  country: string;
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * With `failed`, the reason: one word.
   */
  reason: string | null;
  metadata: VerificationMetadata;
  /**
   * Label of the provider that answered.
   */
  provider: string | null;
  /**
   * Null for images, and while the organization has it turned off.
   */
  identifierLast4: string | null;
  /**
   * The unanswered call that this one repeats from the dead letters.
   */
  replayOf: string | null;
  /**
   * When the call was answered.
   */
  verifiedAt: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 * Scores, thresholds, matching fields, and the providers that were asked. No personal data.
 */
export interface VerificationMetadata {
  /**
   * The providers in the order of the calls.
   */
  attempts?: {
    /**
     * Label of the provider.
     */
    provider: string;
    outcome: ProviderOutcome;
    /**
     * True if it was skipped, because it had failed before or requested a pause.
     */
    skipped: boolean;
    /**
     * Milliseconds.
     */
    durationMs: number;
  }[];
  /**
   * Similarity of names, 0 to 100.
   */
  matchScore?: number;
  /**
   * The lowest score that verifies.
   */
  threshold?: number;
  /**
   * The fields among `firstName` and `lastName` that matched.
   */
  matchedFields?: string[];
  /**
   * The number of words by kind of match: `exact`, `variant` and so on.
   */
  kinds?: {
    [k: string]: number;
  };
  /**
   * True if claim and record are one word each.
   */
  singleName?: boolean;
  /**
   * `same`, `different`, `day_month_swapped`, `year_only`; `unreadable`: the register’s date is in no known format; `ambiguous_time`: the claim is a time other than midnight.
   */
  dateOfBirth?: string;
  /**
   * `virtual`: the number was a virtual one.
   */
  identifier?: string;
  consent?: VerificationConsent;
  /**
   * Bank of the account, as requested.
   */
  bankCode?: string;
  /**
   * Likelihood of a living face, 0 to 100.
   */
  score?: number;
  /**
   * Similarity of the faces, 0 to 100.
   */
  similarity?: number;
  /**
   * Basis of the faces’ match: `similarity`, or `decision` from a provider that answers only yes or no.
   */
  scoreKind?: string;
  [k: string]: unknown;
}
/**
 * The consent on which providers were asked.
 */
export interface VerificationConsent {
  /**
   * `recorded`: the call carried a consent; `contract`: the organization holds consents under contract.
   */
  basis: "recorded" | "contract" | (string & {});
  /**
   * Hash of the consent, in hex.
   */
  sha256?: string;
}
/**
 */
export interface IdentityVerificationsByDay {
  /**
   * Start of the first day.
   */
  from: string;
  /**
   * End of the last day.
   */
  to: string;
  /**
   * False when there are more than 1,000,000 rows; then only the newest are counted.
   */
  complete: boolean;
  days: IdentityVerificationsByDayDay[];
}
/**
 */
export interface IdentityVerificationsByDayDay {
  /**
   * YYYY-MM-DD, in UTC.
   */
  day: string;
  verified: number;
  failed: number;
  providerDown: number;
}
/**
 */
export interface StoredIdentityVerification {
  verificationId: string;
  subjectId: string;
  kind: VerificationKind;
  country: string;
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * With `failed`, the reason: one word.
   */
  reason: string | null;
  metadata: VerificationMetadata;
  /**
   * Label of the provider that answered.
   */
  provider: string | null;
  /**
   * Null for images, and while the organization has it turned off.
   */
  identifierLast4: string | null;
  /**
   * The unanswered call that this one repeats from the dead letters.
   */
  replayOf: string | null;
  /**
   * When the call was answered.
   */
  verifiedAt: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * Answer of the provider, encrypted: `<keyId>|<wrappedDEK>|<iv>|<authTag>|<ciphertext>`. Null when no answer arrived or no key-management provider is configured.
   */
  rawResponseEncrypted: string | null;
}
/**
 */
export interface RevealIdentityVerificationInput {
  reasonCode: RevealReasonInput;
  /**
   * The reason in a sentence, for later readers; stored encrypted.
   */
  reason: string;
}
/**
 */
export interface RevealedVerification {
  id: string;
  verificationId: string;
  kind: VerificationKind;
  /**
   * Label of the provider that answered.
   */
  provider: string | null;
  reasonCode: RevealReason;
  /**
   * Salted SHA-256 of the reason, in hex, as in the audit log. The salt is sealed with the reason.
   */
  reasonHash: string;
  /**
   * Names of the fields in `answer`, as in the audit log; at most 200. `*` replaces a name that no adapter knows.
   */
  fields: string[];
  /**
   * The answer as the provider sent it: JSON, or a text if it is not JSON.
   */
  answer: {
    [k: string]: unknown;
  };
  /**
   * When the answer was decrypted.
   */
  revealedAt: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
}
/**
 */
export interface VerificationRevealPage {
  items: VerificationReveal[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface VerificationReveal {
  id: string;
  /**
   * Id of the member who saw the answer.
   */
  revealedBy: string;
  /**
   * The request of the other person; null where one person was enough.
   */
  approvalId: string | null;
  reasonCode: RevealReason;
  /**
   * Null if no key of this installation opens it.
   */
  reason: string | null;
  /**
   * When the answer was decrypted.
   */
  revealedAt: string;
}
/**
 */
export interface RecordIdentityConsentInput {
  /**
   * Your own id of the person, as in verifications.
   */
  subjectId: string;
  /**
   * What the person agreed to, as your own word: `kyc`, `credit-check`.
   */
  purpose: string;
  /**
   * The version of the text that the person saw.
   */
  textVersion: string;
  /**
   * How it was given.
   */
  channel: "web" | "app" | "ussd" | "message" | "call" | "branch" | "agent" | "paper";
  /**
   * When it was given; not in the future.
   */
  givenAt: string;
  /**
   * Your own id of your record of the consent, one for each consent of the subject. Not personal data.
   */
  reference: string;
}
/**
 */
export interface Consent {
  id: string;
  subjectId: string;
  purpose: string;
  textVersion: string;
  /**
   * How it was given.
   */
  channel: "web" | "app" | "ussd" | "message" | "call" | "branch" | "agent" | "paper" | (string & {});
  /**
   * When it was given.
   */
  givenAt: string;
  reference: string;
  /**
   * Hash of the consent, in hex, as in the metadata of verifications that used it.
   */
  sha256: string;
  /**
   * When Oriki recorded it.
   */
  recordedAt: string;
  /**
   * When it was withdrawn; null while it can be used.
   */
  withdrawnAt: string | null;
}
/**
 */
export interface ConsentPage {
  items: Consent[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface IdentitySettings {
  organizationId: string;
  /**
   * Kinds of verification that require a `consent`; without one they are 400.
   *
   * @maxItems 5
   */
  consentKinds: VerificationKind[];
}
/**
 */
export interface UpdateIdentitySettingsInput {
  /**
   * Kinds of verification that require a `consent`; without one they are 400.
   *
   * @maxItems 5
   */
  consentKinds?: VerificationKindInput[];
}
/**
 */
export interface DeadLetterPage {
  items: DeadLetter[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 * A request that no provider could answer.
 */
export interface DeadLetter {
  id: string;
  organizationId: string;
  /**
   * The call that found every provider unavailable.
   */
  verificationId: string;
  kind: VerificationKind;
  country: string;
  status: DeadLetterStatus;
  /**
   * False when the request was not stored, or is no longer needed.
   */
  replayable: boolean;
  /**
   * The number of replays.
   */
  replays: number;
  /**
   * The verification with the answer: the replay, or with `superseded` a later call about the same question.
   */
  replayedAs: string | null;
  /**
   * The time of the next automatic replay. Null when only operators replay.
   */
  dueAt: string | null;
  /**
   * When the call was sent.
   */
  createdAt: string;
  /**
   * When the entry last changed.
   */
  updatedAt: string;
  /**
   * The providers of the first call, in their order. Only in lists.
   */
  failures?: ProviderFailure[];
}
/**
 */
export interface ProviderFailure {
  /**
   * Label of the provider.
   */
  provider: string;
  /**
   * Why it gave no answer, such as `timeout` or `unavailable`.
   */
  outcome: string;
}
/**
 */
export interface ListProvidersResult {
  providers: ProviderHealth[];
}
/**
 */
export interface ProviderHealth {
  label: string;
  /**
   * State of its circuit breaker: `open` means that it is skipped.
   */
  state: "closed" | "open" | "half_open" | (string & {});
  kinds: VerificationKind[];
  lastOutcome: ProviderOutcome | null;
  /**
   * The last time that it could not answer.
   */
  lastFailureAt: string | null;
  /**
   * The end of the pause that it requested.
   */
  pausedUntil: string | null;
}
/**
 */
export interface ScreenNameInput {
  /**
   * Name as people write it; it is canonicalized for matching. It may be empty with `lastName`; otherwise both are compared.
   */
  name: string;
  aliases?: ScreeningAliases;
  /**
   * Date of birth, YYYY-MM-DD. A soft filter: it never creates a match.
   */
  dob?: string;
  /**
   * ISO 3166-1 alpha-2, in any case; stored upper-case. A soft filter.
   */
  country?: string;
  identifiers?: ScreeningIdentifiers;
  /**
   * The kind of entity with this name.
   */
  type?: "person" | "organization" | "vessel" | "aircraft";
  gender?: ScreenedGenderInput;
  birthDate?: ScreenedBirthDate;
  birthPlace?: ScreenedPlace;
  nationality?: ScreenedNationalities;
  addresses?: ScreenedAddresses;
  /**
   * First names. The parts are compared in the order of first, middle and last.
   */
  firstName?: string;
  /**
   * Middle names, or a patronymic.
   */
  middleName?: string;
  /**
   * Family names.
   */
  lastName?: string;
  /**
   * Kinds of lists to check; `tenant_blocklist` is always checked, `tenant_allowlist` only when named. Default: sanctions, pep, adverse_media, tenant_blocklist.
   *
   * @maxItems 6
   */
  kinds?: ListKindInput[];
  /**
   * Lowest score of a hit. A score below 50 is never a hit. Below 70, Oriki compares every name of the lists, which takes far longer; only few such requests run concurrently. Default: 85.
   */
  threshold?: number;
  /**
   * Maximum number of returned hits; allowlist hits and hits decided as false positives are counted separately. A value above 100 is reduced to 100. Default: 20.
   */
  limit?: number;
  /**
   * Your own id of the subject.
   */
  subjectId?: string;
  /**
   * Sorts of entries that can be hits; entries of which the list says no sort always can. Default: all. `checked.types` of the answer says which were left out.
   *
   * @minItems 1
   * @maxItems 4
   */
  types?: ScreenedTypeInput[];
}
/**
 */
export interface ScreeningIdentifier {
  kind: ScreeningIdentifierKindInput;
  /**
   * As written; spaces, hyphens, full stops and case make no difference.
   */
  value: string;
  /**
   * ISO 3166-1 alpha-2 of the issuer, in any case.
   */
  country?: string;
}
/**
 */
export interface ScreeningResult {
  /**
   * Id of the stored screening.
   */
  screeningId: string;
  /**
   * When it was screened.
   */
  screenedAt: string;
  /**
   * Changes with the content of a checked list.
   */
  listVersion: string;
  /**
   * `block`: a blocklist hit, or a sanctions hit of 95 or more whose topics and programmes mean that the party is blocked. `review`: any other hit that is not from an allowlist. `clear`: no hits.
   */
  outcome: "clear" | "review" | "block" | (string & {});
  federated?: FederatedRules;
  checked?: ScreeningChecked;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * The checked lists, as they were when `listVersion` was first returned. Absent in screenings from before they were stored.
   */
  lists?: CheckedList[];
  hits: ScreeningHit[];
}
/**
 * There when the organization has been given a fraud configuration by a federation group. Hits that a decision of a group’s owner settles have `federated: true`.
 */
export interface FederatedRules {
  /**
   * Federation groups whose fraud configuration applied.
   */
  groupIds: string[];
  /**
   * Settings that the request left open and the groups made. It may find less than the usual kinds and threshold do: name them in the request where that must not be.
   */
  defaults: ScreeningDefault[];
  /**
   * There when decisions that owners share could not be read, because the database that has them is away. None of them counted: hits that they would settle count for the outcome.
   */
  unavailable?: boolean;
}
/**
 * There when something of the question or of the lists was left out.
 */
export interface ScreeningChecked {
  /**
   * Types of entries that were left out because `types` does not name them.
   */
  types?: ScreenedType[];
  /**
   * Invalid fields, which were not compared.
   */
  ignored?: IgnoredField[];
}
/**
 */
export interface IgnoredField {
  field: string;
  reason: string;
}
/**
 */
export interface CheckedList {
  /**
   * `listId` of hits.
   */
  id: string;
  source: string;
  name: string;
  kind: ListKind;
  /**
   * Revision of the searched list: `listRevision` of hits. While a newer one is being indexed, it is the previous one; 0: the list before its first import.
   */
  revision: number;
  /**
   * Entries at that revision.
   */
  entryCount: number;
  /**
   * When the publisher created it, from its file or server; null if neither has the time.
   */
  publishedAt: string | null;
  /**
   * When it was last imported; null for the organization’s lists.
   */
  importedAt: string | null;
  /**
   * True when the operator’s interval has passed since the list last matched its publisher’s: it may be out of date.
   */
  isOverdue: boolean;
}
/**
 */
export interface ScreeningHit {
  listKind: ListKind;
  listId: string;
  /**
   * Source of the list.
   */
  source: string;
  listName: string;
  entryId: string;
  /**
   * Revision of the searched list: the `version` that returns the entry as it was. Absent in screenings from before it was stored.
   */
  listRevision?: number;
  /**
   * The entry's primary name.
   */
  name: string;
  /**
   * The name or alias that matched best.
   */
  matchedName: string;
  /**
   * How well the names agree, 0 to 100; with `identifiers` it may be below the threshold.
   */
  score: number;
  /**
   * Date of birth on the list, as precise as the list has it.
   */
  dob: string | null;
  country: string | null;
  /**
   * Sanctions programs that list it. Present if the list names some.
   */
  programs?: string[];
  topics?: ScreeningTopics;
  pep?: ListedPep;
  entity?: SameEntity;
  explanation: MatchExplanation;
  /**
   * Present when the entry has identifiers of the query: lists them, with the country that both name. It is then a hit whatever its name. Such hits come first.
   */
  identifiers?: ScreenedIdentifier[];
  /**
   * Present if facts of the entry contradict the query: lists them. The hit is at most `review`, unless an identifier shows that it is the same person or thing.
   */
  contradicted?: ScreeningFact[];
  /**
   * True if facts contradict a hit of a PEP or adverse media list. The hit then does not count for the outcome, and opens no hit of a subject. The organization’s profile can let such hits count.
   */
  counts?: boolean;
  embargo?: EmbargoMatch;
  /**
   * True if it was decided that the subject of `subjectId` is not this entry, and neither has changed since. The hit does not count for the outcome.
   */
  decision?: "false_positive";
  /**
   * True if the decision comes from the owner of a federation group, on a person with the same name, date of birth and country.
   */
  federated?: boolean;
}
/**
 */
export interface ListedPep {
  /**
   * `former`: the publisher marks every office as ended. `relative`, `associate`: of a person in office; `relative_or_associate` if the list does not distinguish them.
   */
  classes: PepClass[];
  /**
   * The people whose relative or associate it is, if the list names them.
   */
  of?: {
    /**
     * The person in office.
     */
    name: string;
    /**
     * The publisher’s term for it.
     */
    relation: string | null;
  }[];
}
/**
 * Present when other hits of the answer, and of the same subject, are the same person or thing. Hits of one list are never merged.
 */
export interface SameEntity {
  /**
   * `entryId` of the first hit of the same person or thing in this answer.
   */
  id: string;
  /**
   * `publisher_id`: one publisher gives both the same id. `identifier`: they share a unique number. `name`: equal names, and facts that agree.
   */
  sameBy: SameEntityBy[];
}
/**
 * Which tokens matched how, what found no partner, and what was taken off.
 */
export interface MatchExplanation {
  /**
   * Words that were matched.
   */
  tokens: {
    /**
     * A word of the name that was screened.
     */
    query: string;
    /**
     * The word of the listed name that it was matched with.
     */
    candidate: string;
    match: TokenMatch;
    /**
     * 0 (different) to 1 (same).
     */
    similarity: number;
    /**
     * How much the word counts.
     */
    weight: number;
  }[];
  unmatchedQuery: string[];
  unmatchedCandidate: string[];
  penalties: {
    reason: PenaltyReason;
    /**
     * Points of the score that it took.
     */
    points: number;
  }[];
  facts?: WeighedFacts;
  reading?: NameReading;
  [k: string]: unknown;
}
/**
 * Present when both sides have facts that were compared.
 */
export interface WeighedFacts {
  /**
   * Name of the profile of weights.
   */
  profile: string;
  /**
   * Version of the profile.
   */
  version: number;
  /**
   * Points by which facts changed the score: their sum, within the limits of the profile and of scores.
   */
  points: number;
  compared: {
    fact: ScreeningFact;
    relation: FactRelation;
    /**
     * Points that the profile gives for it.
     */
    points: number;
    /**
     * The value of the entry, if it is one short value.
     */
    listed?: string;
  }[];
}
/**
 * There when not the whole name matched best: without a title or a remark, say, or as one of two holders.
 */
export interface NameReading {
  /**
   * The part of the name that was compared.
   */
  text: string;
  /**
   * What was left out, in its order; with `text`, it is the whole name.
   */
  leftOut: string[];
  /**
   * False: it is not sure to be the name, and the hit is for review.
   */
  mayBlock: boolean;
}
/**
 */
export interface ScreenedIdentifier {
  kind: ScreeningIdentifierKind;
  country: string | null;
  /**
   * Its last four characters, or fewer of a short one.
   */
  lastFour: string;
}
/**
 * Present when the entry is a place under an embargo that the query names. Names are not compared with such lists.
 */
export interface EmbargoMatch {
  /**
   * Field of the query that names the place.
   */
  field: "country" | "nationality" | "birthPlace" | "addresses" | (string & {});
}
/**
 */
export interface ScreenNamesInput {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  items: {
    /**
     * Returned with the result.
     */
    ref?: string;
    /**
     * Name as people write it; it is canonicalized for matching. It may be empty with `lastName`; otherwise both are compared.
     */
    name: string;
    aliases?: ScreeningAliases;
    /**
     * Date of birth, YYYY-MM-DD. A soft filter: it never creates a match.
     */
    dob?: string;
    /**
     * ISO 3166-1 alpha-2, in any case; stored upper-case. A soft filter.
     */
    country?: string;
    identifiers?: ScreeningIdentifiers;
    /**
     * The kind of entity with this name.
     */
    type?: "person" | "organization" | "vessel" | "aircraft";
    gender?: ScreenedGenderInput;
    birthDate?: ScreenedBirthDate;
    birthPlace?: ScreenedPlace;
    nationality?: ScreenedNationalities;
    addresses?: ScreenedAddresses;
    /**
     * First names. The parts are compared in the order of first, middle and last.
     */
    firstName?: string;
    /**
     * Middle names, or a patronymic.
     */
    middleName?: string;
    /**
     * Family names.
     */
    lastName?: string;
  }[];
  /**
   * Kinds of lists to check; `tenant_blocklist` is always checked, `tenant_allowlist` only when named. Default: sanctions, pep, adverse_media, tenant_blocklist.
   *
   * @maxItems 6
   */
  kinds?: ListKindInput[];
  /**
   * Lowest score of a hit. A score below 50 is never a hit. Below 70, Oriki compares every name of the lists, which takes far longer; only few such requests run concurrently. Default: 85.
   */
  threshold?: number;
  /**
   * Maximum number of returned hits; allowlist hits and hits decided as false positives are counted separately. A value above 100 is reduced to 100. Default: 20.
   */
  limit?: number;
  /**
   * Sorts of entries that can be hits; entries of which the list says no sort always can. Default: all. `checked.types` of the answer says which were left out.
   *
   * @minItems 1
   * @maxItems 4
   */
  types?: ScreenedTypeInput[];
}
/**
 */
export interface ScreenNamesResult {
  /**
   * The checked lists, as they were when `listVersion` was first returned. Absent in screenings from before they were stored.
   */
  lists?: CheckedList[];
  /**
   * In the order of the items.
   */
  results: BatchScreeningResult[];
}
/**
 */
export interface BatchScreeningResult {
  ref: string | null;
  /**
   * Id of the stored screening.
   */
  screeningId: string;
  /**
   * When it was screened.
   */
  screenedAt: string;
  /**
   * Changes with the content of a checked list.
   */
  listVersion: string;
  /**
   * `block`: a blocklist hit, or a sanctions hit of 95 or more whose topics and programmes mean that the party is blocked. `review`: any other hit that is not from an allowlist. `clear`: no hits.
   */
  outcome: "clear" | "review" | "block" | (string & {});
  federated?: FederatedRules;
  checked?: ScreeningChecked;
  hits: ScreeningHit[];
}
/**
 */
export interface CheckedGlobalLists {
  lists: GlobalListFacts[];
}
/**
 */
export interface GlobalListFacts {
  /**
   * `listId` of hits.
   */
  id: string;
  source: string;
  name: string;
  kind: GlobalListKind;
  /**
   * Revision of the searched list: `listRevision` of hits. While a newer one is being indexed, it is the previous one; 0: the list before its first import.
   */
  revision: number;
  /**
   * Entries at that revision.
   */
  entryCount: number;
  /**
   * When the publisher created it, from its file or server; null if neither has the time.
   */
  publishedAt: string | null;
  /**
   * When it was last imported; null for the organization’s lists.
   */
  importedAt: string | null;
  /**
   * True when the operator’s interval has passed since the list last matched its publisher’s: it may be out of date.
   */
  isOverdue: boolean;
}
/**
 */
export interface ScreeningSummaryPage {
  items: ScreeningSummary[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ScreeningSummary {
  /**
   * Id of the stored screening.
   */
  screeningId: string;
  /**
   * When it was screened.
   */
  screenedAt: string;
  /**
   * Changes with the content of a checked list.
   */
  listVersion: string;
  /**
   * `block`: a blocklist hit, or a sanctions hit of 95 or more whose topics and programmes mean that the party is blocked. `review`: any other hit that is not from an allowlist. `clear`: no hits.
   */
  outcome: "clear" | "review" | "block" | (string & {});
  federated?: FederatedRules;
  checked?: ScreeningChecked;
  subjectId: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * Title from a person; null without one, or when its key is lost.
   */
  title: string | null;
  query: ScreeningQuery;
  /**
   * Returned hits.
   */
  hitCount: number;
}
/**
 */
export interface ScreeningQuery {
  name: string;
  /**
   * Present if there were any.
   */
  aliases?: string[];
  dob: string | null;
  country: string | null;
  identifiers?: ScreenedIdentifiers;
  /**
   * The kind of entity with this name.
   */
  type?: "person" | "organization" | "vessel" | "aircraft" | (string & {});
  gender?: ScreenedGender;
  birthDate?: ScreenedBirthDate;
  birthPlace?: ScreenedPlace;
  nationality?: ScreenedNationalities;
  addresses?: ScreenedAddresses;
  kinds: ListKind[];
  threshold: number;
  limit: number;
  profile?: ScreeningProfileUsed;
  /**
   * When the name and all else about the person was removed, because its period had ended; `name` is then empty.
   */
  namesRemovedAt?: string;
}
/**
 * The profile of weights. Present when the query had facts or identifiers; if absent, `standard` 1.
 */
export interface ScreeningProfileUsed {
  name: string;
  version: number;
}
/**
 */
export interface Screening {
  /**
   * Id of the stored screening.
   */
  screeningId: string;
  /**
   * When it was screened.
   */
  screenedAt: string;
  /**
   * Changes with the content of a checked list.
   */
  listVersion: string;
  /**
   * `block`: a blocklist hit, or a sanctions hit of 95 or more whose topics and programmes mean that the party is blocked. `review`: any other hit that is not from an allowlist. `clear`: no hits.
   */
  outcome: "clear" | "review" | "block" | (string & {});
  federated?: FederatedRules;
  checked?: ScreeningChecked;
  subjectId: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * Title from a person; null without one, or when its key is lost.
   */
  title: string | null;
  query: ScreeningQuery;
  /**
   * The checked lists, as they were when `listVersion` was first returned. Absent in screenings from before they were stored.
   */
  lists?: CheckedList[];
  hits: ScreeningHit[];
}
/**
 */
export interface TitleScreeningInput {
  /**
   * At most 200 characters; null removes the title. Must have a visible character, and no control or invisible characters.
   */
  title: string | null;
}
/**
 */
export interface TitledScreening {
  screeningId: string;
  hasTitle: boolean;
}
/**
 */
export interface ScreeningProfile {
  organizationId: string;
  /**
   * As in explanations: the name of the profile, or `own` when it is adjusted.
   */
  name: string;
  /**
   * The version of the profile; that of `own` grows with each change.
   */
  version: number;
  /**
   * A documented profile of weights.
   */
  profile: "strict" | "standard" | "lenient" | (string & {});
  /**
   * Points that replace the profile’s: 0 to 5 where facts agree, −15 to 0 where they do not.
   */
  adjustments: ScreeningWeightAdjustments | null;
  weights: ScreeningWeights;
  /**
   * The most that facts add to a score.
   */
  mostUp: number;
  /**
   * The most that facts subtract from it.
   */
  mostDown: number;
  /**
   * Hits of PEP and adverse media lists count even if facts contradict.
   */
  contradictedCount: boolean;
  /**
   * When it was chosen; null when it never was.
   */
  setAt: string | null;
}
/**
 */
export interface ScreeningWeightAdjustments {
  type?: ScreeningFactAdjustment;
  gender?: ScreeningFactAdjustment;
  birthDate?: ScreeningDateAdjustment;
  birthPlace?: ScreeningFactAdjustment;
  nationality?: ScreeningFactAdjustment;
  address?: ScreeningFactAdjustment;
  identifier?: ScreeningNumberAdjustment;
}
/**
 */
export interface ScreeningFactAdjustment {
  same?: number;
  different?: number;
}
/**
 */
export interface ScreeningDateAdjustment {
  same?: number;
  compatible?: number;
  swapped?: number;
  near?: number;
  different?: number;
}
/**
 */
export interface ScreeningNumberAdjustment {
  different?: number;
}
/**
 * Points of each fact, and of a number.
 */
export interface ScreeningWeights {
  type: ScreeningFactWeights;
  gender: ScreeningFactWeights;
  birthDate: ScreeningDateWeights;
  birthPlace: ScreeningFactWeights;
  nationality: ScreeningFactWeights;
  address: ScreeningFactWeights;
  identifier: ScreeningNumberWeights;
}
/**
 */
export interface ScreeningFactWeights {
  same: number;
  different: number;
}
/**
 */
export interface ScreeningDateWeights {
  same: number;
  compatible: number;
  swapped: number;
  near: number;
  different: number;
}
/**
 */
export interface ScreeningNumberWeights {
  different: number;
}
/**
 */
export interface ChooseScreeningProfileInput {
  /**
   * A documented profile of weights.
   */
  profile: "strict" | "standard" | "lenient";
  /**
   * Points that replace the profile’s: 0 to 5 where facts agree, −15 to 0 where they do not.
   */
  adjustments?: ScreeningWeightAdjustmentsInput | null;
  /**
   * Hits of PEP and adverse media lists count for the outcome, and open hits of subjects, even if facts contradict. Default: false.
   */
  contradictedCount?: boolean;
}
/**
 */
export interface ScreeningWeightAdjustmentsInput {
  type?: ScreeningFactAdjustmentInput;
  gender?: ScreeningFactAdjustmentInput;
  birthDate?: ScreeningDateAdjustmentInput;
  birthPlace?: ScreeningFactAdjustmentInput;
  nationality?: ScreeningFactAdjustmentInput;
  address?: ScreeningFactAdjustmentInput;
  identifier?: ScreeningNumberAdjustmentInput;
}
/**
 */
export interface ScreeningFactAdjustmentInput {
  same?: number;
  different?: number;
}
/**
 */
export interface ScreeningDateAdjustmentInput {
  same?: number;
  compatible?: number;
  swapped?: number;
  near?: number;
  different?: number;
}
/**
 */
export interface ScreeningNumberAdjustmentInput {
  different?: number;
}
/**
 */
export interface DryRunScreeningProfileInput {
  /**
   * A documented profile of weights.
   */
  profile: "strict" | "standard" | "lenient";
  /**
   * Points that replace the profile’s: 0 to 5 where facts agree, −15 to 0 where they do not.
   */
  adjustments?: ScreeningWeightAdjustmentsInput | null;
  /**
   * Hits of PEP and adverse media lists count for the outcome, and open hits of subjects, even if facts contradict. Default: false.
   */
  contradictedCount?: boolean;
  /**
   * Screenings of this many days. Default: 7.
   */
  days?: number;
  /**
   * Maximum number of screenings to compare. Default: 100.
   */
  limit?: number;
  /**
   * The `next` of the answer before: only earlier screenings.
   */
  after?: string;
}
/**
 */
export interface ScreeningDryRun {
  /**
   * Compared screenings: those with facts or identifiers, newest first.
   */
  screenings: number;
  /**
   * Hits with the proposed weights and not with the current ones.
   */
  appeared: number;
  /**
   * Hits with the current weights and not with the proposed ones.
   */
  vanished: number;
  /**
   * Screenings with different hits or another outcome.
   */
  changed: ScreeningDryRunChange[];
  /**
   * `after` of the next request; null at the end.
   */
  next: string | null;
}
/**
 */
export interface ScreeningDryRunChange {
  screeningId: string;
  appeared: number;
  vanished: number;
  /**
   * With the current weights, on the current lists.
   */
  outcome: string;
  /**
   * With the proposed weights.
   */
  proposed: string;
}
/**
 */
export interface CreateScreeningJobInput {
  /**
   * The names: a file of at most 10 MiB and 100,001 lines, as base64 (RFC 4648 section 4) with padding, without line breaks and without `data:`. It is stored encrypted until the job ends.
   */
  file: string;
  /**
   * `csv`: with a header row and the columns of bulk screening; encoding and separator are detected. `jsonl`: one object per line, with those columns as members. `xlsx`: a workbook, whose first sheet is read like CSV.
   */
  fileFormat: "csv" | "jsonl" | "xlsx";
  /**
   * Order of days and months in the file. Default: inferred from the dates; if that is impossible, the answer is 400.
   */
  dateFormat?: "DMY" | "MDY" | "YMD";
  columns?: ScreeningFileColumns;
  /**
   * Kinds of lists to check; `tenant_blocklist` is always checked, `tenant_allowlist` only when named. Default: sanctions, pep, adverse_media, tenant_blocklist.
   *
   * @maxItems 6
   */
  kinds?: ListKindInput[];
  /**
   * Lowest score of a hit. A score below 50 is never a hit. Below 70, Oriki compares every name of the lists, which takes far longer; only few such requests run concurrently. Default: 85.
   */
  threshold?: number;
  /**
   * Maximum number of returned hits; allowlist hits and hits decided as false positives are counted separately. A value above 100 is reduced to 100. Default: 20.
   */
  limit?: number;
  /**
   * Format of the export with the results. Default: CSV.
   */
  resultFormat?: "CSV" | "JSON" | "XLSX";
}
/**
 * Names of columns that differ from the usual ones.
 */
export interface ScreeningFileColumns {
  ref?: string;
  name?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  aliases?: string;
  dob?: string;
  country?: string;
  type?: string;
  gender?: string;
  birthDate?: string;
  birthPlace?: string;
  nationality?: string;
  addresses?: string;
}
/**
 */
export interface ScreeningJob {
  /**
   * Id of the job.
   */
  id: string;
  /**
   * `COMPLETED`: every row is done, and the export of the results has begun. `FAILED` is final.
   */
  state: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | (string & {});
  fileFormat: ScreeningFileFormat;
  /**
   * Bytes.
   */
  fileSize: number;
  /**
   * Lines of the file, including the header.
   */
  lines: number;
  /**
   * How the file was read. Null for JSON lines.
   */
  readAs: ScreeningFileReading | null;
  /**
   * As requested; null if omitted.
   */
  kinds: ListKind[] | null;
  /**
   * As requested; null if omitted.
   */
  threshold: number | null;
  limit: number;
  resultFormat: ExportFormat;
  rows: ScreeningJobRows;
  outcomes: ScreeningJobOutcomes;
  /**
   * True if a checked list changed between the first row and the last.
   */
  listsChanged: boolean;
  /**
   * The export of the results. Null until the job is `COMPLETED`, and if exports were disabled then.
   */
  exportId: string | null;
  /**
   * The reason of the failure in words.
   */
  error: string | null;
  /**
   * When the file was received.
   */
  createdAt: string;
  /**
   * When it was completed or failed.
   */
  completedAt: string | null;
}
/**
 */
export interface ScreeningFileReading {
  /**
   * As detected.
   */
  encoding: string;
  /**
   * `comma`, `semicolon`, `tab`, or the character that a first line `sep=` names.
   */
  delimiter: string;
  /**
   * Order of days and months; null if no date needs one, or the file has several.
   */
  dateFormat: string | null;
  /**
   * Uncertain readings.
   */
  warnings: string[];
}
/**
 */
export interface ScreeningJobRows {
  /**
   * Finished rows of the file: screened or failed.
   */
  read: number;
  /**
   * Screened rows; each has a screening.
   */
  done: number;
  /**
   * Failed rows: the results have the reasons, by line.
   */
  failed: number;
  /**
   * Rows that were screened without an unusable field.
   */
  incomplete: number;
}
/**
 * Outcomes of the screened rows.
 */
export interface ScreeningJobOutcomes {
  clear: number;
  review: number;
  block: number;
}
/**
 */
export interface ScreeningJobPage {
  items: ScreeningJob[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface DeletedResource {
  id: string;
  deleted: boolean;
}
/**
 */
export interface ListedEntity {
  /**
   * Id of the entry, as in hits.
   */
  id: string;
  list: {
    id: string;
    name: string;
    kind: ListKind;
    source: string;
    /**
     * Current revision of the list.
     */
    revision: number;
  };
  /**
   * The publisher's id; null on an organization's own list.
   */
  externalId: string | null;
  /**
   * Revision of the list from which the shown state applies.
   */
  sinceRevision: number;
  /**
   * True while the list has the shown state.
   */
  isCurrent: boolean;
  /**
   * False when the entry was not on the list at the requested `version`, or its state at that version is unknown. The answer then has the current or the last state.
   */
  isVersionKept: boolean;
  /**
   * The end of the shown state; null while it applies.
   */
  changedAt: string | null;
  /**
   * The time of its removal from the list; null while it is on the list.
   */
  removedAt: string | null;
  entityType: EntityType;
  /**
   * The primary name.
   */
  name: string;
  aliases: {
    name: string;
    quality: AliasQuality;
    kind: AliasKind;
  }[];
  /**
   * Dates of birth, as precise as the list has them.
   */
  dobs: string[];
  /**
   * Nationalities and other countries, ISO 3166-1 alpha-2.
   */
  countries: string[];
  identifiers: {
    /**
     * The publisher's kind.
     */
    kind: string;
    value: string;
    /**
     * The issuer, ISO 3166-1 alpha-2, if the list has it.
     */
    country: string | null;
  }[];
  /**
   * Sanctions programs.
   */
  programs: string[];
  /**
   * Remarks of a global list’s publisher, if its format has such a field.
   */
  remarks: string[];
  /**
   * Null if the list has none, or several.
   */
  gender: ScreenedGender | null;
  /**
   * Places of birth, with the country after the last comma.
   */
  birthPlaces: string[];
  /**
   * Addresses, with the country after the last comma.
   */
  addresses: string[];
  topics: ScreeningTopics;
  /**
   * Other entities that the publisher links with it, if its format has them.
   */
  linked: {
    name: string;
    /**
     * The publisher’s term; `mentioned` if there is none.
     */
    relation: string;
    /**
     * The publisher’s id of it, if there is one.
     */
    externalId: string | null;
    /**
     * Its entry, if the list currently has one with this id.
     */
    entryId: string | null;
  }[];
  /**
   * As published, or as sent.
   */
  raw: {
    [k: string]: unknown;
  };
}
/**
 */
export interface ListScreeningListsResult {
  lists: ScreeningList[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total?: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact?: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page?: number;
  /**
   * The limit that was applied.
   */
  limit?: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor?: string | null;
}
/**
 */
export interface ScreeningList {
  /**
   * Id of the list.
   */
  id: string;
  source: string;
  name: string;
  kind: TenantListKind;
  /**
   * Number of entries.
   */
  entryCount: number;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When the list or its entries last changed.
   */
  updatedAt: string;
}
/**
 */
export interface CreateScreeningListInput {
  /**
   * Stable id, unique within the organization.
   */
  source: string;
  /**
   * Display name; the only field that can change. Must have a visible character, and no control or invisible characters.
   */
  name: string;
  /**
   * Determines how hits behave; never changes.
   */
  kind: "tenant_blocklist" | "tenant_allowlist";
}
/**
 */
export interface RenameScreeningListInput {
  /**
   * Display name; the only field that can change. Must have a visible character, and no control or invisible characters.
   */
  name?: string;
}
/**
 */
export interface ScreeningEntryPage {
  items: ScreeningEntry[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ScreeningEntry {
  /**
   * Id of the entry.
   */
  id: string;
  /**
   * As sent.
   */
  name: string;
  /**
   * Canonical form of the name, by the rules of its last update.
   */
  canonicalName: string;
  dob: string | null;
  country: string | null;
  identifiers: {
    [k: string]: string;
  } | null;
  raw: {
    [k: string]: unknown;
  };
  /**
   * When it was added.
   */
  createdAt: string;
}
/**
 */
export interface AddScreeningEntriesInput {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  entries: ScreeningEntryInput[];
}
/**
 */
export interface ScreeningEntryInput {
  /**
   * Name as people write it; it is canonicalized for matching.
   */
  name: string;
  /**
   * Date of birth, YYYY-MM-DD. A soft filter: it never creates a match.
   */
  dob?: string;
  /**
   * ISO 3166-1 alpha-2, in any case; stored upper-case. A soft filter.
   */
  country?: string;
  /**
   * Numbers by kind (`passport`, or `passport:NG` with the issuer), which are compared with those of queries, and your own ids under other names, which are stored and not compared.
   */
  identifiers?: {
    [k: string]: string;
  };
  /**
   * Stored for audit; at most 65536 characters as JSON. Default: the other fields as sent.
   */
  raw?: {
    [k: string]: unknown;
  };
}
/**
 */
export interface AddScreeningEntriesResult {
  /**
   * Number of entries added: all of them or none.
   */
  added: number;
  /**
   * Ids in the order of the request.
   */
  entryIds: string[];
}
/**
 */
export interface ScreeningEntryFile {
  /**
   * The file: CSV with a header row, as for `oriki list import`. At most 100,000 entries, and 16 MiB as JSON.
   */
  content: string;
  /**
   * `base64`: the file is sent as base64 (RFC 4648 section 4) with padding. It can be a workbook (`.xlsx`), or a text in an encoding that Oriki detects. Default: `utf-8`.
   */
  contentEncoding?: "utf-8" | "base64";
  columns?: ScreeningEntryColumns;
  /**
   * Order of days and months in the file. Default: inferred from the dates; if that is impossible, the answer is 400.
   */
  dateFormat?: "DMY" | "MDY" | "YMD";
}
/**
 * Names of columns that differ from the usual ones.
 */
export interface ScreeningEntryColumns {
  name?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  id?: string;
  aliases?: string;
  dob?: string;
  country?: string;
}
/**
 */
export interface ScreeningEntryPreview {
  /**
   * Rows below the header, without blank lines.
   */
  rows: number;
  /**
   * Entries of the valid rows: one for each name and alias.
   */
  entries: number;
  /**
   * Invalid rows; a single one prevents the import.
   */
  invalidRows: number;
  /**
   * The first 1000, by line.
   */
  problems: {
    /**
     * First line of the row, from 1; the header is line 1.
     */
    line: number;
    /**
     * Column; null for the row as a whole.
     */
    field: string | null;
    message: string;
  }[];
  /**
   * Entries with the canonical name, date of birth, country and identifiers of an entry in the list or earlier in the file.
   */
  duplicateEntries: number;
  /**
   * The first 1000, by line.
   */
  duplicates: {
    /**
     * First line of the row, from 1; the header is line 1.
     */
    line: number;
    name: string;
    /**
     * Line of the file with the first equal entry; null when the list has it.
     */
    ofLine: number | null;
  }[];
  /**
   * The first 100 entries in the form in which they would be added.
   */
  sample: {
    /**
     * First line of the row, from 1; the header is line 1.
     */
    line: number;
    name: string;
    dob: string | null;
    country: string | null;
  }[];
  /**
   * Rows with the id of another name; each is a separate entry. The first 1000, by line.
   */
  sharedIds: {
    /**
     * First line of the row, from 1; the header is line 1.
     */
    line: number;
    /**
     * First line with the same id and another name.
     */
    ofLine: number;
  }[];
  readAs: ScreeningFileReading;
  /**
   * The columns of the header.
   */
  columns: string[];
}
/**
 */
export interface ScreeningEntryImport {
  /**
   * The file: CSV with a header row, as for `oriki list import`. At most 100,000 entries, and 16 MiB as JSON.
   */
  content: string;
  /**
   * Skips entries that the list already has, or that occur earlier in the file. Default: false.
   */
  leaveOutDuplicates?: boolean;
  /**
   * `base64`: the file is sent as base64 (RFC 4648 section 4) with padding. It can be a workbook (`.xlsx`), or a text in an encoding that Oriki detects. Default: `utf-8`.
   */
  contentEncoding?: "utf-8" | "base64";
  columns?: ScreeningEntryColumns;
  /**
   * Order of days and months in the file. Default: inferred from the dates; if that is impossible, the answer is 400.
   */
  dateFormat?: "DMY" | "MDY" | "YMD";
}
/**
 */
export interface ImportedScreeningEntries {
  /**
   * Number of entries added: all of the file or none.
   */
  added: number;
  /**
   * Skipped duplicates, if requested.
   */
  leftOut: number;
  /**
   * Rows with the id of another name; each is a separate entry. The first 1000, by line.
   */
  sharedIds: {
    /**
     * First line of the row, from 1; the header is line 1.
     */
    line: number;
    /**
     * First line with the same id and another name.
     */
    ofLine: number;
  }[];
}
/**
 */
export interface ImportGlobalListInput {
  /**
   * Fixed by the first import.
   */
  kind: "sanctions" | "pep" | "adverse_media" | "embargo";
  /**
   * Stable id of the list; an import replaces the list with this source.
   */
  source: string;
  /**
   * Display name. Default: the source.
   */
  name?: string;
  /**
   * Format of the files. Required without a mapping.
   */
  format?:
    | "ofac-csv"
    | "ofac-xml"
    | "un-xml"
    | "eu-csv"
    | "uk-csv"
    | "uk-xml"
    | "sema-xml"
    | "seco-xml"
    | "dfat-csv"
    | "csl-csv"
    | "csl-json"
    | "fincen-html"
    | "nigsac-html"
    | "opensanctions-simple"
    | "ftm-json"
    | "senzing-json"
    | "csv";
  mapping?: ListMapping;
  /**
   * The main file.
   */
  content: string;
  /**
   * The alias file, for `ofac-csv`.
   */
  aliases?: string;
  /**
   * The address file, for `ofac-csv`.
   */
  addresses?: string;
  /**
   * The file of longer remarks, for `ofac-csv`.
   */
  comments?: string;
  /**
   * `base64`: the file is sent as base64 (RFC 4648 section 4) with padding. It can be a workbook (`.xlsx`), or a text in an encoding that Oriki detects. Default: `utf-8`.
   */
  contentEncoding?: "utf-8" | "base64";
  /**
   * Order of days and months in the file. Default: inferred from the dates; if that is impossible, the answer is 400.
   */
  dateFormat?: "DMY" | "MDY" | "YMD";
}
/**
 * Maps the fields of a file, in place of a format: any CSV, JSON lines or XML file.
 */
export interface ListMapping {
  format: MappedFormat;
  delimiter?: MappedDelimiter;
  /**
   * Order of day and month where a date is ambiguous. Default: the order of the file’s other dates.
   */
  dateFormat?: "DMY" | "MDY" | "YMD";
  root?: string;
  entry?: string;
  separator?: string;
  type?: MappedType;
  /**
   * The publisher’s terms for types of entries.
   */
  types?: {
    [k: string]: MappedType;
  };
  fields: {
    id?: string;
    /**
     * @minItems 1
     * @maxItems 20
     */
    name: string[];
    type?: string;
    /**
     * @minItems 1
     * @maxItems 20
     */
    aliases?: string[];
    /**
     * @minItems 1
     * @maxItems 20
     */
    weakAliases?: string[];
    /**
     * @minItems 1
     * @maxItems 20
     */
    dobs?: string[];
    /**
     * @minItems 1
     * @maxItems 20
     */
    countries?: string[];
    /**
     * @minItems 1
     * @maxItems 20
     */
    programs?: string[];
    gender?: string;
    /**
     * @minItems 1
     * @maxItems 20
     */
    birthPlaces?: string[];
    /**
     * @minItems 1
     * @maxItems 20
     */
    addresses?: string[];
    /**
     * By the kind of number.
     */
    identifiers?: {
      /**
       * @minItems 1
       * @maxItems 20
       */
      [k: string]: string[];
    };
  };
}
/**
 */
export interface ImportReport {
  list: GlobalList;
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /**
   * Skipped rows.
   */
  rejected: number;
  /**
   * The first 100 problems.
   */
  rejections: ImportProblem[];
  /**
   * Parts of rows that could not be read; their entries are listed without these parts.
   */
  omitted: number;
  /**
   * The first 100 problems.
   */
  omissions: ImportProblem[];
  unknown: UnknownListings;
  /**
   * How the file was read, for `csv` and CSV mappings. Null for other formats, and if nothing was read.
   */
  readAs: ListFileReading | null;
  /**
   * True if the files equal those of the last import byte for byte: nothing was read, and the list counts as imported now.
   */
  skipped: boolean;
}
/**
 */
export interface GlobalList {
  id: string;
  source: string;
  name: string;
  kind: GlobalListKind;
  format: string;
  entryCount: number;
  /**
   * Grows with each import that changes something.
   */
  revision: number;
  /**
   * When it was first imported.
   */
  createdAt: string;
  /**
   * When it was last imported.
   */
  importedAt: string;
  /**
   * Its origin, if it has one.
   */
  origin: {
    /**
     * URL without its query, or path of a file.
     */
    location: string;
    /**
     * URL without its query, or path, of the alias file.
     */
    aliasesLocation: string | null;
    /**
     * URL without its query, or path, of the address file.
     */
    addressesLocation: string | null;
    /**
     * URL without its query, or path, of the file of longer remarks.
     */
    commentsLocation: string | null;
    format: string;
    refreshEverySeconds: number | null;
    /**
     * The time of the next fetch.
     */
    dueAt: string | null;
    /**
     * When the list last matched its origin.
     */
    checkedAt: string | null;
    /**
     * Failed attempts since then.
     */
    failures: number;
    /**
     * The time of the last failure.
     */
    failedAt: string | null;
    /**
     * The reason of the last failure.
     */
    error: string | null;
    /**
     * The last file that was rejected for its effect on the list; null once the list has changed.
     */
    refused: RefusedFile | null;
    /**
     * True when two operators have agreed to accept that file, and no other.
     */
    acceptsRefused: boolean;
  } | null;
  /**
   * Number of ambiguous dates of birth in the last import, which can have the day or the month first. Oriki does not compare them. Missing: none.
   */
  openDates?: number;
}
/**
 */
export interface RefusedFile {
  /**
   * SHA-256 of the file, in hex.
   */
  sha256: string;
  /**
   * SHA-256 of the alias file, in hex.
   */
  aliasesSha256: string | null;
  /**
   * SHA-256 of the address file, in hex.
   */
  addressesSha256: string | null;
  /**
   * SHA-256 of the file of longer remarks, in hex.
   */
  commentsSha256: string | null;
  /**
   * Entries that it would remove.
   */
  removedEntries: number;
  /**
   * Entries that the list has.
   */
  entries: number;
  /**
   * Aliases that it would remove.
   */
  removedAliases: number;
  /**
   * Aliases that the list has.
   */
  aliases: number;
  /**
   * Rows of the file that cannot be used.
   */
  unusableRows: number;
  /**
   * Entries of the file that can.
   */
  usableEntries: number;
}
/**
 */
export interface ImportProblem {
  file: ListFile;
  /**
   * Line of the file, from 1.
   */
  line: number;
  reason: string;
}
/**
 * Entries of a list of `sanctions` that count as `sanction`, and can block, because the publisher’s terms for them are unknown. Zero for other kinds, and if nothing was read.
 */
export interface UnknownListings {
  /**
   * Entries with an unknown topic.
   */
  topics: number;
  /**
   * Entries with an unknown program.
   */
  programs: number;
  /**
   * The first 20 of these words.
   */
  named: string[];
}
/**
 */
export interface ListFileReading {
  /**
   * As detected.
   */
  encoding: string;
  /**
   * `comma`, `semicolon`, `tab`, or the character that a first line `sep=` names.
   */
  delimiter: string;
  /**
   * Uncertain readings.
   */
  warnings: string[];
  /**
   * Order of days and months; missing where none is needed.
   */
  dateFormat?: string;
}
/**
 */
export interface GlobalListPage {
  items: GlobalList[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface UpdateGlobalListInput {
  /**
   * The source of the list; null: none.
   */
  origin?: {
    /**
     * https URL of the file.
     */
    url: string;
    /**
     * Address of the alias file, for `ofac-csv`.
     */
    aliasesUrl?: string;
    /**
     * Address of the address file, for `ofac-csv`.
     */
    addressesUrl?: string;
    /**
     * Address of the file of longer remarks, for `ofac-csv`.
     */
    commentsUrl?: string;
    /**
     * Default: the format, or mapping, of the last import.
     */
    format?:
      | "ofac-csv"
      | "ofac-xml"
      | "un-xml"
      | "eu-csv"
      | "uk-csv"
      | "uk-xml"
      | "sema-xml"
      | "seco-xml"
      | "dfat-csv"
      | "csl-csv"
      | "csl-json"
      | "fincen-html"
      | "nigsac-html"
      | "opensanctions-simple"
      | "ftm-json"
      | "senzing-json"
      | "csv";
    mapping?: ListMapping;
    /**
     * Without it, the list is fetched only on request.
     */
    refreshEverySeconds?: number;
  } | null;
}
/**
 */
export interface GlobalListEntryPage {
  items: GlobalListEntry[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface GlobalListEntry {
  /**
   * Oriki’s id of the entry, as in hits.
   */
  id: string;
  /**
   * The publisher’s id of the entry.
   */
  externalId: string;
  entityType: string;
  name: string;
  /**
   * Dates of birth, as listed.
   */
  dobs: string[];
  countries: string[];
}
/**
 */
export interface RefreshGlobalListInput {
  /**
   * True accepts the file that was rejected because it would remove more than half of the entries or aliases, or has more unusable rows than entries. Another operator must have asked for it. Default: false.
   */
  allowShrink?: boolean;
}
/**
 */
export interface GlobalListVersionPage {
  items: GlobalListVersion[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface GlobalListVersion {
  /**
   * Revision of the list since this import.
   */
  revision: number;
  /**
   * When it was imported.
   */
  importedAt: string;
  format: string;
  /**
   * File name, or URL without its query.
   */
  origin: string | null;
  /**
   * SHA-256 of the file, in hex.
   */
  sha256: string | null;
  /**
   * SHA-256 of the alias file, in hex.
   */
  aliasesSha256: string | null;
  /**
   * SHA-256 of the address file, in hex.
   */
  addressesSha256: string | null;
  /**
   * SHA-256 of the file of longer remarks, in hex.
   */
  commentsSha256: string | null;
  /**
   * Added entries.
   */
  added: number;
  /**
   * Changed entries.
   */
  changed: number;
  /**
   * Removed entries.
   */
  removed: number;
  /**
   * Skipped rows.
   */
  rejected: number;
  entryCount: number;
}
/**
 */
export interface GlobalListRejections {
  /**
   * The revision that was applied.
   */
  revision: number;
  /**
   * Skipped rows.
   */
  rejected: number;
  /**
   * The first 100 of them; null for versions from before they were stored.
   */
  rejections: ImportProblem[] | null;
}
/**
 */
export interface GlobalListChanges {
  /**
   * The revision that was applied.
   */
  from: number;
  /**
   * The revision that was applied.
   */
  to: number;
  items: {
    change: ListChange;
    /**
     * The publisher's id of the entry.
     */
    externalId: string;
    /**
     * Oriki’s id of the entry, as in hits.
     */
    entryId: string;
    /**
     * Its name at `to`, or its last name before.
     */
    name: string;
    /**
     * The changed fields with their earlier values; null for an added entry, and for changes from before fields were recorded. Empty when only other columns of the publisher differ, or the order.
     */
    before: EntryFields | null;
    /**
     * The same fields at `to`; null for a removed entry.
     */
    after: EntryFields | null;
  }[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface EntryFields {
  entityType?: string;
  name?: string;
  aliases?: {
    name: string;
    quality: AliasQuality;
    kind: AliasKind;
  }[];
  dobs?: string[];
  countries?: string[];
  identifiers?: {
    [k: string]: string;
  };
  facts?: ListedFacts | null;
  programs?: string[];
}
/**
 */
export interface ListedFacts {
  gender?: ScreenedGender;
  /**
   * As written.
   */
  birthPlaces?: string[];
  addresses?: string[];
}
/**
 */
export interface SubjectInput {
  /**
   * Your own id of the screened person or thing, unique within the organization.
   */
  subjectId: string;
  /**
   * Name as people write it; it is canonicalized for matching. It may be empty with `lastName`; otherwise both are compared.
   */
  name: string;
  aliases?: ScreeningAliases;
  /**
   * Date of birth, YYYY-MM-DD. A soft filter: it never creates a match.
   */
  dob?: string;
  /**
   * ISO 3166-1 alpha-2, in any case; stored upper-case. A soft filter.
   */
  country?: string;
  identifiers?: ScreeningIdentifiers;
  /**
   * True: an enrolled subject keeps its stored identifiers, in addition to `identifiers`. False: `identifiers` replaces them. Default: false.
   */
  keepIdentifiers?: boolean;
  /**
   * The kind of entity with this name.
   */
  type?: "person" | "organization" | "vessel" | "aircraft";
  gender?: ScreenedGenderInput;
  birthDate?: ScreenedBirthDate;
  birthPlace?: ScreenedPlace;
  nationality?: ScreenedNationalities;
  addresses?: ScreenedAddresses;
  /**
   * Kinds of lists to screen against; `tenant_blocklist` is always included. Default: sanctions, pep, adverse_media, tenant_blocklist.
   *
   * @maxItems 4
   */
  kinds?: SubjectListKindInput[];
  /**
   * Lowest score of a hit. Default: 85.
   */
  threshold?: number;
  /**
   * First names. The parts are compared in the order of first, middle and last.
   */
  firstName?: string;
  /**
   * Middle names, or a patronymic.
   */
  middleName?: string;
  /**
   * Family names.
   */
  lastName?: string;
}
/**
 */
export interface ScreeningSubject {
  subjectId: string;
  name: string;
  /**
   * Present if it has any.
   */
  aliases?: string[];
  dob: string | null;
  country: string | null;
  identifiers?: ScreenedIdentifiers;
  /**
   * The kind of entity with this name.
   */
  type?: "person" | "organization" | "vessel" | "aircraft" | (string & {});
  gender?: ScreenedGender;
  birthDate?: ScreenedBirthDate;
  birthPlace?: ScreenedPlace;
  nationality?: ScreenedNationalities;
  addresses?: ScreenedAddresses;
  kinds: SubjectListKind[];
  threshold: number;
  /**
   * Hits that wait for a decision.
   */
  openHits: number;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * When it was first enrolled.
   */
  createdAt: string;
  /**
   * When it was last enrolled.
   */
  updatedAt: string;
  checked?: ScreeningChecked;
}
/**
 */
export interface ScreeningSubjectPage {
  items: ScreeningSubject[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface EnrolSubjectsInput {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  subjects: SubjectInput[];
}
/**
 */
export interface EnrolSubjectsResult {
  /**
   * In the order of the request.
   */
  subjects: ScreeningSubject[];
}
/**
 */
export interface SubjectSearch {
  /**
   * Words or beginnings of words. A subject is found if its id, name and aliases together have a word that begins with each of them, regardless of case, accents and order.
   */
  text: string;
  /**
   * ISO 3166-1 alpha-2, in any case; only subjects with this country.
   */
  country?: string;
  /**
   * True: only subjects with hits that wait for a decision. False: only others.
   */
  hasOpenHits?: boolean;
  /**
   * Items in the answer. A value above 100 is reduced to 100. Default: 20.
   */
  limit?: number;
}
/**
 */
export interface FoundSubjects {
  /**
   * By id.
   */
  items: ScreeningSubject[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The limit that was applied.
   */
  limit: number;
}
/**
 */
export interface DeletedSubject {
  subjectId: string;
  deleted: boolean;
}
/**
 */
export interface SubjectHitPage {
  items: SubjectHit[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface SubjectHit {
  /**
   * Id of the hit.
   */
  id: string;
  /**
   * The id of the hit once the subject is erased.
   */
  subjectId: string;
  listKind: ListKind;
  listId: string;
  entryId: string;
  /**
   * Revision of the list with the entry as it was last compared: the `version` that returns this state.
   */
  listRevision: number;
  /**
   * `open`: to be decided. `true_match`, `false_positive`: decided, and unchanged since. `closed`: no longer a hit.
   */
  status: "open" | "true_match" | "false_positive" | "closed" | (string & {});
  /**
   * 0 to 100, at the last comparison.
   */
  score: number;
  /**
   * Why the pair returned after it was decided or closed; null if it never did.
   */
  reopenedBecause: HitReopenReason | null;
  closedBecause: HitCloseReason | null;
  /**
   * The match at the last comparison. Null once the subject is deleted.
   */
  match: SubjectMatch | null;
  /**
   * Grows with each change of the hit, except of its assignee and due date.
   */
  revision: number;
  /**
   * Id of the person who reviews it; it stays when the person is no longer a member.
   */
  assignee?: string | null;
  /**
   * The due date.
   */
  dueAt?: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * When it was first found.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  entity?: SameEntity;
  /**
   * Only with `withSubject`. Null if the subject is no longer enrolled.
   */
  subject?: SubjectOfHit | null;
}
/**
 */
export interface SubjectMatch {
  /**
   * Source of the list.
   */
  source: string;
  listName: string;
  /**
   * The entry's primary name.
   */
  name: string;
  /**
   * The name or alias that matched best.
   */
  matchedName: string;
  /**
   * Date of birth on the list, as precise as the list has it.
   */
  dob: string | null;
  country: string | null;
  /**
   * Sanctions programs that list it. Present if the list names some.
   */
  programs?: string[];
  topics?: ScreeningTopics;
  pep?: ListedPep;
  explanation: MatchExplanation;
  /**
   * Present when the entry has identifiers of the query: lists them, with the country that both name. It is then a hit whatever its name. Such hits come first.
   */
  identifiers?: ScreenedIdentifier[];
  /**
   * Present if facts of the entry contradict the query: lists them. The hit is at most `review`, unless an identifier shows that it is the same person or thing.
   */
  contradicted?: ScreeningFact[];
}
/**
 */
export interface SubjectOfHit {
  name: string;
  /**
   * Date of birth; without a day, or a month, if the subject has only that.
   */
  dob: string | null;
  /**
   * The country, otherwise the first nationality.
   */
  country: string | null;
}
/**
 */
export interface HitsByDay {
  /**
   * Start of the first day.
   */
  from: string;
  /**
   * End of the last day.
   */
  to: string;
  /**
   * False when there are more than 1,000,000 rows; then only the newest are counted.
   */
  complete: boolean;
  days: HitsByDayDay[];
}
/**
 */
export interface HitsByDayDay {
  /**
   * YYYY-MM-DD, in UTC.
   */
  day: string;
  open: number;
  trueMatch: number;
  falsePositive: number;
  /**
   * Without a decision: a compared value has changed or was removed.
   */
  closed: number;
}
/**
 */
export interface SubjectHitWithDecisions {
  /**
   * Id of the hit.
   */
  id: string;
  /**
   * The id of the hit once the subject is erased.
   */
  subjectId: string;
  listKind: ListKind;
  listId: string;
  entryId: string;
  /**
   * Revision of the list with the entry as it was last compared: the `version` that returns this state.
   */
  listRevision: number;
  /**
   * `open`: to be decided. `true_match`, `false_positive`: decided, and unchanged since. `closed`: no longer a hit.
   */
  status: "open" | "true_match" | "false_positive" | "closed" | (string & {});
  /**
   * 0 to 100, at the last comparison.
   */
  score: number;
  /**
   * Why the pair returned after it was decided or closed; null if it never did.
   */
  reopenedBecause: HitReopenReason | null;
  closedBecause: HitCloseReason | null;
  /**
   * The match at the last comparison. Null once the subject is deleted.
   */
  match: SubjectMatch | null;
  /**
   * Grows with each change of the hit, except of its assignee and due date.
   */
  revision: number;
  /**
   * Id of the person who reviews it; it stays when the person is no longer a member.
   */
  assignee?: string | null;
  /**
   * The due date.
   */
  dueAt?: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * When it was first found.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * The newest 100 decisions, newest first, including those that no longer apply.
   */
  decisions: HitDecision[];
  /**
   * The code of the new reason; null if none was given.
   */
  reasonCode?: string | null;
  /**
   * Salted SHA-256 of the new reason, in hex, as in the audit log. The salt is sealed with the reason.
   */
  reasonHash?: string | null;
}
/**
 */
export interface HitDecision {
  /**
   * Id of the decision.
   */
  id: string;
  decision: HitVerdict;
  /**
   * The person’s reason. Null if none was given, and once the subject is deleted.
   */
  reason: string | null;
  /**
   * The code of the person’s reason; null if none was given.
   */
  reasonCode?: string | null;
  /**
   * The match as the service had found it at the time of the decision. Null once the subject is deleted, and for decisions from before findings were stored.
   */
  findings: HitFindings | null;
  /**
   * Id of the person or key that decided.
   */
  decidedBy: string;
  /**
   * The person that the caller named, if a key sent the decision.
   */
  onBehalfOf: string | null;
  /**
   * The API key that the decision was sent with; null for a person.
   */
  apiKeyId: string | null;
  /**
   * When it was decided.
   */
  decidedAt: string;
  /**
   * The approval request that the decision answered; null where one person decided. Answers to POST omit requests.
   */
  approval?: DecisionApproval | null;
}
/**
 */
export interface HitFindings {
  /**
   * 0 to 100.
   */
  score: number;
  /**
   * Source of the list.
   */
  source: string;
  listName: string;
  /**
   * The entry's primary name.
   */
  name: string;
  /**
   * The name or alias that matched best.
   */
  matchedName: string;
  /**
   * Date of birth on the list, as precise as the list has it.
   */
  dob: string | null;
  country: string | null;
  /**
   * Sanctions programs that list it. Present if the list names some.
   */
  programs?: string[];
  topics?: ScreeningTopics;
  pep?: ListedPep;
  explanation: MatchExplanation;
  /**
   * Present when the entry has identifiers of the query: lists them, with the country that both name. It is then a hit whatever its name. Such hits come first.
   */
  identifiers?: ScreenedIdentifier[];
  /**
   * Present if facts of the entry contradict the query: lists them. The hit is at most `review`, unless an identifier shows that it is the same person or thing.
   */
  contradicted?: ScreeningFact[];
}
/**
 */
export interface DecisionApproval {
  /**
   * Id of the request.
   */
  id: string;
  askedBy: ApprovalActor;
  /**
   * The asker’s reason. Null if none was given, and once the subject is deleted.
   */
  reason: string | null;
  /**
   * The code of the asker’s reason; null if none was given.
   */
  reasonCode?: string | null;
}
/**
 */
export interface ApprovalActor {
  kind: ActorKind;
  id: string;
}
/**
 */
export interface AssignHitsInput {
  /**
   * Ids of hits.
   *
   * @minItems 1
   * @maxItems 100
   */
  ids: string[];
  /**
   * Id of a member; null for no one.
   */
  assignee?: string | null;
  /**
   * Null for none.
   */
  dueAt?: string | null;
}
/**
 */
export interface AssignedHits {
  ids: string[];
  assignee?: string | null;
  /**
   * The due date.
   */
  dueAt?: string | null;
}
/**
 */
export interface DecideHitInput {
  decision: HitVerdictInput;
  /**
   * The person’s reason, for later readers; stored encrypted. An empty text means that the person gave none. The service always stores its own findings with the decision.
   */
  reason: string;
  /**
   * Your own id of the person who decided, if a key sends the decision.
   */
  onBehalfOf?: string;
  /**
   * A code of the reason: one of the organization’s codes (`GET /approvals/reasons`).
   */
  reasonCode?: string;
  /**
   * The former name of `onBehalfOf`.
   */
  decidedBy?: string;
  /**
   * The `revision` of the hit that the decision is about. If it has changed, the answer is 409 and nothing is decided.
   */
  expectedRevision?: number;
}
/**
 */
export interface HitViews {
  /**
   * By name: at most 100.
   */
  views: HitView[];
}
/**
 */
export interface HitView {
  id: string;
  /**
   * Unique among its views.
   */
  name: string;
  /**
   * True: a view of the organization. False: a view that only its maker sees.
   */
  isShared: boolean;
  filters: HitViewFilters;
  /**
   * When it was saved.
   */
  createdAt: string;
}
/**
 * Filters and order of the review queue, as in `GET /fraud/hits` but for `age` and `assignee`.
 */
export interface HitViewFilters {
  status?: HitStatus;
  listId?: string;
  kind?: ListKind;
  subjectId?: string;
  minScore?: number;
  maxScore?: number;
  /**
   * Found in the last 24 hours, one to seven days ago, 7 to 30 days ago, earlier, at the time of reading. `GET /fraud/hits` takes `from` and `to` instead.
   */
  age?: "day" | "week" | "month" | "older" | (string & {});
  /**
   * Id of a person; `me` for the reader, `none` for unassigned hits. `GET /fraud/hits` takes the id of the reader and `isAssigned=false` instead.
   */
  assignee?: string;
  isOverdue?: boolean;
  isWaiting?: boolean;
  sort?: HitSort;
}
/**
 */
export interface CreateHitViewInput {
  /**
   * Unique among its views.
   */
  name: string;
  /**
   * True: a view of the organization. False: a view that only its maker sees.
   */
  isShared: boolean;
  filters: HitViewFiltersInput;
}
/**
 * Filters and order of the review queue, as in `GET /fraud/hits` but for `age` and `assignee`.
 */
export interface HitViewFiltersInput {
  status?: HitStatusInput;
  listId?: string;
  kind?: ListKindInput;
  subjectId?: string;
  minScore?: number;
  maxScore?: number;
  /**
   * Found in the last 24 hours, one to seven days ago, 7 to 30 days ago, earlier, at the time of reading. `GET /fraud/hits` takes `from` and `to` instead.
   */
  age?: "day" | "week" | "month" | "older";
  /**
   * Id of a person; `me` for the reader, `none` for unassigned hits. `GET /fraud/hits` takes the id of the reader and `isAssigned=false` instead.
   */
  assignee?: string;
  isOverdue?: boolean;
  isWaiting?: boolean;
  sort?: HitSortInput;
}
/**
 */
export interface DeletedHitView {
  id: string;
  deleted: boolean;
}
/**
 */
export interface CaseSettings {
  organizationId: string;
  /**
   * Kinds of lists whose hits create a case; if empty, the rule creates none.
   *
   * @maxItems 4
   */
  listKinds: SubjectListKind[];
  /**
   * Lowest score of a hit that creates a case.
   */
  minScore: number;
  /**
   * Id of the member to whom the rule assigns new cases; null for none.
   */
  assignee: string | null;
  /**
   * The rule assigns each new case to the member of this role who has waited longest for one; null for none.
   */
  assigneeRole: MemberRole | null;
}
/**
 */
export interface UpdateCaseSettingsInput {
  /**
   * Kinds of lists whose hits create a case; if empty, the rule creates none.
   *
   * @maxItems 4
   */
  listKinds?: SubjectListKindInput[];
  /**
   * Lowest score of a hit that creates a case.
   */
  minScore?: number;
  /**
   * Id of the member to whom the rule assigns new cases; null for none.
   */
  assignee?: string | null;
  /**
   * The rule assigns each new case to the member of this role who has waited longest for one; null for none.
   */
  assigneeRole?: MemberRoleInput | null;
}
/**
 */
export interface CreateCaseInput {
  /**
   * Your own id of the case’s subject, which need not be enrolled.
   */
  subjectId: string;
  /**
   * Ids of hits, screenings, verifications, dead letters and threads.
   *
   * @maxItems 100
   */
  itemIds?: string[];
  /**
   * Id of a member.
   */
  assignee?: string;
  /**
   * ISO 8601; the due date.
   */
  dueAt?: string;
  priority?: CasePriorityInput;
  /**
   * Free text, stored encrypted.
   */
  note?: string;
  /**
   * Your own kind of case, such as `onboarding`. Use no personal data.
   */
  type?: string;
  /**
   * Your own labels. Use no personal data.
   *
   * @maxItems 20
   */
  tags?: string[];
}
/**
 */
export interface CaseSummary {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  status: CaseStatus;
  /**
   * Null until it is closed.
   */
  outcome: CaseOutcome | null;
  /**
   * Computed from the kinds of lists, the scores and the age, unless it was set.
   */
  priority: "LOW" | "MEDIUM" | "HIGH" | "URGENT" | (string & {});
  /**
   * True if it was set by a caller.
   */
  isPrioritySet: boolean;
  /**
   * Id of a person; it stays when the person is no longer a member.
   */
  assignee: string | null;
  /**
   * The due date.
   */
  dueAt: string | null;
  /**
   * Your own kind of case.
   */
  type: string | null;
  /**
   * Your own labels, in their order.
   */
  tags: string[];
  /**
   * Null unless it is snoozed now. A new hit ends it.
   */
  snoozedUntil: string | null;
  /**
   * The member who works on it now.
   */
  claim: CaseClaim | null;
  origin: CaseOrigin;
  createdBy: CaseActor;
  /**
   * Grows with each change of state, assignee, due date, priority, type, tags, snooze and items, and with decisions in the case.
   */
  revision: number;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * When it was closed.
   */
  closedAt: string | null;
}
/**
 */
export interface CaseClaim {
  by: CaseActor;
  /**
   * When it ends unless it is renewed.
   */
  until: string;
}
/**
 */
export interface CaseActor {
  kind: ActorKind;
  id: string;
}
/**
 */
export interface CaseSummaryPage {
  items: CaseSummary[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface Case {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  status: CaseStatus;
  /**
   * Null until it is closed.
   */
  outcome: CaseOutcome | null;
  /**
   * Computed from the kinds of lists, the scores and the age, unless it was set.
   */
  priority: "LOW" | "MEDIUM" | "HIGH" | "URGENT" | (string & {});
  /**
   * True if it was set by a caller.
   */
  isPrioritySet: boolean;
  /**
   * Id of a person; it stays when the person is no longer a member.
   */
  assignee: string | null;
  /**
   * The due date.
   */
  dueAt: string | null;
  /**
   * Your own kind of case.
   */
  type: string | null;
  /**
   * Your own labels, in their order.
   */
  tags: string[];
  /**
   * Null unless it is snoozed now. A new hit ends it.
   */
  snoozedUntil: string | null;
  /**
   * The member who works on it now.
   */
  claim: CaseClaim | null;
  origin: CaseOrigin;
  createdBy: CaseActor;
  /**
   * Grows with each change of state, assignee, due date, priority, type, tags, snooze and items, and with decisions in the case.
   */
  revision: number;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * When it was closed.
   */
  closedAt: string | null;
  subject: CaseSubject;
  /**
   * In the order of their addition; at most 100.
   */
  items: CaseItem[];
  /**
   * Oldest first; at most 25.
   */
  notes: CaseNote[];
  /**
   * Oldest first.
   */
  files: CaseFile[];
  /**
   * The newest changes, oldest first; at most 100.
   */
  history: CaseChange[];
  /**
   * Number of all changes.
   */
  historyTotal: number;
  /**
   * Number of all items.
   */
  itemsTotal: number;
  /**
   * Number of all notes.
   */
  notesTotal: number;
  /**
   * `itemsAfter` of the next items; null when there are no more.
   */
  itemsNext: string | null;
  /**
   * `notesAfter` of the next notes; null when there are no more.
   */
  notesNext: string | null;
  /**
   * `historyBefore` of older changes; null when there are no more.
   */
  historyNext: string | null;
}
/**
 */
export interface CaseSubject {
  id: string;
  isEnrolled: boolean;
  /**
   * The initials of the enrolled subject’s name.
   */
  label: string | null;
}
/**
 */
export interface CaseItem {
  id: string;
  kind: CaseItemKind;
  /**
   * Its current status or outcome; null if it no longer exists.
   */
  state: string | null;
  /**
   * Only for a hit.
   */
  hit: CaseHit | null;
  /**
   * The title of a screening; null without one, and for other items.
   */
  title: string | null;
  addedBy: CaseActor;
  /**
   * When it was added.
   */
  addedAt: string;
}
/**
 */
export interface CaseHit {
  subjectId: string;
  listKind: string;
  listId: string;
  entryId: string;
  /**
   * The name on the list; null once the subject is deleted.
   */
  listedName: string | null;
  score: number;
  /**
   * For `expectedRevision` of a decision.
   */
  revision: number;
  /**
   * The newest decision on it; null while it is open, and if there is none.
   */
  decision?: LastHitDecision | null;
}
/**
 */
export interface LastHitDecision {
  /**
   * Id of the decision.
   */
  id: string;
  decision: HitVerdict;
  /**
   * The person’s reason. Null if none was given, and once the subject is deleted.
   */
  reason: string | null;
  /**
   * The code of the person’s reason; null if none was given.
   */
  reasonCode?: string | null;
  /**
   * Id of the person or key that decided.
   */
  decidedBy: string;
  /**
   * The person that the caller named, if a key sent the decision.
   */
  onBehalfOf: string | null;
  /**
   * The API key that the decision was sent with; null for a person.
   */
  apiKeyId: string | null;
  /**
   * When it was decided.
   */
  decidedAt: string;
  /**
   * The approval request that the decision answered; null where one person decided. Answers to POST omit requests.
   */
  approval?: DecisionApproval | null;
}
/**
 */
export interface CaseNote {
  id: string;
  /**
   * Null once the subject is deleted, or when its key is lost.
   */
  text: string | null;
  by: CaseActor;
  /**
   * When the note was added.
   */
  createdAt: string;
}
/**
 */
export interface CaseFile {
  id: string;
  /**
   * Null when its key is lost.
   */
  name: string | null;
  contentType: string | null;
  /**
   * SHA-256 of the content, in hexadecimal.
   */
  sha256: string | null;
  /**
   * Bytes.
   */
  size: number;
  addedBy: CaseActor;
  /**
   * When it was attached.
   */
  addedAt: string;
}
/**
 */
export interface CaseChange {
  id: string;
  /**
   * `created`, `updated`, `closed`, `reopened`, `claimed`, `released`, `items_added`, `item_removed`, `noted`, `decided`, `file_added`, `file_removed`, `erased`.
   */
  change: string;
  /**
   * Ids and states.
   */
  detail: {
    [k: string]: unknown;
  };
  by: CaseActor;
  /**
   * The time of the change.
   */
  at: string;
}
/**
 */
export interface UpdateCaseInput {
  /**
   * The `revision` of the case that the caller has read. If it has changed, the answer is 409 with the new one, and nothing changes.
   */
  expectedRevision: number;
  status?: CaseStatusInput;
  /**
   * Required with the status `CLOSED`, and rejected otherwise.
   */
  outcome?: "TRUE_MATCH" | "FALSE_POSITIVE" | "INCONCLUSIVE" | "NO_ACTION";
  /**
   * Id of a member.
   */
  assignee?: string | null;
  /**
   * ISO 8601; the due date.
   */
  dueAt?: string | null;
  /**
   * Replaces the computed priority; null restores it.
   */
  priority?: CasePriorityInput | null;
  /**
   * Your own kind of case, such as `onboarding`. Use no personal data.
   */
  type?: string | null;
  /**
   * Your own labels. Use no personal data.
   *
   * @maxItems 20
   */
  tags?: string[];
  /**
   * The time until which the case is snoozed; null ends it.
   */
  snoozedUntil?: string | null;
}
/**
 */
export interface TakeOverCaseInput {
  /**
   * The reason for taking the case over, stored encrypted as a note.
   */
  reason: string;
}
/**
 */
export interface AddCaseItemsInput {
  /**
   * Ids of hits, screenings, verifications, dead letters and threads.
   *
   * @minItems 1
   * @maxItems 100
   */
  ids: string[];
}
/**
 */
export interface CaseWithAddedItems {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  status: CaseStatus;
  /**
   * Null until it is closed.
   */
  outcome: CaseOutcome | null;
  /**
   * Computed from the kinds of lists, the scores and the age, unless it was set.
   */
  priority: "LOW" | "MEDIUM" | "HIGH" | "URGENT" | (string & {});
  /**
   * True if it was set by a caller.
   */
  isPrioritySet: boolean;
  /**
   * Id of a person; it stays when the person is no longer a member.
   */
  assignee: string | null;
  /**
   * The due date.
   */
  dueAt: string | null;
  /**
   * Your own kind of case.
   */
  type: string | null;
  /**
   * Your own labels, in their order.
   */
  tags: string[];
  /**
   * Null unless it is snoozed now. A new hit ends it.
   */
  snoozedUntil: string | null;
  /**
   * The member who works on it now.
   */
  claim: CaseClaim | null;
  origin: CaseOrigin;
  createdBy: CaseActor;
  /**
   * Grows with each change of state, assignee, due date, priority, type, tags, snooze and items, and with decisions in the case.
   */
  revision: number;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * When it was closed.
   */
  closedAt: string | null;
  /**
   * Ids of the newly added items.
   */
  added: string[];
}
/**
 */
export interface AddCaseNoteInput {
  /**
   * Free text, stored encrypted.
   */
  text: string;
}
/**
 */
export interface AddedCaseNote {
  /**
   * Id of the note.
   */
  id: string;
  caseId: string;
}
/**
 */
export interface AttachCaseFileInput {
  /**
   * Name of the file, stored encrypted. Must have a visible character, and no control or invisible characters.
   */
  name: string;
  /**
   * Media type, such as `application/pdf`. The content is not checked.
   */
  contentType: string;
  /**
   * The content, at most 10 MiB, as base64 (RFC 4648 section 4) with padding, without line breaks and without `data:`.
   */
  base64: string;
}
/**
 */
export interface AttachedCaseFile {
  /**
   * Id of the file.
   */
  id: string;
  caseId: string;
  /**
   * Bytes.
   */
  size: number;
}
/**
 */
export interface CaseFileContent {
  id: string;
  /**
   * Null when its key is lost.
   */
  name: string | null;
  contentType: string | null;
  /**
   * SHA-256 of the content, in hexadecimal.
   */
  sha256: string | null;
  /**
   * Bytes.
   */
  size: number;
  addedBy: CaseActor;
  /**
   * When it was attached.
   */
  addedAt: string;
  /**
   * The content.
   */
  base64: string;
}
/**
 */
export interface DecideCaseInput {
  /**
   * The `revision` of the case that the caller has read. If it has changed, the answer is 409 with the new one, and nothing changes.
   */
  expectedRevision: number;
  /**
   * @minItems 1
   * @maxItems 100
   */
  decisions: {
    /**
     * Id of a hit of the case.
     */
    hitId: string;
    decision: HitVerdictInput;
    /**
     * The `revision` of the hit that the decision is about. If it has changed, the answer is 409 and nothing is decided.
     */
    expectedRevision?: number;
  }[];
  /**
   * The reason of each decision, stored encrypted with it, and a note on the case unless the request has another one.
   */
  reason: string;
  /**
   * Free text, stored encrypted.
   */
  note?: string;
  /**
   * Your own id of the person who decided, if a key sends the decision.
   */
  onBehalfOf?: string;
  /**
   * Closes the case with this outcome.
   */
  outcome?: "TRUE_MATCH" | "FALSE_POSITIVE" | "INCONCLUSIVE" | "NO_ACTION";
  /**
   * A code of the reason: one of the organization’s codes (`GET /approvals/reasons`).
   */
  reasonCode?: string;
  /**
   * Applies the decision to all other open hits of a subject with the same name, date of birth and country on the same entry. Default: false.
   */
  alsoIdentical?: boolean;
}
/**
 */
export interface DecidedCase {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  status: CaseStatus;
  /**
   * Null until it is closed.
   */
  outcome: CaseOutcome | null;
  /**
   * Computed from the kinds of lists, the scores and the age, unless it was set.
   */
  priority: "LOW" | "MEDIUM" | "HIGH" | "URGENT" | (string & {});
  /**
   * True if it was set by a caller.
   */
  isPrioritySet: boolean;
  /**
   * Id of a person; it stays when the person is no longer a member.
   */
  assignee: string | null;
  /**
   * The due date.
   */
  dueAt: string | null;
  /**
   * Your own kind of case.
   */
  type: string | null;
  /**
   * Your own labels, in their order.
   */
  tags: string[];
  /**
   * Null unless it is snoozed now. A new hit ends it.
   */
  snoozedUntil: string | null;
  /**
   * The member who works on it now.
   */
  claim: CaseClaim | null;
  origin: CaseOrigin;
  createdBy: CaseActor;
  /**
   * Grows with each change of state, assignee, due date, priority, type, tags, snooze and items, and with decisions in the case.
   */
  revision: number;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * When it was closed.
   */
  closedAt: string | null;
  /**
   * Id of the note.
   */
  noteId: string;
  /**
   * Ids of the decided hits of the case.
   */
  decided: string[];
  /**
   * Ids of the other hits that were decided with them.
   */
  identical: string[];
}
/**
 */
export interface SignedCase {
  /**
   * The kind and version of the document.
   */
  format: "oriki-case-file-v1";
  organization: CaseOrganization;
  printedBy: CaseActor;
  /**
   * When the case file was made.
   */
  printedAt: string;
  case: CaseSummary;
  /**
   * The subjects of the case and of its hits that are enrolled now.
   */
  subjects: ScreeningSubject[];
  /**
   * Every hit of the case, with its decisions.
   */
  hits: SignedHit[];
  /**
   * The listed entities, at each version at which a hit was compared or decided. An entry that no longer exists is absent.
   */
  entries: ListedEntityRecord[];
  /**
   * Requests for a second person about the hits of the case.
   */
  approvals: ApprovalRecord[];
  /**
   * All items of the case, in the order of their addition.
   */
  items: SignedItem[];
  /**
   * Oldest first.
   */
  notes: CaseNote[];
  /**
   * Oldest first, without their content.
   */
  files: CaseFile[];
  /**
   * Oldest first.
   */
  history: CaseChange[];
  /**
   * Names of the people and keys whose ids the other members contain.
   */
  callers: CaseParticipant[];
  /**
   * Rows of the audit log about the case, its hits and requests, oldest first, without reads.
   */
  audit: LinkedAuditAction[];
  /**
   * The last link of the organization’s chain when the case file was made.
   */
  chainHead: ChainHead | null;
  /**
   * SHA-256, in hex, of the canonical JSON (RFC 8785) of this object without `sha256` and `signature`.
   */
  sha256: string;
  /**
   * JSON Web Signature (RFC 7515, appendix F) in compact form without its payload, which is that canonical JSON. `kid` of its header names a key of `/.well-known/oriki-keys.json`.
   */
  signature: string;
}
/**
 */
export interface CaseOrganization {
  id: string;
  name: string;
}
/**
 */
export interface SignedHit {
  /**
   * Id of the hit.
   */
  id: string;
  /**
   * The id of the hit once the subject is erased.
   */
  subjectId: string;
  listKind: ListKind;
  listId: string;
  entryId: string;
  /**
   * Revision of the list with the entry as it was last compared: the `version` that returns this state.
   */
  listRevision: number;
  /**
   * `open`: to be decided. `true_match`, `false_positive`: decided, and unchanged since. `closed`: no longer a hit.
   */
  status: "open" | "true_match" | "false_positive" | "closed" | (string & {});
  /**
   * 0 to 100, at the last comparison.
   */
  score: number;
  /**
   * Why the pair returned after it was decided or closed; null if it never did.
   */
  reopenedBecause: HitReopenReason | null;
  closedBecause: HitCloseReason | null;
  /**
   * The match at the last comparison. Null once the subject is deleted.
   */
  match: SubjectMatch | null;
  /**
   * Grows with each change of the hit, except of its assignee and due date.
   */
  revision: number;
  /**
   * Id of the person who reviews it; it stays when the person is no longer a member.
   */
  assignee?: string | null;
  /**
   * The due date.
   */
  dueAt?: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * When it was first found.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * Only with `withSubject`. Null if the subject is no longer enrolled.
   */
  subject?: SubjectOfHit | null;
  /**
   * The newest 100 decisions, oldest first, including those that no longer apply.
   */
  decisions: SignedDecision[];
}
/**
 */
export interface SignedDecision {
  /**
   * Id of the decision.
   */
  id: string;
  decision: HitVerdict;
  /**
   * The code of the reason, as in the audit log; null without a code.
   */
  reasonCode: string | null;
  /**
   * The match as the service had found it at the time of the decision. Null once the subject is deleted, and for decisions from before findings were stored.
   */
  findings: HitFindings | null;
  /**
   * Id of the person or key that decided.
   */
  decidedBy: string;
  /**
   * The person that the caller named, if a key sent the decision.
   */
  onBehalfOf: string | null;
  /**
   * The API key that the decision was sent with; null for a person.
   */
  apiKeyId: string | null;
  /**
   * When it was decided.
   */
  decidedAt: string;
  /**
   * The person’s reason. Null if none was given, and once the subject is deleted.
   */
  reason: RecordedReason | null;
  /**
   * Revision of the list with the entry that was decided on. Null for decisions from before it was stored.
   */
  listRevision: number | null;
  /**
   * The `revision` that the decision gave the hit. Null for decisions from before it was stored.
   */
  hitRevision: number | null;
  /**
   * Id of the request for a second person that it answered; null where one person decided.
   */
  approvalId: string | null;
  /**
   * Id of the row of the audit log, in `audit`; null if it has none.
   */
  auditId: string | null;
}
/**
 */
export interface RecordedReason {
  text: string;
  salt: string | null;
  /**
   * SHA-256 of the bytes of the salt and the text in UTF-8, in hex, as in the audit log.
   */
  hash: string | null;
}
/**
 */
export interface ListedEntityRecord {
  /**
   * Revision of the list at which the entry is shown.
   */
  version: number;
  /**
   * The newest file of a global list at that revision; null for an organization’s own list, and once the version is deleted.
   */
  imported: ImportedListFile | null;
  entry: ListedEntity;
}
/**
 */
export interface ImportedListFile {
  revision: number;
  /**
   * When the file was imported.
   */
  importedAt: string;
  /**
   * File name, or URL without its query.
   */
  origin: string | null;
  /**
   * SHA-256 of the file, in hex.
   */
  sha256: string | null;
}
/**
 */
export interface ApprovalRecord {
  id: string;
  action: GuardedAction;
  detail: {
    [k: string]: unknown;
  };
  objectId: string;
  status: ApprovalStatus;
  askedBy: ApprovalActor;
  /**
   * When it was requested.
   */
  askedAt: string;
  /**
   * When it expires.
   */
  expiresAt: string;
  answeredBy: ApprovalActor | null;
  /**
   * When it was carried out or rejected, or when it expired.
   */
  answeredAt: string | null;
  /**
   * The code of the requester’s reason; null without a code.
   */
  reasonCode: string | null;
  /**
   * The requester’s reason. Null if none was given, and once its subject is deleted.
   */
  reason: RecordedReason | null;
  /**
   * The reason of the second person. Null if none was given, and once its subject is deleted. A decision on a hit contains the reason itself.
   */
  answerReason: RecordedReason | null;
}
/**
 */
export interface SignedItem {
  id: string;
  kind: CaseItemKind;
  /**
   * Its current status or outcome; null if it no longer exists.
   */
  state: string | null;
  /**
   * The title of a screening; null without one, and for other items.
   */
  title: string | null;
  addedBy: CaseActor;
  /**
   * When it was added.
   */
  addedAt: string;
}
/**
 */
export interface CaseParticipant {
  id: string;
  /**
   * Null if the organization has none for the id.
   */
  name: string | null;
}
/**
 */
export interface LinkedAuditAction {
  /**
   * Id of the row of the audit log.
   */
  id: string;
  /**
   * When the action happened.
   */
  at: string;
  actor: CaseActor;
  action: string;
  objectId: string | null;
  before: {
    [k: string]: unknown;
  } | null;
  after: {
    [k: string]: unknown;
  } | null;
  /**
   * Hash of the row, in hex.
   */
  rowHash: string;
  /**
   * The link of the chain that covers the row; null for about a second after the action.
   */
  link: ChainHead | null;
}
/**
 */
export interface ChainHead {
  /**
   * Number of the link.
   */
  seq: number;
  /**
   * Its hash, hexadecimal.
   */
  hash: string;
}
/**
 */
export interface CreateIdentitySessionInput {
  /**
   * Your own id of the person or merchant. It is stored in the clear, so do not use personal data.
   */
  subjectId: string;
  /**
   * In the order in which they run.
   *
   * @minItems 1
   * @maxItems 8
   */
  steps: SessionStepTypeInput[];
  /**
   * ISO 3166-1 alpha-2: the country of the numbers. Default: NG.
   */
  country?: string;
  person?: MatchAgainst;
  consent?: SessionConsent;
  /**
   * Address to which the person returns, exactly as in the settings of sessions. Oriki adds `session=` with the id.
   */
  returnUrl?: string;
  /**
   * Seconds until the session expires. Default: 86400.
   */
  expiresIn?: number;
}
/**
 * Required with the step `consent`.
 */
export interface SessionConsent {
  /**
   * What the person agreed to, as your own word: `kyc`, `credit-check`.
   */
  purpose: string;
  /**
   * The version of the text that the person saw.
   */
  textVersion: string;
  /**
   * The text to which the person agrees, as the hosted page shows it.
   */
  text: string;
  /**
   * How it was given.
   */
  channel?: "web" | "app" | "ussd" | "message" | "call" | "branch" | "agent" | "paper";
}
/**
 */
export interface IdentitySession {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  country: string;
  status: SessionStatus;
  /**
   * In their order.
   */
  steps: SessionStep[];
  /**
   * Null once the session has ended.
   */
  nextAction: SessionAction | null;
  returnUrl: string | null;
  /**
   * Id of the person or API key.
   */
  createdBy: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it expires.
   */
  expiresAt: string;
  /**
   * Null while it is open.
   */
  endedAt: string | null;
}
/**
 */
export interface SessionStep {
  type: SessionStepType;
  status: SessionStepStatus;
  /**
   * Attempts that have ended.
   */
  attempts: number;
  /**
   * Why the last attempt did not pass, in one word; null if it passed or there was none. More may be added.
   */
  reason: string | null;
  /**
   * When the last attempt ended.
   */
  endedAt: string | null;
  consentId?: string;
  /**
   * Of the last attempt.
   */
  verificationId?: string;
  screeningId?: string;
}
/**
 */
export interface SessionAction {
  /**
   * `text` and `image`: send `fields`. `otp`: send the code that the register has sent to the person. `redirect`: send the person to `url`, and then the code from the address at which the person returns. `none`: the step needs nothing; it runs with the next request, or by itself after some seconds.
   */
  type: "text" | "image" | "otp" | "redirect" | "none" | (string & {});
  step: SessionStepType;
  /**
   * Number of the attempt, from 1.
   */
  attempt: number;
  /**
   * Fields of the request that the step needs.
   */
  fields: SessionField[];
  /**
   * With `redirect`, where one session is read: the page of the register.
   */
  url?: string;
  /**
   * True while a request or the worker runs the step.
   */
  isRunning: boolean;
  /**
   * Present for the step `consent`.
   */
  consent?: {
    purpose: string;
    textVersion: string;
    text: string;
  };
}
/**
 */
export interface IdentitySessionPage {
  items: IdentitySession[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface AdvanceIdentitySessionInput {
  step: SessionStepTypeInput;
  /**
   * The `attempt` of `nextAction`. A repeat of an attempt that has ended changes nothing.
   */
  attempt: number;
  /**
   * With `consent`: false refuses, and the session fails.
   */
  agreed?: boolean;
  /**
   * The Bank Verification Number: exactly 11 digits.
   */
  bvn?: string;
  /**
   * The primary national identifier of the country. In Nigeria the National Identification Number: exactly 11 digits.
   */
  nin?: string;
  /**
   * In the format of the country. In Nigeria a NUBAN: 10 digits.
   */
  accountNumber?: string;
  /**
   * Code of the bank in the country, such as 058.
   */
  bankCode?: string;
  person?: MatchAgainst;
  selfie?: BiometricImage;
  reference?: BiometricImage;
  /**
   * The code of the register: typed by the person, or from the address of return.
   */
  code?: string;
}
/**
 */
export interface IdentitySessionLink {
  /**
   * Id of the session.
   */
  id: string;
  /**
   * Opens once, in one browser. Who has it can act as the person.
   */
  url: string;
  /**
   * When the session expires.
   */
  expiresAt: string;
}
/**
 */
export interface IdentitySessionSettings {
  organizationId: string;
  /**
   * Addresses that a session may name as `returnUrl`: https, or http on the own machine; no user, password, fragment or parameter `session`.
   *
   * @maxItems 20
   */
  returnUrls: string[];
}
/**
 */
export interface UpdateIdentitySessionSettingsInput {
  /**
   * Addresses that a session may name as `returnUrl`: https, or http on the own machine; no user, password, fragment or parameter `session`.
   *
   * @maxItems 20
   */
  returnUrls?: string[];
}
/**
 */
export interface InviteFederationMemberInput {
  /**
   * The organization to invite.
   */
  organizationId: string;
  /**
   * Precedes the codes of the member’s modules: `<prefix>:<MODULE>:<ACTION>`. Unique within the group, never changed.
   */
  prefix: string;
}
/**
 */
export interface FederationMember {
  /**
   * Id of the membership.
   */
  id: string;
  groupId: string;
  organizationId: string;
  prefix: string;
  role: FederationRole;
  status: MembershipStatus;
  /**
   * When it was invited; after acceptance, when it accepted.
   */
  joinedAt: string;
}
/**
 */
export interface RemoveFederationMemberInput {
  /**
   * The member to remove; in the query or in the body, and in both only if the same.
   */
  organizationId?: string;
}
/**
 */
export interface RemovedFederationMember {
  /**
   * Id of the ended membership.
   */
  id: string;
  organizationId: string;
  removed: boolean;
}
/**
 */
export interface CreateFederationGroupInput {
  /**
   * Must have a visible character, and no control or invisible characters.
   */
  name: string;
  /**
   * Precedes the codes of the member’s modules: `<prefix>:<MODULE>:<ACTION>`. Unique within the group, never changed.
   */
  prefix: string;
}
/**
 */
export interface FederationGroupDetail {
  /**
   * Id of the group.
   */
  id: string;
  name: string;
  /**
   * The organization that created it. It cannot be transferred.
   */
  ownerOrganizationId: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * In the order of invitation.
   */
  members: FederationMember[];
}
/**
 */
export interface FederationGroupPage {
  items: FederationGroup[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface FederationGroup {
  /**
   * Id of the group.
   */
  id: string;
  name: string;
  /**
   * The organization that created it. It cannot be transferred.
   */
  ownerOrganizationId: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * Of the calling organization.
   */
  role: "owner" | "member" | (string & {});
  /**
   * Of the calling organization.
   */
  status: "INVITED" | "ACTIVE" | (string & {});
  /**
   * Of the calling organization.
   */
  prefix: string;
  /**
   * Including invited organizations.
   */
  memberCount: number;
}
/**
 */
export interface FederationSyncStatus {
  groupId: string;
  /**
   * Revision of the group’s last sync; 0 before the first.
   */
  revision: number;
  /**
   * The fraud configuration that the calling organization has received; for the owner, its last push.
   */
  fraudConfig: FederationFraudConfig | null;
  members: {
    /**
     * Id of the membership.
     */
    id: string;
    groupId: string;
    organizationId: string;
    prefix: string;
    role: FederationRole;
    status: MembershipStatus;
    /**
     * When it was invited; after acceptance, when it accepted.
     */
    joinedAt: string;
    /**
     * Revision of the last sync that the member took part in; 0 before the first.
     */
    revision: number;
    /**
     * When the member last took part in a pull: it pulled, or was pulled from.
     */
    lastPulledAt: string | null;
    /**
     * When the member last took part in a push: it pushed, or was pushed to.
     */
    lastPushedAt: string | null;
    /**
     * Revision of this member’s modules and roles that the calling organization has; null when it has none.
     */
    importedRevision: number | null;
  }[];
}
/**
 */
export interface FederationFraudConfig {
  /**
   * The group’s revision of the push that gave it.
   */
  revision: number;
  /**
   * Kinds of lists that a member’s screening checks, and no others, when its caller names none: without `sanctions` it skips sanctions lists. Null: as without a federation.
   */
  kinds: SharedListKind[] | null;
  /**
   * Lowest score of a hit when the caller sets no threshold, even if it is higher than the default and so finds less; null: as without a federation.
   */
  threshold: number | null;
  /**
   * Profile of weights for members that have chosen none; null: as without a federation.
   */
  profile: ScreeningProfileName | null;
  /**
   * True if the owner’s false positives on hits of global lists count for members, where the screened person’s name, date of birth and country are the same. A member that screens such a person learns that the owner has enrolled this person.
   */
  shareDecisions: boolean;
}
/**
 */
export interface PullFederationInput {
  /**
   * Only this member; it must be active. Default: all active members except the caller.
   */
  organizationId?: string;
}
/**
 */
export interface FederationPull {
  groupId: string;
  /**
   * The group’s revision of this sync; each has a higher one. If all imports were refused, there was no sync, and it is the group’s last.
   */
  revision: number;
  /**
   * The members whose modules and roles were pulled.
   */
  members: {
    organizationId: string;
    prefix: string;
    /**
     * `unchanged`: the caller’s imports are up to date. `refused`: the caller’s own data conflicts, such as modules of another group under the same prefix; nothing was imported.
     */
    result: "updated" | "unchanged" | "refused" | (string & {});
    /**
     * The reason for `refused`.
     */
    reason: string | null;
  }[];
}
/**
 */
export interface PushFederationInput {
  /**
   * Only this member; it must be active. Default: all active members except the caller.
   */
  organizationId?: string;
}
/**
 */
export interface FederationPush {
  groupId: string;
  /**
   * The group’s revision of this sync; each has a higher one.
   */
  revision: number;
  /**
   * The members that received the push.
   */
  members: {
    organizationId: string;
    prefix: string;
  }[];
}
/**
 */
export interface PushFederationFraudConfigInput {
  /**
   * Only this member; it must be active. Default: all active members except the caller.
   */
  organizationId?: string;
  /**
   * Kinds of lists that a member’s screening checks, and no others, when its caller names none: without `sanctions` it skips sanctions lists. Null: as without a federation.
   */
  kinds?: SharedListKindInput[] | null;
  /**
   * Lowest score of a hit when the caller sets no threshold, even if it is higher than the default and so finds less; null: as without a federation.
   */
  threshold?: number | null;
  /**
   * Profile of weights for members that have chosen none; null: as without a federation.
   */
  profile?: ScreeningProfileNameInput | null;
  /**
   * True if the owner’s false positives on hits of global lists count for members, where the screened person’s name, date of birth and country are the same. A member that screens such a person learns that the owner has enrolled this person.
   */
  shareDecisions?: boolean;
}
/**
 */
export interface FederationFraudConfigPush {
  groupId: string;
  /**
   * The group’s revision of this push.
   */
  revision: number;
  fraudConfig: FederationFraudConfig;
  /**
   * The organizations that received it.
   */
  members: {
    organizationId: string;
    prefix: string;
  }[];
}
/**
 */
export interface CreatePermissionModuleInput {
  /**
   * The name of the module in capabilities; never changes. Unique within the organization.
   */
  code: string;
  /**
   * Display name. Must have a visible character, and no control or invisible characters.
   */
  name: string;
  /**
   * Actions of the module.
   *
   * @minItems 1
   * @maxItems 200
   *
   * Items: Such as `REFUND`.
   */
  actions: string[];
}
/**
 */
export interface PermissionModule {
  /**
   * Id of the module.
   */
  id: string;
  /**
   * The member of a federation from which it was imported; null for your own.
   */
  prefix: string | null;
  code: string;
  name: string;
  actions: string[];
  /**
   * When it was created, or first imported.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
}
/**
 */
export interface PermissionModulePage {
  items: PermissionModule[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface UpdatePermissionModuleInput {
  /**
   * Display name. Must have a visible character, and no control or invisible characters.
   */
  name?: string;
  /**
   * Actions of the module.
   *
   * @minItems 1
   * @maxItems 200
   *
   * Items: Such as `REFUND`.
   */
  actions?: string[];
}
/**
 */
export interface CreatePermissionRoleInput {
  /**
   * Unique among your own roles. Must have a visible character, and no control or invisible characters.
   */
  name: string;
  /**
   * @maxItems 1000
   *
   * Items: `MODULE:ACTION`, or `MODULE:*` for all actions of the module; `PREFIX:MODULE:ACTION` for a module that was imported from a member of a federation. The module and the action must exist (`CAPABILITY_INVALID`).
   */
  capabilities?: string[];
  /**
   * Ids of roles whose capabilities and policies also apply to this role.
   *
   * @maxItems 100
   */
  inherits?: string[];
}
/**
 */
export interface PermissionRole {
  /**
   * Id of the role.
   */
  id: string;
  /**
   * The member of a federation from which it was imported; null for your own.
   */
  prefix: string | null;
  /**
   * True if the source of the import no longer has it. The role then grants nothing; your own policies that deny still apply to its holders.
   */
  retired: boolean;
  name: string;
  /**
   * The role's own capabilities, without inherited ones.
   */
  capabilities: string[];
  inherits: string[];
  /**
   * When it was created, or first imported.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
}
/**
 */
export interface PermissionRolePage {
  items: PermissionRole[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface UpdatePermissionRoleInput {
  /**
   * Unique among your own roles. Must have a visible character, and no control or invisible characters.
   */
  name?: string;
  /**
   * @maxItems 1000
   *
   * Items: `MODULE:ACTION`, or `MODULE:*` for all actions of the module; `PREFIX:MODULE:ACTION` for a module that was imported from a member of a federation. The module and the action must exist (`CAPABILITY_INVALID`).
   */
  capabilities?: string[];
  /**
   * Ids of roles whose capabilities and policies also apply to this role.
   *
   * @maxItems 100
   */
  inherits?: string[];
}
/**
 */
export interface CreatePermissionAssignmentInput {
  /**
   * The subject: any text of your choice without white space, `*` and `#`, such as `user:17` or `group:staff`.
   */
  subject: string;
  /**
   * Id of the role.
   */
  roleId: string;
  /**
   * ISO 8601; the end of its effect. Null: it never ends. If omitted: never, or unchanged for an existing one.
   */
  expiresAt?: string | null;
}
/**
 */
export interface PermissionAssignment {
  /**
   * Id of the assignment.
   */
  id: string;
  subject: string;
  roleId: string;
  /**
   * When the role was assigned.
   */
  createdAt: string;
  /**
   * When it ends; null for never. Assignments that have ended are deleted soon.
   */
  expiresAt?: string | null;
}
/**
 */
export interface PermissionAssignmentPage {
  items: PermissionAssignment[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface CreatePermissionPolicyInput {
  effect: PolicyEffectInput;
  /**
   * Id of the role to which it applies. Without it: every subject.
   */
  roleId?: string;
  /**
   * `MODULE:ACTION`, or `MODULE:*` for all actions of the module; `PREFIX:MODULE:ACTION` for a module that was imported from a member of a federation. The module and the action must exist (`CAPABILITY_INVALID`).
   */
  capability: string;
  /**
   * Pattern of the resources to which it applies. A `*` at the end matches any rest, a `*` between slashes one segment. `*` alone, the default, covers everything, including checks without a resource.
   */
  resource?: string;
  /**
   * Only if the subject, or one of its groups, has this relation to the resource, or to a `parent` of it.
   */
  relation?: string;
}
/**
 */
export interface PermissionPolicy {
  /**
   * Id of the policy.
   */
  id: string;
  /**
   * The member of a federation from which it was imported; null for your own.
   */
  prefix: string | null;
  effect: PolicyEffect;
  /**
   * Null: every subject.
   */
  roleId: string | null;
  capability: string;
  resource: string;
  relation: string | null;
  /**
   * When it was created, or imported.
   */
  createdAt: string;
}
/**
 */
export interface PermissionPolicyPage {
  items: PermissionPolicy[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface CreatePermissionRelationshipInput {
  /**
   * The subject: any text of your choice without white space, `*` and `#`, such as `user:17` or `group:staff`.
   */
  subject: string;
  /**
   * Such as `owner`. A `member` also acts as the object; a relation to the `parent` also applies to the object.
   */
  relation: string;
  /**
   * The object: a resource such as `invoices/42`, or a subject such as a group.
   */
  object: string;
  /**
   * ISO 8601; the end of its effect. Null: it never ends. If omitted: never, or unchanged for an existing one.
   */
  expiresAt?: string | null;
}
/**
 */
export interface PermissionRelationship {
  /**
   * Id of the relationship.
   */
  id: string;
  subject: string;
  relation: string;
  object: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it ends; null for never. Relationships that have ended are deleted soon.
   */
  expiresAt?: string | null;
}
/**
 */
export interface PermissionRelationshipPage {
  items: PermissionRelationship[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface CheckPermissionInput {
  /**
   * The subject: any text of your choice without white space, such as `user:17` or `group:staff`.
   */
  subject: string;
  /**
   * One action: `MODULE:ACTION`, or `PREFIX:MODULE:ACTION` for an imported module.
   */
  capability: string;
  /**
   * Resource of the action. Without it, only policies for all resources count.
   */
  resource?: string;
  /**
   * Return the reason, with every rule that applies. Default: false.
   */
  explain?: boolean;
  assume?: PermissionAssumptions;
}
/**
 * Changes to try. The answer is as if they had been made, and none is stored. An impossible change is rejected as its operation would reject it.
 */
export interface PermissionAssumptions {
  /**
   * @maxItems 20
   */
  roles?: {
    /**
     * Id of a role of your own.
     */
    id: string;
    /**
     * Replaces the role's capabilities.
     *
     * @maxItems 1000
     *
     * Items: `MODULE:ACTION`, or `MODULE:*` for all actions of the module; `PREFIX:MODULE:ACTION` for a module that was imported from a member of a federation. The module and the action must exist (`CAPABILITY_INVALID`).
     */
    capabilities: string[];
  }[];
  /**
   * Assume that these roles are assigned.
   *
   * @maxItems 20
   */
  assignments?: {
    /**
     * The subject: any text of your choice without white space, `*` and `#`, such as `user:17` or `group:staff`.
     */
    subject: string;
    /**
     * Id of the role.
     */
    roleId: string;
  }[];
  /**
   * Assume these policies. In an explanation, the first has the id `assume.policies[0]`.
   *
   * @maxItems 20
   */
  policies?: {
    effect: PolicyEffectInput;
    /**
     * Id of the role to which it applies. Without it: every subject.
     */
    roleId?: string;
    /**
     * `MODULE:ACTION`, or `MODULE:*` for all actions of the module; `PREFIX:MODULE:ACTION` for a module that was imported from a member of a federation. The module and the action must exist (`CAPABILITY_INVALID`).
     */
    capability: string;
    /**
     * Pattern of the resources to which it applies. A `*` at the end matches any rest, a `*` between slashes one segment. `*` alone, the default, covers everything, including checks without a resource.
     */
    resource?: string;
    /**
     * Only if the subject, or one of its groups, has this relation to the resource, or to a `parent` of it.
     */
    relation?: string;
  }[];
  /**
   * Ids of assignments, policies and relationships; assume that they are deleted.
   *
   * @maxItems 20
   */
  without?: string[];
  /**
   * Assume these relationships, such as the groups in a token.
   *
   * @maxItems 20
   */
  relationships?: {
    /**
     * The subject: any text of your choice without white space, `*` and `#`, such as `user:17` or `group:staff`.
     */
    subject: string;
    /**
     * Such as `owner`. A `member` also acts as the object; a relation to the `parent` also applies to the object.
     */
    relation: string;
    /**
     * The object: a resource such as `invoices/42`, or a subject such as a group.
     */
    object: string;
  }[];
}
/**
 */
export interface PermissionCheck {
  allowed: boolean;
  /**
   * Reason of the decision: a denying policy, a role, an allowing policy, or none of them. `unknown_capability`: the imported module or action does not exist, or no longer exists.
   */
  reason: "role_grants" | "policy_allows" | "policy_denies" | "nothing_grants" | "unknown_capability" | (string & {});
  explanation?: PermissionExplanation;
  /**
   * Revision of the permissions that decided; every change raises it.
   */
  revision: number;
}
/**
 */
export interface PermissionExplanation {
  /**
   * The subject and all its groups; at most 50.
   */
  actingAs: string[];
  /**
   * The rules that apply; at most 50.
   */
  rules: PermissionRule[];
  /**
   * True if there are more.
   */
  truncated: boolean;
}
/**
 */
export interface PermissionRule {
  effect: PolicyEffect;
  /**
   * Null: a role contains the capability.
   */
  policyId: string | null;
  /**
   * Null: the policy applies to every subject.
   */
  roleId: string | null;
  /**
   * As in the role or the policy.
   */
  capability: string;
  /**
   * Pattern in the policy.
   */
  resource: string | null;
  relation: string | null;
  /**
   * From the subject through its groups to the assigned role, and on to the parent role. Only the beginning and the end of a long path are shown.
   */
  path: string[];
}
/**
 */
export interface CheckPermissionsInput {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  checks: PermissionQuestion[];
  /**
   * Return the reason, with every rule that applies. Default: false.
   */
  explain?: boolean;
}
/**
 */
export interface PermissionQuestion {
  /**
   * The subject: any text of your choice without white space, such as `user:17` or `group:staff`.
   */
  subject: string;
  /**
   * One action: `MODULE:ACTION`, or `PREFIX:MODULE:ACTION` for an imported module.
   */
  capability: string;
  /**
   * Resource of the action. Without it, only policies for all resources count.
   */
  resource?: string;
}
/**
 */
export interface CheckPermissionsResult {
  /**
   * Revision of the permissions that decided; every change raises it.
   */
  revision: number;
  results: PermissionDecision[];
}
/**
 */
export interface PermissionDecision {
  allowed: boolean;
  /**
   * Reason of the decision: a denying policy, a role, an allowing policy, or none of them. `unknown_capability`: the imported module or action does not exist, or no longer exists.
   */
  reason: "role_grants" | "policy_allows" | "policy_denies" | "nothing_grants" | "unknown_capability" | (string & {});
  explanation?: PermissionExplanation;
}
/**
 */
export interface MarkThreadReadInput {
  /**
   * The organization’s own id of a participant.
   */
  participantExternalId: string;
  /**
   * Free text, such as `customer`. Together with the external id it identifies one participant.
   */
  participantRole: string;
  /**
   * Everything up to it becomes read. Default: the latest message of the thread.
   */
  messageId?: string;
}
/**
 */
export interface ReadState {
  participantId: string;
  participant: Reader;
  /**
   * Null when nothing was read.
   */
  lastReadMessageId: string | null;
  /**
   * When the read cursor was moved last.
   */
  lastReadAt: string | null;
  /**
   * Messages of the thread that the participant has not read.
   */
  unreadCount: number;
}
/**
 */
export interface Reader {
  role: string;
  externalId: string;
  displayName: string | null;
}
/**
 */
export interface MarkThreadUnreadInput {
  /**
   * The organization’s own id of a participant.
   */
  participantExternalId: string;
  /**
   * Free text, such as `customer`. Together with the external id it identifies one participant.
   */
  participantRole: string;
  /**
   * It and all later messages of others become unread.
   */
  messageId: string;
}
/**
 */
export interface ListReadStatesResult {
  readStates: ReadState[];
}
/**
 */
export interface InboxItemPage {
  items: InboxItem[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface InboxItem {
  thread: {
    id: string;
    entityId: string;
    subject: string | null;
    status: ThreadStatus;
    /**
     * Without deleted messages.
     */
    messageCount: number;
  };
  channel: {
    slug: string;
    displayName: string;
    entityType: string;
  };
  /**
   * Messages of others after the read cursor, without deleted ones.
   */
  unreadCount: number;
  /**
   * The newest message that is not deleted; null when there is none.
   */
  lastMessage: {
    id: string;
    /**
     * A preview: at most 140 code points, without control and bidirectional formatting characters; empty for a sealed message.
     */
    content: string;
    type: string;
    /**
     * When it was sent.
     */
    createdAt: string;
  } | null;
}
/**
 */
export interface CountUnreadResult {
  /**
   * Unread messages in all open threads.
   */
  count: number;
}
/**
 */
export interface MarkInboxReadInput {
  /**
   * The organization’s own id of a participant.
   */
  externalId: string;
  /**
   * Free text, such as `customer`. Together with the external id it identifies one participant.
   */
  role: string;
}
/**
 */
export interface ReadThreads {
  /**
   * Threads with unread messages that are read now.
   */
  read: number;
  /**
   * False when there may be more than 1,000: call again until it is true.
   */
  complete: boolean;
}
/**
 */
export interface CreateInboxStreamTokenInput {
  /**
   * The organization’s own id of a participant.
   */
  externalId: string;
  /**
   * Free text, such as `customer`. Together with the external id it identifies one participant.
   */
  role: string;
}
/**
 */
export interface StreamToken {
  /**
   * For `token` of the stream, with the same participant.
   */
  token: string;
  /**
   * The end of the time in which it opens a stream; an open stream stays open.
   */
  expiresAt: string;
}
/**
 */
export interface CreateChannelInput {
  /**
   * Stable name of the channel, unique within the organization.
   */
  slug: string;
  displayName: string;
  /**
   * Subject of the channel’s threads, such as `order`.
   */
  entityType: string;
}
/**
 */
export interface Channel {
  /**
   * Id of the channel.
   */
  id: string;
  slug: string;
  displayName: string;
  entityType: string;
  /**
   * When it was created.
   */
  createdAt: string;
}
/**
 */
export interface ChannelPage {
  items: Channel[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface CreateThreadInput {
  /**
   * Stable name of the channel, unique within the organization.
   */
  channel: string;
  /**
   * The organization’s own id of the thread’s subject.
   */
  entityId: string;
  subject?: string;
  /**
   * @maxItems 1000
   */
  participants?: ParticipantInput[];
}
/**
 */
export interface ParticipantInput {
  /**
   * The organization’s own id of a participant.
   */
  externalId: string;
  /**
   * Free text, such as `customer`. Together with the external id it identifies one participant.
   */
  role: string;
  /**
   * Replaces the earlier name, in every thread.
   */
  displayName?: string;
}
/**
 */
export interface ThreadDetail {
  /**
   * Id of the thread.
   */
  id: string;
  /**
   * Slug of the channel.
   */
  channel: string;
  entityId: string;
  subject: string | null;
  status: ThreadStatus;
  /**
   * Without deleted messages.
   */
  messageCount: number;
  participantCount: number;
  /**
   * When the newest message was sent; without any, when it was created.
   */
  lastActivityAt: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When status or subject changed last.
   */
  updatedAt: string;
  /**
   * The current participants, in the order of joining.
   */
  participants: Participant[];
}
/**
 */
export interface Participant {
  /**
   * The same in every thread.
   */
  participantId: string;
  externalId: string;
  role: string;
  displayName: string | null;
}
/**
 */
export interface ThreadSummaryPage {
  items: ThreadSummary[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ThreadSummary {
  /**
   * Id of the thread.
   */
  id: string;
  /**
   * Slug of the channel.
   */
  channel: string;
  entityId: string;
  subject: string | null;
  status: ThreadStatus;
  /**
   * Without deleted messages.
   */
  messageCount: number;
  participantCount: number;
  /**
   * When the newest message was sent; without any, when it was created.
   */
  lastActivityAt: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When status or subject changed last.
   */
  updatedAt: string;
}
/**
 */
export interface UpdateThreadInput {
  /**
   * OPEN and CLOSED can follow each other; no status follows ARCHIVED.
   */
  status?: "OPEN" | "CLOSED" | "ARCHIVED";
  subject?: string;
}
/**
 */
export interface SendMessageInput {
  /**
   * The organization’s own id of a participant.
   */
  participantExternalId: string;
  /**
   * Free text, such as `customer`. Together with the external id it identifies one participant.
   */
  participantRole: string;
  /**
   * At most 64 KiB of UTF-8; stored and returned as sent.
   */
  content: string;
  /**
   * Default: TEXT.
   */
  type?: "TEXT" | "FILE" | "SYSTEM";
}
/**
 */
export interface ThreadMessage {
  /**
   * Id of the message.
   */
  id: string;
  threadId: string;
  /**
   * Place in the thread, from 1, without gaps.
   */
  sequence: number;
  participantId: string;
  participantExternalId: string;
  participantRole: string;
  type: MessageType;
  /**
   * As sent; null once it is deleted.
   */
  content: string | null;
  /**
   * When it was sent.
   */
  createdAt: string;
  /**
   * When its content changed last.
   */
  editedAt: string | null;
  /**
   * When it was deleted.
   */
  deletedAt: string | null;
}
/**
 */
export interface ListMessagesResult {
  /**
   * Oldest first, including deleted messages.
   */
  items: ThreadMessage[];
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * True if there are more in the direction of the query.
   */
  hasMore: boolean;
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface EditMessageInput {
  /**
   * At most 64 KiB of UTF-8; stored and returned as sent.
   */
  content?: string;
}
/**
 */
export interface Webhooks {
  webhooks: Webhook[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total?: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact?: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page?: number;
  /**
   * The limit that was applied.
   */
  limit?: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor?: string | null;
}
/**
 */
export interface Webhook {
  id: string;
  name: string;
  url: string;
  events: string[];
  active: boolean;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * The latest attempt to deliver; null before the first.
   */
  lastTriggeredAt: string | null;
  /**
   * Null if its last attempt succeeded, before the first, and while it is not active.
   */
  failing: WebhookFailing | null;
  /**
   * Names of your own headers; omitted if there are none.
   */
  headerNames?: string[];
  auth?: WebhookAuth;
  clientCertificate?: WebhookClientCertificate;
  filter?: WebhookAppliedFilter;
}
/**
 */
export interface WebhookFailing {
  /**
   * The first failure since the last success.
   */
  since: string;
  /**
   * The percentage in the last `webhook.failing` event: 0, 50, 75 or 90.
   */
  percent: number;
  /**
   * From then on, a failed attempt deactivates it.
   */
  deactivatesAt: string;
}
/**
 * Omitted without HTTP authentication towards the receiver.
 */
export interface WebhookAuth {
  type: WebhookAuthType;
}
/**
 * Omitted without a certificate.
 */
export interface WebhookClientCertificate {
  /**
   * SHA-256, in hexadecimal digits with colons.
   */
  fingerprint: string;
  /**
   * When its time ends.
   */
  expiresAt: string;
}
/**
 * Omitted if everything in `events` is delivered.
 */
export interface WebhookAppliedFilter {
  /**
   * @maxItems 20
   */
  all?: WebhookCondition[];
}
/**
 */
export interface WebhookCondition {
  /**
   * A member of `data`, with dots for nested members: `customer.country`.
   */
  path: string;
  /**
   * `eq`: equals this text, number, true, false or null. `in`: equals one of these. `exists`: exists, or does not with the value false. `gt`, `gte`, `lt`, `lte`: is a number above, from, below or up to this one.
   */
  op: "eq" | "in" | "exists" | "gt" | "gte" | "lt" | "lte" | (string & {});
  /**
   * For `eq` a text of at most 256 characters, a number, true, false or null; for `in` a list of 1 to 50 of them; for `exists` true or false; for the others a number.
   */
  value: {
    [k: string]: unknown;
  };
}
/**
 */
export interface CreateWebhookInput {
  /**
   * Display name.
   */
  name: string;
  /**
   * The target of events: https, port 443 or above 1023, a public address, no user or password.
   */
  url: string;
  /**
   * Event types: lower-case dotted names, `prefix.*` for everything below a prefix, or `*` for all.
   *
   * @minItems 1
   * @maxItems 100
   */
  events: string[];
  /**
   * false creates it paused: events are queued only once it is active. Default: true.
   */
  active?: boolean;
  /**
   * Your own headers for every request, by name. They replace the earlier ones; `{}` removes them. Values are stored encrypted and never returned.
   */
  headers?: {
    [k: string]: string;
  };
  auth?: WebhookAuthInput;
  clientCertificate?: WebhookClientCertificateInput;
  filter?: WebhookFilter;
}
/**
 * HTTP authentication towards the receiver: the header `Authorization`. Stored encrypted; `{}` removes it.
 */
export interface WebhookAuthInput {
  type?: WebhookAuthTypeInput;
  /**
   * With `basic`.
   */
  username?: string;
  /**
   * With `basic`.
   */
  password?: string;
  /**
   * With `bearer`.
   */
  token?: string;
}
/**
 * The certificate for a receiver that requires one (mutual TLS). Stored encrypted; `{}` removes it.
 */
export interface WebhookClientCertificateInput {
  /**
   * PEM, followed by its chain if needed.
   */
  certificate?: string;
  /**
   * Its private key: PEM, not encrypted.
   */
  key?: string;
}
/**
 * Delivers only events whose `data` meets all of these conditions. A member that is missing, or is in a list, meets only `exists` with false. `{}` removes the filter.
 */
export interface WebhookFilter {
  /**
   * @maxItems 20
   */
  all?: WebhookConditionInput[];
}
/**
 */
export interface WebhookConditionInput {
  /**
   * A member of `data`, with dots for nested members: `customer.country`.
   */
  path: string;
  /**
   * `eq`: equals this text, number, true, false or null. `in`: equals one of these. `exists`: exists, or does not with the value false. `gt`, `gte`, `lt`, `lte`: is a number above, from, below or up to this one.
   */
  op: "eq" | "in" | "exists" | "gt" | "gte" | "lt" | "lte";
  /**
   * For `eq` a text of at most 256 characters, a number, true, false or null; for `in` a list of 1 to 50 of them; for `exists` true or false; for the others a number.
   */
  value: {
    [k: string]: unknown;
  };
}
/**
 */
export interface CreatedWebhook {
  id: string;
  name: string;
  url: string;
  events: string[];
  active: boolean;
  /**
   * Signing secret: `whsec_` and base64 of 32 bytes (Standard Webhooks). Shown only here.
   */
  secret: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * Names of your own headers; omitted if there are none.
   */
  headerNames?: string[];
  auth?: WebhookAuth;
  clientCertificate?: WebhookClientCertificate;
  filter?: WebhookAppliedFilter;
}
/**
 */
export interface EventTypes {
  eventTypes: EventType[];
}
/**
 */
export interface EventType {
  type: string;
  description: string;
  /**
   * JSON Schema of `data`.
   */
  schema: {
    [k: string]: unknown;
  };
  /**
   * A complete payload.
   */
  example: {
    [k: string]: unknown;
  };
  /**
   * Fields of `data` that are sent, and shown as `[redacted]` wherever sent data is shown.
   */
  redact: string[];
}
/**
 */
export interface WebhookDetail {
  id: string;
  name: string;
  url: string;
  events: string[];
  active: boolean;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * The latest attempt to deliver; null before the first.
   */
  lastTriggeredAt: string | null;
  /**
   * Null if its last attempt succeeded, before the first, and while it is not active.
   */
  failing: WebhookFailing | null;
  /**
   * Names of your own headers; omitted if there are none.
   */
  headerNames?: string[];
  auth?: WebhookAuth;
  clientCertificate?: WebhookClientCertificate;
  filter?: WebhookAppliedFilter;
  /**
   * When it was last changed.
   */
  updatedAt: string;
  /**
   * The reason of its deactivation: its receiver answered 410, or nothing succeeded for five days. Null otherwise.
   */
  disabledReason: WebhookDisabledReason | null;
}
/**
 */
export interface UpdateWebhookInput {
  /**
   * Display name.
   */
  name?: string;
  /**
   * The target of events: https, port 443 or above 1023, a public address, no user or password. Another scheme, host or port deletes `headers`, `auth` and `clientCertificate` if the request does not send them again.
   */
  url?: string;
  /**
   * Replaces the existing set.
   *
   * @minItems 1
   * @maxItems 100
   */
  events?: string[];
  /**
   * false pauses: pending deliveries wait, and new events are not queued. true sends pending deliveries that are less than five days old.
   */
  active?: boolean;
  /**
   * Your own headers for every request, by name. They replace the earlier ones; `{}` removes them. Values are stored encrypted and never returned.
   */
  headers?: {
    [k: string]: string;
  };
  auth?: WebhookAuthInput;
  clientCertificate?: WebhookClientCertificateInput;
  filter?: WebhookFilter;
}
/**
 */
export interface UpdatedWebhook {
  id: string;
  name: string;
  url: string;
  events: string[];
  active: boolean;
  /**
   * When it was last changed.
   */
  updatedAt: string;
  /**
   * Names of your own headers; omitted if there are none.
   */
  headerNames?: string[];
  auth?: WebhookAuth;
  clientCertificate?: WebhookClientCertificate;
  filter?: WebhookAppliedFilter;
}
/**
 */
export interface RotatedSecret {
  id: string;
  /**
   * Signing secret: `whsec_` and base64 of 32 bytes (Standard Webhooks). Shown only here.
   */
  secret: string;
  /**
   * Until then every delivery is also signed with the replaced secret.
   */
  previousSecretExpiresAt: string;
}
/**
 */
export interface WebhookAttemptPage {
  items: WebhookAttempt[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface WebhookAttempt {
  webhookId: string;
  deliveryId: string;
  eventId: string;
  eventType: string;
  outcome: AttemptOutcome;
  /**
   * From 1.
   */
  number: number;
  /**
   * When the request was started.
   */
  at: string;
  durationMs: number;
  /**
   * Status of the answer; null without one.
   */
  statusCode: number | null;
  /**
   * Why there was no usable answer: `timeout`, `dns`, `connect`, `reset`, `tls`, `protocol` or `refused_address` (not a public address).
   */
  error: string | null;
  /**
   * The first 1,024 bytes of the answer’s body, as text.
   */
  response: string | null;
  /**
   * With `tls`: `expired` (or not valid yet), `wrong_host` (the certificate is for other names), `self_signed`, `unknown_issuer` (an untrusted authority, or an intermediate certificate that the receiver does not send) or `handshake` (anything else). Omitted otherwise.
   */
  tlsFailure?: "expired" | "wrong_host" | "self_signed" | "unknown_issuer" | "handshake" | (string & {});
}
/**
 */
export interface WebhooksStats {
  /**
   * The figures cover attempts that started at or after this time.
   */
  from: string;
  /**
   * And before this time.
   */
  to: string;
  /**
   * False when there are more than 1,000,000 attempts: the figures then cover the newest of them, and `from` is later than requested.
   */
  complete: boolean;
  total: AttemptFigures;
  /**
   * Webhooks with attempts.
   */
  webhookCount: number;
  /**
   * At most 100, those with the most failed attempts first.
   */
  webhooks: StatsOfWebhook[];
  /**
   * Deliveries that wait to be sent now, independent of the range. At most 100 webhooks, those with the most first.
   */
  pending: PendingOfWebhook[];
}
/**
 */
export interface AttemptFigures {
  attempts: number;
  succeeded: number;
  failed: number;
  /**
   * Share of the attempts that succeeded, 0 to 1; null without attempts.
   */
  successRate: number | null;
  latencyMs: AttemptLatency;
}
/**
 * The duration that half, and 95 %, of all attempts did not exceed, including failed ones.
 */
export interface AttemptLatency {
  /**
   * Milliseconds; null without attempts.
   */
  p50: number | null;
  /**
   * Milliseconds; null without attempts.
   */
  p95: number | null;
}
/**
 */
export interface StatsOfWebhook {
  webhookId: string;
  /**
   * Null when it was deleted.
   */
  name: string | null;
  attempts: number;
  succeeded: number;
  failed: number;
  /**
   * Share of the attempts that succeeded, 0 to 1; null without attempts.
   */
  successRate: number | null;
  latencyMs: AttemptLatency;
}
/**
 */
export interface PendingOfWebhook {
  webhookId: string;
  count: number;
}
/**
 */
export interface WebhookStats {
  webhookId: string;
  /**
   * The figures cover attempts that started at or after this time.
   */
  from: string;
  /**
   * And before this time.
   */
  to: string;
  /**
   * False when there are more than 1,000,000 attempts: the figures then cover the newest of them, and `from` is later than requested.
   */
  complete: boolean;
  total: AttemptFigures;
  /**
   * In order, without empty ones; the first may begin before `from`.
   */
  buckets: StatsOfBucket[];
}
/**
 */
export interface StatsOfBucket {
  /**
   * When the hour or the day began.
   */
  at: string;
  attempts: number;
  succeeded: number;
  failed: number;
  /**
   * Share of the attempts that succeeded, 0 to 1; null without attempts.
   */
  successRate: number | null;
  latencyMs: AttemptLatency;
}
/**
 */
export interface DeliveryPage {
  items: Delivery[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface Delivery {
  id: string;
  webhookId: string;
  /**
   * Sent as `webhook-id`.
   */
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attemptCount: number;
  /**
   * When the event was published.
   */
  createdAt: string;
  /**
   * When it is due; in the past while it waits. Null once finished.
   */
  nextAttemptAt: string | null;
  /**
   * When it succeeded or was given up.
   */
  finishedAt: string | null;
  attempts: DeliveryAttempt[];
}
/**
 */
export interface DeliveryAttempt {
  /**
   * From 1.
   */
  number: number;
  /**
   * When the request was started.
   */
  at: string;
  durationMs: number;
  /**
   * Status of the answer; null without one.
   */
  statusCode: number | null;
  /**
   * Why there was no usable answer: `timeout`, `dns`, `connect`, `reset`, `tls`, `protocol` or `refused_address` (not a public address).
   */
  error: string | null;
  /**
   * The first 1,024 bytes of the answer’s body, as text.
   */
  response: string | null;
  /**
   * With `tls`: `expired` (or not valid yet), `wrong_host` (the certificate is for other names), `self_signed`, `unknown_issuer` (an untrusted authority, or an intermediate certificate that the receiver does not send) or `handshake` (anything else). Omitted otherwise.
   */
  tlsFailure?: "expired" | "wrong_host" | "self_signed" | "unknown_issuer" | "handshake" | (string & {});
}
/**
 */
export interface SentDelivery {
  id: string;
  webhookId: string;
  /**
   * Sent as `webhook-id`.
   */
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attemptCount: number;
  /**
   * When the event was published.
   */
  createdAt: string;
  /**
   * When it is due; in the past while it waits. Null once finished.
   */
  nextAttemptAt: string | null;
  /**
   * When it succeeded or was given up.
   */
  finishedAt: string | null;
  attempts: SentAttempt[];
  /**
   * The text that is sent, the same in every attempt.
   */
  body: string;
  /**
   * Fields that are shown as `[redacted]` here, though they were sent: the signature does not match such a body.
   */
  redacted: string[];
}
/**
 */
export interface SentAttempt {
  /**
   * From 1.
   */
  number: number;
  /**
   * When the request was started.
   */
  at: string;
  durationMs: number;
  /**
   * Status of the answer; null without one.
   */
  statusCode: number | null;
  /**
   * Why there was no usable answer: `timeout`, `dns`, `connect`, `reset`, `tls`, `protocol` or `refused_address` (not a public address).
   */
  error: string | null;
  /**
   * The first 1,024 bytes of the answer’s body, as text.
   */
  response: string | null;
  /**
   * With `tls`: `expired` (or not valid yet), `wrong_host` (the certificate is for other names), `self_signed`, `unknown_issuer` (an untrusted authority, or an intermediate certificate that the receiver does not send) or `handshake` (anything else). Omitted otherwise.
   */
  tlsFailure?: "expired" | "wrong_host" | "self_signed" | "unknown_issuer" | "handshake" | (string & {});
  /**
   * The sent headers without `host` and `connection`; null in attempts from before they were stored.
   */
  requestHeaders: {
    [k: string]: string;
  } | null;
}
/**
 */
export interface TestWebhookInput {
  /**
   * A type in the catalog, whose example is sent. Without it `webhook.test`.
   */
  eventType?: string;
}
/**
 */
export interface RecoverDeliveriesInput {
  /**
   * ISO 8601. Everything published since then that has not succeeded is sent again immediately.
   */
  since: string;
}
/**
 */
export interface RecoveredDeliveries {
  /**
   * Deliveries that will be sent.
   */
  recovered: number;
  /**
   * As applied.
   */
  since: string;
  /**
   * false when 10,000 deliveries were processed and there may be more: call again until it is true.
   */
  complete: boolean;
}
/**
 */
export interface ReplayDeliveriesInput {
  status?: DeliveryStatusInput;
  /**
   * Exactly this.
   */
  eventType?: string;
  eventId?: string;
  /**
   * ISO 8601; published at or after it.
   */
  from?: string;
  /**
   * ISO 8601; published before it.
   */
  to?: string;
  /**
   * The `next` of the call before, with the same filter.
   */
  after?: string;
}
/**
 */
export interface ReplayedDeliveries {
  /**
   * Deliveries that will be sent, at most 10,000.
   */
  replayed: number;
  /**
   * False when there may be more: call again with `after`.
   */
  complete: boolean;
  /**
   * The `after` of the next call; null when it is complete.
   */
  next: string | null;
}
/**
 */
export interface BackfillWebhookInput {
  /**
   * ISO 8601. Events that were published at or after it; they are kept for 30 days.
   */
  from: string;
  /**
   * Only events of exactly this type.
   */
  eventType?: string;
  /**
   * The `next` of the call before, with the same `from` and `eventType`.
   */
  after?: string;
}
/**
 */
export interface BackfilledEvents {
  /**
   * Events that will be sent.
   */
  backfilled: number;
  /**
   * False when it has read 10,000 events (1,000 with a filter) and there may be more: call again with `after`.
   */
  complete: boolean;
  /**
   * The `after` of the next call; null when it is complete.
   */
  next: string | null;
}
/**
 */
export interface PublishEventInput {
  /**
   * A lower-case dotted name.
   */
  type: string;
  /**
   * At most 64 KiB. Stored and sent in the clear: put ids here, not personal data.
   */
  data: {
    [k: string]: unknown;
  };
  /**
   * Your own id of the event, sent as `webhook-id`. The same id again is the same event.
   */
  id?: string;
}
/**
 */
export interface PublishedEvent {
  id: string;
  type: string;
  /**
   * When it was first published.
   */
  timestamp: string;
  /**
   * true when an event with this id already existed; its data stays.
   */
  duplicate: boolean;
}
/**
 */
export interface LoggedEventPage {
  items: LoggedEvent[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface LoggedEvent {
  /**
   * Sent as `webhook-id`.
   */
  id: string;
  type: string;
  /**
   * When it was published.
   */
  timestamp: string;
  /**
   * The object of the event: the first field of its data that is `id` or ends in `Id`, a text of at most 128 characters. Null without one.
   */
  objectId: string | null;
}
/**
 */
export interface PublishEventBatchInput {
  /**
   * In order; of two with the same `id` the second is a duplicate.
   *
   * @minItems 1
   * @maxItems 100
   */
  events: {
    /**
     * A lower-case dotted name.
     */
    type: string;
    /**
     * At most 64 KiB. Stored and sent in the clear: put ids here, not personal data.
     */
    data: {
      [k: string]: unknown;
    };
    /**
     * Your own id of the event, sent as `webhook-id`. The same id again is the same event.
     */
    id?: string;
  }[];
}
/**
 */
export interface PublishedEvents {
  /**
   * In the order of the request.
   */
  events: PublishedEvent[];
}
/**
 */
export interface EventDetail {
  /**
   * Sent as `webhook-id`.
   */
  id: string;
  type: string;
  /**
   * When it was published.
   */
  timestamp: string;
  /**
   * The object of the event: the first field of its data that is `id` or ends in `Id`, a text of at most 128 characters. Null without one.
   */
  objectId: string | null;
  /**
   * As sent.
   */
  data: {
    [k: string]: unknown;
  };
  /**
   * Fields that are shown as `[redacted]` here, though they were sent: the signature does not match such a body.
   */
  redacted: string[];
  /**
   * Its deliveries to webhooks that still exist.
   */
  deliveryCount: number;
  /**
   * The first 100 of them.
   */
  deliveries: EventDelivery[];
}
/**
 */
export interface EventDelivery {
  id: string;
  webhookId: string;
  /**
   * Sent as `webhook-id`.
   */
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attemptCount: number;
  /**
   * When the event was published.
   */
  createdAt: string;
  /**
   * When it is due; in the past while it waits. Null once finished.
   */
  nextAttemptAt: string | null;
  /**
   * When it succeeded or was given up.
   */
  finishedAt: string | null;
}
/**
 */
export interface Today {
  /**
   * With `fraud:screen`.
   */
  openHits: OpenHits | null;
  /**
   * The last 30 days, with `fraud:screen`.
   */
  hitsByDay: HitsByDay | null;
  /**
   * With `webhooks:manage`.
   */
  webhooks: TodayWebhooks | null;
  /**
   * As seen by the process that answers; with `identity:verify`.
   */
  verifications: VerificationAvailability[] | null;
  /**
   * The organization’s own lists, with `fraud:manage`.
   */
  ownLists: TodayLists | null;
  /**
   * The global lists, with `fraud:screen`.
   */
  globalLists: TodayLists | null;
  /**
   * This month, with `usage:read`.
   */
  usage: TodayUsage | null;
  /**
   * Webhooks that fail or were deactivated because they failed, the first 20; with `webhooks:manage`.
   */
  failingWebhooks: FailingWebhook[] | null;
  /**
   * Global lists that are overdue (`isOverdue` of a screening’s lists), the first 20; with `fraud:screen`.
   */
  lateLists: LateList[] | null;
}
/**
 */
export interface OpenHits {
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * Found in the last 24 hours, one to seven days ago, seven to 30 days ago, and earlier.
   */
  ages: {
    day: OpenHitsOfAge;
    week: OpenHitsOfAge;
    month: OpenHitsOfAge;
    older: OpenHitsOfAge;
  };
}
/**
 */
export interface OpenHitsOfAge {
  /**
   * Found at or after this time; null: no lower limit.
   */
  from: string | null;
  /**
   * Found before this time; null: until now.
   */
  to: string | null;
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 */
export interface TodayWebhooks {
  active: number;
  /**
   * Active, but no delivery has succeeded since a failure.
   */
  failing: number;
  /**
   * Paused by a caller.
   */
  paused: number;
  /**
   * Deactivated because the receiver failed.
   */
  deactivated: number;
}
/**
 */
export interface VerificationAvailability {
  kind: VerificationKind;
  country: string;
  /**
   * False while all its providers have failed, or requested a pause.
   */
  available: boolean;
}
/**
 */
export interface TodayLists {
  /**
   * The first 100 of them.
   */
  items: {
    id: string;
    name: string;
    kind: ListKind;
    entryCount: number;
    /**
     * When it or its entries last changed, or were last imported.
     */
    changedAt: string;
  }[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 */
export interface TodayUsage {
  /**
   * The first day of this month, in the time zone of billing.
   */
  from: string;
  /**
   * The first 100 of them.
   */
  items: {
    service: string;
    metric: string;
    /**
     * Sum of the month so far, an exact decimal.
     */
    quantity: string;
  }[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 */
export interface FailingWebhook {
  id: string;
  name: string;
  /**
   * False if it was deactivated because it failed.
   */
  active: boolean;
  /**
   * When its deliveries began to fail.
   */
  since: string | null;
}
/**
 */
export interface LateList {
  id: string;
  name: string;
  /**
   * When its origin was last read successfully.
   */
  since: string;
}
/**
 */
export interface Work {
  /**
   * With `fraud:screen`.
   */
  openHits: number | null;
  /**
   * With `cases:manage`.
   */
  cases: CaseWork | null;
  /**
   * With `approvals:request`.
   */
  approvals: number | null;
}
/**
 */
export interface CaseWork {
  /**
   * Open cases that are assigned to the caller and not snoozed. 100 means at least 100.
   */
  mine: number;
  /**
   * Open cases without assignee that are not snoozed. 100 means at least 100.
   */
  unassigned: number;
  /**
   * Open cases that are past their due date. 100 means at least 100.
   */
  overdue: number;
}
/**
 */
export interface Team {
  decisions: TeamDecisions;
  backlog: HitBacklog;
  overdueCases: OverdueCases;
}
/**
 */
export interface TeamDecisions {
  since: {
    /**
     * Midnight, UTC.
     */
    today: string;
    /**
     * The beginning of the last seven days.
     */
    week: string;
    /**
     * The beginning of the last 30 days.
     */
    month: string;
  };
  /**
   * False: only the newest 200,000 decisions are counted.
   */
  complete: boolean;
  all: {
    /**
     * Decisions since midnight, UTC.
     */
    today: number;
    /**
     * Decisions of the last seven days, with today.
     */
    week: number;
    /**
     * Decisions of the last 30 days, with today.
     */
    month: number;
    /**
     * Time from the opening of the hit to its decision, of the last 30 days; null if all were on decided hits.
     */
    secondsToDecide: {
      /**
       * Half of them took at most this time.
       */
      median: number;
      /**
       * Nine of ten took at most this time.
       */
      p90: number;
    } | null;
  };
  /**
   * At most 200 actors, those with the most decisions first.
   */
  people: {
    /**
     * Id of the person or key.
     */
    actorId: string;
    /**
     * Decisions since midnight, UTC.
     */
    today: number;
    /**
     * Decisions of the last seven days, with today.
     */
    week: number;
    /**
     * Decisions of the last 30 days, with today.
     */
    month: number;
    /**
     * Time from the opening of the hit to its decision, of the last 30 days; null if all were on decided hits.
     */
    secondsToDecide: {
      /**
       * Half of them took at most this time.
       */
      median: number;
      /**
       * Nine of ten took at most this time.
       */
      p90: number;
    } | null;
  }[];
}
/**
 */
export interface HitBacklog {
  /**
   * False: only 1,000,000 hits are counted.
   */
  complete: boolean;
  all: {
    total: number;
    /**
     * Found within the last day.
     */
    day: number;
    /**
     * Found one to three days ago.
     */
    threeDays: number;
    /**
     * Found three to seven days ago.
     */
    week: number;
    /**
     * Found seven to 30 days ago.
     */
    month: number;
    /**
     * Found more than 30 days ago.
     */
    older: number;
    /**
     * Past their due date.
     */
    overdue: number;
  };
  /**
   * At most 200, those with the most open hits first.
   */
  assignees: {
    /**
     * Id of a person; null: unassigned.
     */
    assignee: string | null;
    total: number;
    /**
     * Found within the last day.
     */
    day: number;
    /**
     * Found one to three days ago.
     */
    threeDays: number;
    /**
     * Found three to seven days ago.
     */
    week: number;
    /**
     * Found seven to 30 days ago.
     */
    month: number;
    /**
     * Found more than 30 days ago.
     */
    older: number;
    /**
     * Past their due date.
     */
    overdue: number;
  }[];
}
/**
 */
export interface OverdueCases {
  /**
   * 10,000 means at least 10,000.
   */
  total: number;
  /**
   * At most 200, those with the most overdue cases first.
   */
  assignees: {
    /**
     * Id of a person; null: unassigned.
     */
    assignee: string | null;
    count: number;
  }[];
}
/**
 */
export interface UsageReport {
  /**
   * The service, such as `email`. Not identity, screening, threads, webhooks, exports: Oriki counts these itself.
   */
  service: string;
  /**
   * Name of the counted unit, such as `messages`.
   */
  metric: string;
  /**
   * A whole number, or an exact decimal as a text, such as `"12.5"`: at most 15 digits before the point and 6 after it. A negative quantity corrects an earlier report.
   */
  quantity: string;
  /**
   * The time of use. It may be long ago, and reports may come in any order; at most 5 minutes ahead.
   */
  at: string;
  /**
   * An id of your choice, unique in the organization: Oriki counts the same id only once.
   */
  id: string;
}
/**
 */
export interface UsageRecord {
  id: string;
  service: string;
  metric: string;
  /**
   * An exact decimal.
   */
  quantity: string;
  /**
   * When it was used.
   */
  at: string;
  /**
   * When it was reported first.
   */
  recordedAt: string;
}
/**
 */
export interface UsagePage {
  items: Usage[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
  runningMonth: RunningMonth;
  /**
   * The cost of the current month so far, as in an invoice issued now; with `cost=true`. Null if no prices are set.
   */
  cost?: MonthCost | null;
}
/**
 */
export interface Usage {
  /**
   * A day in the time zone of billing.
   */
  day: string;
  service: string;
  metric: string;
  /**
   * Sum of the day, an exact decimal.
   */
  quantity: string;
}
/**
 */
export interface RunningMonth {
  /**
   * As YYYY-MM.
   */
  month: string;
  /**
   * The time zone of its days: the one of billing.
   */
  timeZone: string;
  /**
   * When it started: at the end of the month before.
   */
  startsAt: string;
  /**
   * When the next one starts.
   */
  endsAt: string;
}
/**
 */
export interface MonthCost {
  /**
   * The running month, as YYYY-MM.
   */
  month: string;
  /**
   * ISO 4217.
   */
  currency: string;
  /**
   * Minor units, such as cents.
   */
  total: number;
  lines: MonthCostLine[];
  /**
   * Usage of the month without a price; at most 100.
   */
  unpriced: UnpricedUsage[];
}
/**
 */
export interface MonthCostLine {
  service: string;
  metric: string;
  /**
   * Of the month so far, an exact decimal.
   */
  quantity: string;
  /**
   * Minor units.
   */
  amount: number;
}
/**
 */
export interface UnpricedUsage {
  service: string;
  metric: string;
}
/**
 */
export interface ReportUsageBatchInput {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  items: UsageReport[];
}
/**
 */
export interface ReportUsageBatchResult {
  /**
   * In the order of the request.
   */
  items: UsageRecord[];
}
/**
 */
export interface InvoicePage {
  items: Invoice[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface Invoice {
  id: string;
  /**
   * From 1, without gaps within the organization, over all types of documents.
   */
  number: number;
  /**
   * An `invoice` charges a month; a `credit_note` or a `debit_note` corrects it downwards or upwards.
   */
  type: "invoice" | "credit_note" | "debit_note" | (string & {});
  /**
   * The month that is charged, as YYYY-MM.
   */
  month: string;
  /**
   * The time zone of its days: the one of billing.
   */
  timeZone: string;
  /**
   * When the month started: at the end of the month before.
   */
  startsAt: string;
  /**
   * When the next one started.
   */
  endsAt: string;
  /**
   * Id of the invoice that a note corrects; null for an invoice.
   */
  corrects: string | null;
  /**
   * The reason for a note: late usage, or corrected prices. Null for an invoice.
   */
  reason: InvoiceReason | null;
  /**
   * ISO 4217.
   */
  currency: string;
  /**
   * Sum of the lines in minor units (cents); negative for a credit note.
   */
  total: number;
  /**
   * When it was issued.
   */
  issuedAt: string;
}
/**
 */
export interface InvoiceWithLines {
  id: string;
  /**
   * From 1, without gaps within the organization, over all types of documents.
   */
  number: number;
  /**
   * An `invoice` charges a month; a `credit_note` or a `debit_note` corrects it downwards or upwards.
   */
  type: "invoice" | "credit_note" | "debit_note" | (string & {});
  /**
   * The month that is charged, as YYYY-MM.
   */
  month: string;
  /**
   * The time zone of its days: the one of billing.
   */
  timeZone: string;
  /**
   * When the month started: at the end of the month before.
   */
  startsAt: string;
  /**
   * When the next one started.
   */
  endsAt: string;
  /**
   * Id of the invoice that a note corrects; null for an invoice.
   */
  corrects: string | null;
  /**
   * The reason for a note: late usage, or corrected prices. Null for an invoice.
   */
  reason: InvoiceReason | null;
  /**
   * ISO 4217.
   */
  currency: string;
  /**
   * Sum of the lines in minor units (cents); negative for a credit note.
   */
  total: number;
  /**
   * When it was issued.
   */
  issuedAt: string;
  lines: InvoiceLine[];
}
/**
 */
export interface InvoiceLine {
  service: string;
  metric: string;
  /**
   * Quantity that this document adds. An exact decimal.
   */
  quantity: string;
  /**
   * Quantity of it and earlier documents of the month. An exact decimal.
   */
  totalQuantity: string;
  /**
   * Charge of this document, in minor units.
   */
  amount: number;
  /**
   * Charges of it and earlier documents of the month, in minor units.
   */
  totalAmount: number;
  /**
   * The prices from which totalAmount follows. Empty if they no longer exist.
   */
  tiers: {
    /**
     * Units of the month; null: unlimited.
     */
    upTo: string | null;
    /**
     * Minor units for one unit above the tier before. An exact decimal.
     */
    unitPrice: string;
  }[];
}
/**
 */
export interface CreateExportInput {
  /**
   * Kind of exported data.
   */
  dataType:
    | "messages"
    | "usage"
    | "webhooks"
    | "invoices"
    | "audit"
    | "cases"
    | "screenings"
    | "hits"
    | "decisions"
    | "screening_jobs"
    | "verifications";
  /**
   * Format of the file; `XLSX` only where the organization’s settings allow it. Default: CSV.
   */
  format?: "CSV" | "JSON" | "XLSX";
  filters?: {
    /**
     * ISO 8601. Rows of this time or later.
     */
    dateFrom?: string;
    /**
     * ISO 8601. Rows before this time; must be after `dateFrom`.
     */
    dateTo?: string;
    /**
     * Name of a service, such as `email`, `sms` or `storage`: for messages the slug of the channel, for webhooks the first word of the event type, for usage and invoices the service itself, for cases and hits the status, for screenings the outcome, for decisions the decision, for screening jobs the id of a job, for verifications the kind.
     */
    service?: string;
    /**
     * Id of an export of the same data type that is `truncated`: only rows that come after its last one. With its other filters, the two files hold every row once.
     */
    after?: string;
  };
  /**
   * Settings of a CSV file; only with the format `CSV`.
   */
  csv?: {
    /**
     * True if the file begins with a byte order mark, by which Excel recognizes UTF-8. Default: false.
     */
    bom?: boolean;
    /**
     * Separator of cells: a comma, a semicolon or a tab. Default: ,.
     */
    delimiter?: string;
    /**
     * Time zone of the times in the file, by its IANA name, such as `Africa/Lagos`. Each time then has its offset. Default: UTC.
     */
    timezone?: string;
  };
}
/**
 */
export interface ExportJob {
  /**
   * Id of the export, for polling.
   */
  id: string;
  organizationId: string;
  dataType: ExportDataType;
  format: ExportFormat;
  /**
   * A download can be expected once it is `COMPLETED`; `FAILED` is final.
   */
  status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | (string & {});
  /**
   * Where the file can be fetched without a key until `expiresAt`: treat it like a password. Null unless the status is `COMPLETED`, and again once it has expired.
   */
  downloadUrl: string | null;
  /**
   * Bytes. Set once it is `COMPLETED`.
   */
  fileSize: number | null;
  /**
   * Rows in the file; while it is `PROCESSING`, rows so far.
   */
  recordCount: number | null;
  /**
   * When it was completed or failed.
   */
  completedAt: string | null;
  /**
   * When the file is deleted; the record stays.
   */
  expiresAt: string | null;
  /**
   * When it was requested.
   */
  createdAt: string;
  /**
   * SHA-256 of the file, in hexadecimal; also its ETag.
   */
  sha256: string | null;
  /**
   * Whether there were more rows than the organization’s `maxRowsPerExport`: the file holds the first ones. An export with this one’s id as `filters.after` has the next ones.
   */
  truncated: boolean;
  /**
   * The reason of the failure in words.
   */
  error: string | null;
  filters?: ExportFilters;
  /**
   * How the CSV file is written; null for another format.
   */
  csv?: ExportCsv | null;
  /**
   * Number of texts that were cut to 32,767 characters, the maximum of a workbook cell. Null for other formats.
   */
  cutTexts?: number | null;
}
/**
 * The filters as they are applied: a date without a time is its first moment in UTC.
 */
export interface ExportFilters {
  /**
   * Rows of this time or later; null: from the first one.
   */
  dateFrom: string | null;
  /**
   * Rows before this time; null: up to the last one.
   */
  dateTo: string | null;
  service: string | null;
}
/**
 */
export interface ExportCsv {
  bom: boolean;
  delimiter: string;
  timezone: string;
}
/**
 */
export interface ExportJobPage {
  items: ExportJob[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ExportSettings {
  organizationId: string;
  /**
   * Allows requests for exports; exports in progress finish in any case.
   */
  enabled: boolean;
  /**
   * Allowed formats. Default: `csv` and `json`.
   *
   * @minItems 1
   * @maxItems 3
   */
  allowedFormats: AllowedExportFormat[];
  /**
   * Maximum number of rows in one file; further rows are omitted.
   */
  maxRowsPerExport: number;
  /**
   * Days after which a finished file is deleted.
   */
  retentionDays: number;
}
/**
 */
export interface UpdateExportSettingsInput {
  /**
   * Allows requests for exports; exports in progress finish in any case.
   */
  enabled?: boolean;
  /**
   * Allowed formats. Default: `csv` and `json`.
   *
   * @minItems 1
   * @maxItems 3
   */
  allowedFormats?: AllowedExportFormatInput[];
  /**
   * Maximum number of rows in one file; further rows are omitted.
   */
  maxRowsPerExport?: number;
  /**
   * Days after which a finished file is deleted.
   */
  retentionDays?: number;
}
/**
 */
export interface Me {
  kind: CallerKind;
  /**
   * Id of the API key, or of the person.
   */
  id: string;
  /**
   * Id of the session of a person.
   */
  sessionId: string | null;
  name: string | null;
  email: string | null;
  organization: CallersOrganization | null;
  /**
   * An operator who views the organization without being a member.
   */
  viewing: View | null;
  /**
   * The roles of a person.
   */
  roles: string[];
  /**
   * Rights to read and write.
   */
  scopes: string[];
  /**
   * Rights to read only.
   */
  readScopes: string[];
  /**
   * When the key or the session ends at the latest.
   */
  expiresAt: string | null;
}
/**
 */
export interface CallersOrganization {
  id: string;
  name: string;
  plan: string;
  addons: string[];
}
/**
 */
export interface View {
  /**
   * Until when.
   */
  until: string;
}
/**
 */
export interface AddMemberInput {
  /**
   * Issuer of the identity provider, as in its `iss`.
   */
  issuer: string;
  /**
   * Name of the person at the issuer (`sub`).
   */
  subject: string;
  /**
   * Roles; their rights add up.
   *
   * @minItems 1
   * @maxItems 8
   */
  roles: MemberRoleInput[];
  /**
   * E-mail address.
   */
  email?: string;
  /**
   * Display name.
   */
  name?: string;
}
/**
 */
export interface Member {
  /**
   * Id of the person, the same in every organization.
   */
  id: string;
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  /**
   * Assigned by members, keys or operators.
   */
  roles: string[];
  /**
   * Assigned by the groups of the identity provider at the last sign-in.
   */
  groupRoles: string[];
  /**
   * When the membership began.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 */
export interface MemberPage {
  items: Member[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface MemberNamePage {
  items: MemberName[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface MemberName {
  /**
   * Id of the person, the same in every organization.
   */
  id: string;
  /**
   * Display name, if known.
   */
  name: string | null;
  /**
   * False for a former member.
   */
  isMember: boolean;
}
/**
 */
export interface ChangeMemberInput {
  /**
   * Roles; their rights add up.
   *
   * @minItems 1
   * @maxItems 8
   */
  roles: MemberRoleInput[];
}
/**
 */
export interface RemovedPerson {
  id: string;
  deleted: boolean;
  /**
   * The person’s keys in use, kept or revoked.
   */
  keys: KeyOfLeaver[];
}
/**
 */
export interface KeyOfLeaver {
  /**
   * Id of the key; not a secret.
   */
  id: string;
  name: string;
}
/**
 */
export interface CreateMemberInvitationInput {
  /**
   * Roles; their rights add up.
   *
   * @minItems 1
   * @maxItems 8
   */
  roles: MemberRoleInput[];
  /**
   * E-mail address that the identity provider must confirm.
   */
  email?: string | null;
  /**
   * Hours for which it can be accepted. Default: 72.
   */
  expiresInHours?: number;
}
/**
 */
export interface CreatedMemberInvitation {
  /**
   * Id of the invitation; not a secret.
   */
  id: string;
  email: string | null;
  roles: string[];
  /**
   * Id of the person or the key, or `cli`.
   */
  invitedBy: string;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it ends.
   */
  expiresAt: string;
  /**
   * Works once; shown only in this answer.
   */
  token: string;
  /**
   * Link for the person; the token is in its fragment.
   */
  url: string;
}
/**
 */
export interface MemberInvitationPage {
  items: MemberInvitation[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface MemberInvitation {
  /**
   * Id of the invitation; not a secret.
   */
  id: string;
  email: string | null;
  roles: string[];
  /**
   * Id of the person or the key, or `cli`.
   */
  invitedBy: string;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it ends.
   */
  expiresAt: string;
}
/**
 */
export interface SessionPage {
  items: Session[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface Session {
  /**
   * Id of the session; not a secret.
   */
  id: string;
  /**
   * Id of the person.
   */
  userId: string;
  /**
   * At an identity provider, by a link of the command line, or by a portal session.
   */
  method: "oidc" | "link" | "portal" | (string & {});
  /**
   * When the person last proved their identity.
   */
  authenticatedAt: string;
  /**
   * When the session began.
   */
  createdAt: string;
  /**
   * When it was last used, to the minute.
   */
  lastSeenAt: string;
  /**
   * When it ends, even if it is in use.
   */
  expiresAt: string;
  mode: KeyMode;
}
/**
 */
export interface CreateSignInIssuerInput {
  /**
   * Shown to people who sign in.
   */
  name: string;
  /**
   * URL of the issuer; its metadata is below it, at `/.well-known/openid-configuration`.
   */
  issuer: string;
  /**
   * Client id of Oriki at the provider.
   */
  clientId: string;
  /**
   * Client secret of Oriki at the provider; stored sealed, never shown.
   */
  clientSecret?: string | null;
  /**
   * Claim with the groups: a claim of exactly this name, otherwise a path with dots, such as `realm_access.roles`.
   */
  groupsClaim?: string | null;
  /**
   * Roles by group: `{"risk-team": ["analyst"]}`.
   */
  groupRoles?: {
    /**
     * Roles; their rights add up.
     *
     * @minItems 1
     * @maxItems 8
     */
    [k: string]: MemberRoleInput[];
  };
  /**
   * Authentication context (`acr`) that a step-up requires.
   */
  acr?: string | null;
  /**
   * Scopes to request; `openid` is always included. Null requests `openid`, `email`, `profile`, and `groups` if there is a `groupsClaim` and the provider lists the scope.
   */
  scopes?: string[] | null;
  /**
   * False for a provider that does not send the time of the sign-in (`auth_time`).
   */
  requireAuthTime?: boolean;
  /**
   * True accepts e-mail addresses from a provider that sends no `email_verified`; if the claim exists, it must be `true`.
   */
  emailWithoutVerified?: boolean;
  /**
   * Private key with which Oriki signs assertions (`private_key_jwt`), as PEM or JWK; with `generate`, Oriki creates one. Stored sealed, never shown: register `publicKey` at the provider.
   */
  clientKey?: string | null;
  /**
   * Claim that identifies a person permanently, like `externalId` in SCIM: `sub`, or `oid` at Microsoft Entra ID. Default: sub.
   */
  subjectClaim?: string;
  /**
   * True saves without reading the provider’s metadata. Default: false.
   */
  skipCheck?: boolean;
}
/**
 */
export interface SignInIssuer {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  hasClientSecret: boolean;
  groupsClaim: string | null;
  groupRoles: {
    [k: string]: string[];
  };
  acr: string | null;
  scopes: string[] | null;
  requireAuthTime: boolean;
  emailWithoutVerified: boolean;
  /**
   * Public JWK of Oriki; register it at the provider.
   */
  publicKey: PublicKey | null;
  subjectClaim: string;
  /**
   * Register it at the provider.
   */
  redirectUri: string;
  /**
   * For the provider’s back-channel logout.
   */
  logoutUri: string;
  /**
   * When it was set up.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 */
export interface PublicKey {
  kty: string;
  use: string;
  alg: string;
  /**
   * Id of the key in the assertions.
   */
  kid: string;
  n?: string;
  e?: string;
  crv?: string;
  x?: string;
  y?: string;
}
/**
 */
export interface SignInIssuerPage {
  items: SignInIssuer[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ChangeSignInIssuerInput {
  /**
   * Shown to people who sign in.
   */
  name?: string;
  /**
   * Client id of Oriki at the provider.
   */
  clientId?: string;
  /**
   * Client secret of Oriki at the provider; stored sealed, never shown.
   */
  clientSecret?: string | null;
  /**
   * Claim with the groups: a claim of exactly this name, otherwise a path with dots, such as `realm_access.roles`.
   */
  groupsClaim?: string | null;
  /**
   * Roles by group: `{"risk-team": ["analyst"]}`.
   */
  groupRoles?: {
    /**
     * Roles; their rights add up.
     *
     * @minItems 1
     * @maxItems 8
     */
    [k: string]: MemberRoleInput[];
  };
  /**
   * Authentication context (`acr`) that a step-up requires.
   */
  acr?: string | null;
  /**
   * Scopes to request; `openid` is always included. Null requests `openid`, `email`, `profile`, and `groups` if there is a `groupsClaim` and the provider lists the scope.
   */
  scopes?: string[] | null;
  /**
   * False for a provider that does not send the time of the sign-in (`auth_time`).
   */
  requireAuthTime?: boolean;
  /**
   * True accepts e-mail addresses from a provider that sends no `email_verified`; if the claim exists, it must be `true`.
   */
  emailWithoutVerified?: boolean;
  /**
   * Private key with which Oriki signs assertions (`private_key_jwt`), as PEM or JWK; with `generate`, Oriki creates one. Stored sealed, never shown: register `publicKey` at the provider.
   */
  clientKey?: string | null;
  /**
   * Claim that identifies a person permanently, like `externalId` in SCIM: `sub`, or `oid` at Microsoft Entra ID. Default: sub.
   */
  subjectClaim?: string;
  /**
   * True saves without reading the provider’s metadata. Default: false.
   */
  skipCheck?: boolean;
}
/**
 */
export interface IssuerCheck {
  /**
   * False if a step failed or was skipped.
   */
  ok: boolean;
  steps: IssuerCheckStep[];
}
/**
 */
export interface IssuerCheckStep {
  step: IssuerCheckStepName;
  status: IssuerCheckStatus;
  /**
   * Set on a step that failed.
   */
  reason: IssuerCheckReason | null;
  message: string;
}
/**
 */
export interface CreatePortalSessionInput {
  /**
   * Name of the person in your application; the same name means the same person.
   */
  subject: string;
  /**
   * Role.
   */
  role: "admin" | "analyst" | "reviewer" | "approver" | "privacy" | "developer" | "billing" | "auditor";
  /**
   * https address in your application to which the person can return.
   */
  returnUrl?: string | null;
  /**
   * E-mail address.
   */
  email?: string | null;
  /**
   * Display name.
   */
  name?: string | null;
}
/**
 */
export interface PortalSession {
  /**
   * Id of the person.
   */
  userId: string;
  role: string;
  /**
   * Works once, for 60 seconds; shown only in this answer.
   */
  code: string;
  /**
   * URL for the browser; the code is in its fragment.
   */
  url: string;
  /**
   * When the code ends.
   */
  expiresAt: string;
}
/**
 */
export interface AddOperatorInput {
  /**
   * Issuer of the identity provider, as in its `iss`.
   */
  issuer: string;
  /**
   * Name of the person at the issuer (`sub`).
   */
  subject: string;
  /**
   * Roles; their rights add up.
   *
   * @minItems 1
   * @maxItems 3
   */
  roles: OperatorRole[];
  /**
   * E-mail address.
   */
  email?: string;
  /**
   * Display name.
   */
  name?: string;
}
/**
 */
export interface Operator {
  /**
   * Id of the person, the same in every organization.
   */
  id: string;
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  /**
   * Assigned by members, keys or operators.
   */
  roles: string[];
  /**
   * Assigned by the groups of the identity provider at the last sign-in.
   */
  groupRoles: string[];
  /**
   * When the membership began.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 */
export interface OperatorPage {
  items: Operator[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ChangeOperatorInput {
  /**
   * Roles; their rights add up.
   *
   * @minItems 1
   * @maxItems 3
   */
  roles: OperatorRole[];
}
/**
 */
export interface ApprovalSettings {
  organizationId: string;
  /**
   * The actions that need two people.
   *
   * @maxItems 6
   */
  actions: FourEyesAction[];
  /**
   * Hours after which an unanswered request expires.
   */
  expiresHours: number;
}
/**
 */
export interface UpdateApprovalSettingsInput {
  /**
   * The actions that need two people.
   *
   * @maxItems 6
   */
  actions?: FourEyesActionInput[];
  /**
   * Hours after which an unanswered request expires.
   */
  expiresHours?: number;
}
/**
 */
export interface RequestApprovalInput {
  action: GuardedActionInput;
  /**
   * Id of the hit, subject, list, entry, dead letter, member or identity provider. For settings, a new provider, a new member and an invitation: the organization. 404 if it does not exist. For a new member, the answer has the member’s id.
   */
  objectId: string;
  /**
   * For `member.change_roles` `roles`, with `{"member": {"issuer", "subject"}}` for a new member and `{"invitation": {"email"}}` for an invitation, `{"key": {"scopes"}}` for a key with `scim:manage`, or the change of an identity provider; for `approval_settings.lower` the remaining actions, and `expiresHours` if it changes; for `screening_profile.choose` the profile as in its request; for `hit.false_positive` with all identical hits `{"alsoIdentical": true}`; the request then carries `hits`, their revisions by their ids.
   */
  detail?: {
    [k: string]: unknown;
  };
  /**
   * The reason, for later readers; stored encrypted.
   */
  reason?: string;
  /**
   * A code of the reason: one of the organization’s codes (`GET /approvals/reasons`).
   */
  reasonCode?: string;
}
/**
 */
export interface Approval {
  id: string;
  action: GuardedAction;
  detail: {
    [k: string]: unknown;
  };
  objectId: string;
  status: ApprovalStatus;
  askedBy: ApprovalActor;
  /**
   * When it was requested.
   */
  askedAt: string;
  /**
   * When it expires.
   */
  expiresAt: string;
  answeredBy: ApprovalActor | null;
  /**
   * The asker’s reason; null if none was given, and once its subject is deleted. Answers to POST omit it.
   */
  reason?: string | null;
  /**
   * The reason of the second person, or of the person who rejected; null if none was given, and once its subject is deleted. A decision on a hit contains the reason itself.
   */
  answerReason?: string | null;
  /**
   * The code of the asker’s reason; null if none was given, and in answers to `reject` and `reason`.
   */
  reasonCode?: string | null;
  /**
   * Salted SHA-256 of the new reason, in hex, as in the audit log. The salt is sealed with the reason.
   */
  reasonHash?: string | null;
  /**
   * When it was carried out or rejected, or when it expired.
   */
  answeredAt: string | null;
}
/**
 */
export interface ApprovalPage {
  items: Approval[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface RejectApprovalInput {
  /**
   * The reason, for later readers; stored encrypted.
   */
  reason?: string;
}
/**
 */
export interface ExplainApprovalInput {
  /**
   * The reason of the second person, for later readers; stored encrypted.
   */
  reason: string;
}
/**
 */
export interface ReasonSettings {
  organizationId: string;
  /**
   * The codes, in the order in which people see them.
   *
   * @minItems 1
   * @maxItems 30
   */
  codes: ReasonCode[];
  /**
   * If true, a false positive needs a code, and from the score `textFrom` on also a sentence.
   */
  required: boolean;
  /**
   * The lowest score whose false positive needs a sentence.
   */
  textFrom: number;
}
/**
 */
export interface ReasonCode {
  /**
   * The code, as decisions store it.
   */
  reasonCode: string;
  /**
   * The text that people see.
   */
  text: string;
}
/**
 */
export interface UpdateReasonsInput {
  /**
   * The codes, in the order in which people see them.
   *
   * @minItems 1
   * @maxItems 30
   */
  codes?: ReasonCodeInput[];
  /**
   * If true, a false positive needs a code, and from the score `textFrom` on also a sentence.
   */
  required?: boolean;
  /**
   * The lowest score whose false positive needs a sentence.
   */
  textFrom?: number;
}
/**
 */
export interface ReasonCodeInput {
  /**
   * The code, as decisions store it.
   */
  reasonCode: string;
  /**
   * The text that people see.
   */
  text: string;
}
/**
 */
export interface RequestPlatformApprovalInput {
  action: PlatformGuardedAction;
  /**
   * Id of the global list.
   */
  objectId: string;
  /**
   * The reason, for later readers; stored encrypted.
   */
  reason?: string;
}
/**
 */
export interface PlatformApproval {
  id: string;
  action: PlatformGuardedAction;
  /**
   * The object of the agreement. For a global list: the rejected file, as in `refused` of its origin.
   */
  detail: {
    [k: string]: unknown;
  };
  objectId: string;
  status: ApprovalStatus;
  askedBy: ApprovalActor;
  /**
   * When it was requested.
   */
  askedAt: string;
  /**
   * When it expires.
   */
  expiresAt: string;
  answeredBy: ApprovalActor | null;
  /**
   * The asker’s reason; null if none was given, and once its subject is deleted. Answers to POST omit it.
   */
  reason?: string | null;
  /**
   * The reason of the second person, or of the person who rejected; null if none was given, and once its subject is deleted. A decision on a hit contains the reason itself.
   */
  answerReason?: string | null;
  /**
   * The code of the asker’s reason; null if none was given, and in answers to `reject` and `reason`.
   */
  reasonCode?: string | null;
  /**
   * Salted SHA-256 of the new reason, in hex, as in the audit log. The salt is sealed with the reason.
   */
  reasonHash?: string | null;
  /**
   * When it was carried out or rejected, or when it expired.
   */
  answeredAt: string | null;
}
/**
 */
export interface PlatformApprovalPage {
  items: PlatformApproval[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface RejectPlatformApprovalInput {
  /**
   * The reason, for later readers; stored encrypted.
   */
  reason?: string;
}
/**
 */
export interface ExplainPlatformApprovalInput {
  /**
   * The reason of the second person, for later readers; stored encrypted.
   */
  reason: string;
}
/**
 */
export interface AuditActionPage {
  items: AuditAction[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface AuditAction {
  /**
   * Id of the row. The chain contains its hash under this id.
   */
  id: string;
  /**
   * The organization concerned; null if it concerns none.
   */
  organizationId: string | null;
  /**
   * When the action happened.
   */
  at: string;
  actor: Actor;
  /**
   * Such as `list.create`; docs/audit-actions.md lists all actions.
   */
  action: string;
  /**
   * Id of the object.
   */
  objectId: string | null;
  /**
   * Settings and states before the action, without personal data.
   */
  before: {
    [k: string]: unknown;
  } | null;
  /**
   * Settings and states after the action, without personal data.
   */
  after: {
    [k: string]: unknown;
  } | null;
  /**
   * The `x-request-id` of the request.
   */
  requestId: string | null;
  /**
   * The client’s IP address.
   */
  address: string | null;
}
/**
 */
export interface Actor {
  kind: ActorKind;
  /**
   * Id of the key or the person; the account on the machine that ran a command; the export behind a signed URL; the part of the service.
   */
  id: string;
  /**
   * The key or session that was used.
   */
  via: string | null;
}
/**
 */
export interface AuditReport {
  /**
   * No row, link or payload was changed or is missing.
   */
  ok: boolean;
  /**
   * When the check ended.
   */
  checkedAt: string;
  /**
   * By id.
   */
  organizations: {
    [k: string]: ChainReport;
  };
  /**
   * Ids of organizations whose log has neither rows nor links, so that nothing could be checked.
   */
  withoutRows: string[];
}
/**
 */
export interface ChainReport {
  rows: number;
  links: number;
  /**
   * Rows that wait for their link.
   */
  pending: number;
  head: ChainHead | null;
  /**
   * The link of the last signed checkpoint; links and rows up to it may be removed. Null without one.
   */
  checkpoint?: ChainHead | null;
  /**
   * By kind; empty when nothing was changed and nothing is missing.
   */
  problems: {
    [k: string]: FoundRows;
  };
}
/**
 */
export interface FoundRows {
  count: number;
  /**
   * Ids of rows, or numbers of links: the first thousand.
   */
  ids: string[];
}
/**
 */
export interface RetentionPeriods {
  organizationId: string;
  classes: RetentionPeriod[];
}
/**
 */
export interface RetentionPeriod {
  /**
   * Name of the class of records.
   */
  class: string;
  /**
   * Name for people.
   */
  title: string;
  /**
   * Why the records are kept for the proposed period.
   */
  reason: string;
  /**
   * What remains of a removed record.
   */
  remains: string;
  /**
   * True if the period is in force and does not change.
   */
  isFixed: boolean;
  /**
   * True if records are removed after the period.
   */
  isOn: boolean;
  proposedDays: number;
  /**
   * The period that applies.
   */
  days: number;
  /**
   * The period that the organization has chosen; null without a choice.
   */
  chosenDays: number | null;
  /**
   * The shortest period that an organization may choose.
   */
  minDays: number;
  /**
   * The longest period that an organization may choose.
   */
  maxDays: number;
}
/**
 */
export interface ChoosePeriodInput {
  /**
   * Name of the class of records.
   */
  class: string;
  /**
   * The period in days, within the bounds; null removes the choice.
   */
  days: number | null;
}
/**
 */
export interface RetentionPlan {
  organizationId: string;
  /**
   * True if a legal hold keeps all records.
   */
  isHeld: boolean;
  classes: PlannedRemoval[];
}
/**
 */
export interface PlannedRemoval {
  /**
   * Name of the class of records.
   */
  class: string;
  /**
   * Name for people.
   */
  title: string;
  /**
   * False: nothing is removed until an operator switches it on.
   */
  isOn: boolean;
  /**
   * The period that applies.
   */
  days: number;
  /**
   * Records from before this time are due.
   */
  before: string;
  /**
   * Records that are due and not held.
   */
  count: number;
  /**
   * Time of the oldest of them.
   */
  oldestAt: string | null;
  /**
   * When the oldest of them became due. While the class is on, it goes within an hour.
   */
  dueSince: string | null;
}
/**
 */
export interface RetentionClasses {
  classes: RetentionClass[];
}
/**
 */
export interface RetentionClass {
  /**
   * Name of the class of records.
   */
  class: string;
  /**
   * Name for people.
   */
  title: string;
  /**
   * Why the records are kept for the proposed period.
   */
  reason: string;
  /**
   * What remains of a removed record.
   */
  remains: string;
  /**
   * True if the period is in force and does not change.
   */
  isFixed: boolean;
  /**
   * True if records are removed after the period.
   */
  isOn: boolean;
  proposedDays: number;
  /**
   * The period of organizations that have chosen none.
   */
  days: number;
  /**
   * The shortest period that an organization may choose.
   */
  minDays: number;
  /**
   * The longest period that an organization may choose.
   */
  maxDays: number;
}
/**
 */
export interface UpdateRetentionClassInput {
  /**
   * Name of the class of records.
   */
  class: string;
  /**
   * Switches removal on or off.
   */
  isOn?: boolean;
  /**
   * The period of organizations that have chosen none.
   */
  days?: number;
  /**
   * The shortest period that an organization may choose.
   */
  minDays?: number;
  /**
   * The longest period that an organization may choose.
   */
  maxDays?: number;
}
/**
 */
export interface SetLegalHoldInput {
  /**
   * `subject`: the records about a person. `case`: a case, its items, and the records about its subject. `organization`: all records.
   */
  kind: "subject" | "case" | "organization";
  /**
   * The `subjectId`, or the id of the case. Omitted for the organization.
   */
  objectId?: string;
  /**
   * The reason in a sentence, for later readers; stored encrypted.
   */
  reason: string;
}
/**
 */
export interface SetLegalHold {
  id: string;
  /**
   * `subject`: the records about a person. `case`: a case, its items, and the records about its subject. `organization`: all records.
   */
  kind: "subject" | "case" | "organization" | (string & {});
  /**
   * The subject, the case or the organization.
   */
  objectId: string;
  setBy: ApprovalActor;
  /**
   * When it was set.
   */
  setAt: string;
  liftedBy: ApprovalActor | null;
  /**
   * When it was lifted; null while it is in force.
   */
  liftedAt: string | null;
  /**
   * The request of the other person to lift it; null where one person was enough.
   */
  approvalId: string | null;
  /**
   * Salted SHA-256 of the reason, in hex, as in the audit log. The salt is sealed with the reason.
   */
  reasonHash: string;
}
/**
 */
export interface LegalHoldPage {
  items: LegalHold[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface LegalHold {
  id: string;
  /**
   * `subject`: the records about a person. `case`: a case, its items, and the records about its subject. `organization`: all records.
   */
  kind: "subject" | "case" | "organization" | (string & {});
  /**
   * The subject, the case or the organization.
   */
  objectId: string;
  setBy: ApprovalActor;
  /**
   * When it was set.
   */
  setAt: string;
  liftedBy: ApprovalActor | null;
  /**
   * When it was lifted; null while it is in force.
   */
  liftedAt: string | null;
  /**
   * The request of the other person to lift it; null where one person was enough.
   */
  approvalId: string | null;
}
/**
 */
export interface LegalHoldWithReason {
  id: string;
  /**
   * `subject`: the records about a person. `case`: a case, its items, and the records about its subject. `organization`: all records.
   */
  kind: "subject" | "case" | "organization" | (string & {});
  /**
   * The subject, the case or the organization.
   */
  objectId: string;
  setBy: ApprovalActor;
  /**
   * When it was set.
   */
  setAt: string;
  liftedBy: ApprovalActor | null;
  /**
   * When it was lifted; null while it is in force.
   */
  liftedAt: string | null;
  /**
   * The request of the other person to lift it; null where one person was enough.
   */
  approvalId: string | null;
  /**
   * Null if no key of this installation opens it, and in an export of a subject for a hold on the organization.
   */
  reason: string | null;
}
/**
 */
export interface CreateOrganizationInput {
  /**
   * Display name.
   */
  name: string;
  /**
   * Plan of the organization.
   */
  plan: "free" | "pro" | "enterprise";
  /**
   * Addons; `detection_pack` needs the plan pro or enterprise.
   *
   * @maxItems 1
   */
  addons?: Addon[];
  /**
   * The time zone of its days and months of billing, by its name in the IANA database.
   */
  billingTimeZone?: string;
  /**
   * The server on which its data must stay: a name of ORIKI_SERVERS, or `home`.
   */
  region?: string;
}
/**
 */
export interface Organization {
  /**
   * Id of the organization.
   */
  id: string;
  name: string;
  plan: Plan;
  addons: string[];
  /**
   * True if the last four characters of identifiers are stored with identity verifications, and shown.
   */
  identifierLast4: boolean;
  /**
   * True if names in screenings and contents of messages are stored encrypted: docs/security-model.md.
   */
  sealsContent: boolean;
  /**
   * The time zone of the days and the month of billing that is running.
   */
  billingTimeZone: string;
  /**
   * The time zone that follows; null when none does.
   */
  nextBillingTimeZone: NextBillingTimeZone | null;
  /**
   * The server on which its data must stay; null for any.
   */
  region: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it was last changed.
   */
  updatedAt: string;
}
/**
 */
export interface NextBillingTimeZone {
  /**
   * The first month that has it, as YYYY-MM.
   */
  month: string;
  /**
   * When that month starts: at the end of the month before.
   */
  startsAt: string;
  /**
   * Its name in the IANA database.
   */
  timeZone: string;
}
/**
 */
export interface OrganizationPage {
  items: Organization[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface UpdateOrganizationInput {
  /**
   * Display name.
   */
  name?: string;
  /**
   * Plan of the organization.
   */
  plan?: "free" | "pro" | "enterprise";
  /**
   * Addons; `detection_pack` needs the plan pro or enterprise.
   *
   * @maxItems 1
   */
  addons?: Addon[];
  /**
   * True if the last four characters of identifiers are stored with identity verifications, and shown.
   */
  identifierLast4?: boolean;
  /**
   * True if names in screenings and contents of messages are stored encrypted: docs/security-model.md.
   */
  sealsContent?: boolean;
  /**
   * The time zone of its days and months of billing, by its name in the IANA database.
   */
  billingTimeZone?: string;
  /**
   * As at creation; null allows any server.
   */
  region?: string | null;
}
/**
 */
export interface CreateApiKeyInput {
  /**
   * Organization the key acts for; null for a platform key.
   */
  organizationId: string | null;
  /**
   * Purpose of the key.
   */
  name?: string;
  /**
   * When the key stops working; null for never.
   */
  expiresAt?: string | null;
  /**
   * IP addresses and CIDRs from which the key may be used; empty: any address.
   *
   * @maxItems 50
   */
  allowedCidrs?: string[];
  /**
   * Requests per window by rate-limit group, where the key has fewer than the group.
   */
  rateLimits?: {
    [k: string]: number;
  };
  /**
   * With `test` the key acts in the organization’s test twin: docs/keys.md. Default: live.
   */
  mode?: "live" | "test";
  /**
   * Scopes that the key has.
   *
   * @minItems 1
   * @maxItems 25
   */
  scopes: Scope[];
}
/**
 */
export interface CreatedApiKey {
  /**
   * Id of the key; not a secret.
   */
  id: string;
  /**
   * Null for a platform key.
   */
  organizationId: string | null;
  name: string;
  /**
   * First and last characters of the key.
   */
  hint: string;
  scopes: string[];
  mode: KeyMode;
  allowedCidrs: string[];
  rateLimits: {
    [k: string]: number;
  };
  /**
   * When it was last used, to the minute.
   */
  lastUsedAt: string | null;
  /**
   * Id of the key this one replaces.
   */
  rotatedFrom: string | null;
  /**
   * The person who made or rotated it, also with their key; null for keys of organizations that operators made, and for keys made on the command line.
   */
  madeBy: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it stops working.
   */
  expiresAt: string | null;
  /**
   * When it was revoked.
   */
  revokedAt: string | null;
  /**
   * When it was paused; omitted if it is not paused.
   */
  pausedAt?: string;
  /**
   * The key itself; shown only in this response.
   */
  key: string;
}
/**
 */
export interface ApiKeyDetailsPage {
  items: ApiKeyDetails[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface ApiKeyDetails {
  /**
   * Id of the key; not a secret.
   */
  id: string;
  /**
   * Null for a platform key.
   */
  organizationId: string | null;
  name: string;
  /**
   * First and last characters of the key.
   */
  hint: string;
  scopes: string[];
  mode: KeyMode;
  allowedCidrs: string[];
  rateLimits: {
    [k: string]: number;
  };
  /**
   * When it was last used, to the minute.
   */
  lastUsedAt: string | null;
  /**
   * Id of the key this one replaces.
   */
  rotatedFrom: string | null;
  /**
   * The person who made or rotated it, also with their key; null for keys of organizations that operators made, and for keys made on the command line.
   */
  madeBy: string | null;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it stops working.
   */
  expiresAt: string | null;
  /**
   * When it was revoked.
   */
  revokedAt: string | null;
  /**
   * When it was paused; omitted if it is not paused.
   */
  pausedAt?: string;
}
/**
 */
export interface RotateApiKeyInput {
  /**
   * Seconds for which the old key keeps working, at most 30 days.
   */
  overlapSeconds: number;
  /**
   * Scopes that the key has.
   *
   * @minItems 1
   * @maxItems 25
   */
  scopes?: Scope[];
}
/**
 */
export interface CreateKeyInput {
  /**
   * Purpose of the key.
   */
  name?: string;
  /**
   * When the key stops working; null for never.
   */
  expiresAt?: string | null;
  /**
   * IP addresses and CIDRs from which the key may be used; empty: any address.
   *
   * @maxItems 50
   */
  allowedCidrs?: string[];
  /**
   * Requests per window by rate-limit group, where the key has fewer than the group.
   */
  rateLimits?: {
    [k: string]: number;
  };
  /**
   * With `test` the key acts in the organization’s test twin: docs/keys.md. Default: live.
   */
  mode?: "live" | "test";
  /**
   * Scopes that the key has; none that the caller lacks.
   *
   * @minItems 1
   * @maxItems 24
   */
  scopes: TenantScope[];
}
/**
 */
export interface KeyNamePage {
  items: KeyName[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
  /**
   * The page that was applied; with a cursor, the number of that page counted from the first.
   */
  page: number;
  /**
   * The limit that was applied.
   */
  limit: number;
  /**
   * The `cursor` of the next page; null on the last one.
   */
  nextCursor: string | null;
}
/**
 */
export interface KeyName {
  /**
   * Id of the key; not a secret.
   */
  id: string;
  name: string;
}
/**
 */
export interface UpdateKeyInput {
  /**
   * Purpose of the key.
   */
  name?: string;
  /**
   * When the key stops working; null for never.
   */
  expiresAt?: string | null;
  /**
   * IP addresses and CIDRs from which the key may be used; empty: any address.
   *
   * @maxItems 50
   */
  allowedCidrs?: string[];
  /**
   * Requests per window by rate-limit group, where the key has fewer than the group.
   */
  rateLimits?: {
    [k: string]: number;
  };
  /**
   * Scopes that the key has; none that the caller lacks.
   *
   * @minItems 1
   * @maxItems 24
   */
  scopes?: TenantScope[];
  /**
   * true rejects the key for now; false lets it work again.
   */
  paused?: boolean;
}
/**
 */
export interface KeyRefusals {
  /**
   * Newest first, at most 1,000. Only those that the answering process remembers: it starts with none, and keeps at most 20,000 of all keys together.
   */
  refusals: KeyRefusal[];
}
/**
 */
export interface KeyRefusal {
  /**
   * When the request was rejected.
   */
  at: string;
  method: string;
  /**
   * The path of the operation, with names of parameters instead of values.
   */
  path: string;
  status: number;
  /**
   * The `error.code` of the answer.
   */
  code: string;
  /**
   * The `x-request-id` of the answer.
   */
  requestId: string;
}
/**
 */
export interface RotateKeyInput {
  /**
   * Seconds for which the old key keeps working, at most 30 days.
   */
  overlapSeconds: number;
  /**
   * Scopes that the key has; none that the caller lacks.
   *
   * @minItems 1
   * @maxItems 24
   */
  scopes?: TenantScope[];
}
/**
 */
export interface Diagnosis {
  /**
   * No check has failed.
   */
  ok: boolean;
  checks: Finding[];
}
/**
 */
export interface Finding {
  check: string;
  /**
   * `fail`: the service does not start or does not work in this state. `skip`: another check must pass first.
   */
  status: "ok" | "warn" | "fail" | "skip" | (string & {});
  message: string;
  /**
   * With `warn` and `fail`: the repair.
   */
  advice?: string;
  /**
   * The page about it, which the service serves at /docs/.
   */
  page: string;
}
/**
 */
export interface ListJobsResult {
  jobs: JobState[];
}
/**
 */
export interface JobState {
  name: string;
  /**
   * When its last run began.
   */
  lastRunAt: string | null;
  /**
   * The latest time of its next run.
   */
  nextRunAt: string | null;
  /**
   * The process that runs it, or has run it last.
   */
  holder: string | null;
  isRunning: boolean;
  /**
   * Failed runs in a row.
   */
  failures: number;
  /**
   * The kind of error that ended the last run.
   */
  error: string | null;
}
/**
 */
export interface EgressReport {
  /**
   * When the report was made.
   */
  madeAt: string;
  /**
   * The setting ORIKI_EGRESS of the answering process.
   */
  mode: "open" | "listed" | (string & {});
  /**
   * The hosts of ORIKI_EGRESS_HOSTS.
   */
  hosts: string[];
  destinations: EgressDestination[];
}
/**
 */
export interface EgressDestination {
  purpose: EgressPurpose;
  /**
   * Host, with its port unless it is the usual one. `*`: any public host that a caller names. `*.example.com`: every name that ends so.
   */
  host: string;
  /**
   * The setting that names the host, or what an organization or operator has entered. `counts`: only counts name it.
   */
  source: string;
  /**
   * The kinds of data that requests can send.
   */
  sends: EgressData[];
  /**
   * The operator has configured the host for every organization.
   */
  isForAll: boolean;
  /**
   * The organizations that have entered the host, and those for which requests were counted.
   */
  organizationIds: string[];
  /**
   * Requests may go there now.
   */
  isAllowed: boolean;
  /**
   * Requests that were sent. Null where they are not counted.
   */
  requests: number | null;
  /**
   * Requests that were not sent, because the host is not listed. Null where they are not counted.
   */
  refused: number | null;
  /**
   * Bytes of the requests, without those of TLS. Null where they are not counted.
   */
  bytesSent: number | null;
  /**
   * Bytes of the answers, without those of TLS. Null where they are not counted.
   */
  bytesReceived: number | null;
  /**
   * When a request was last sent or refused.
   */
  lastUsedAt: string | null;
}
/**
 */
export interface SignedEgressReport {
  format: "oriki-egress-v1";
  /**
   * When the report was made.
   */
  madeAt: string;
  /**
   * The setting ORIKI_EGRESS of the answering process.
   */
  mode: "open" | "listed" | (string & {});
  /**
   * The hosts of ORIKI_EGRESS_HOSTS.
   */
  hosts: string[];
  destinations: EgressDestination[];
  /**
   * Hash of the other members, without `signature`, as canonical JSON, in hex.
   */
  sha256: string;
  /**
   * JSON Web Signature without its payload.
   */
  signature: string;
}
/**
 */
export interface SubjectData {
  /**
   * Your own id of the subject.
   */
  subjectId: string;
  areas: SubjectAreas;
  /**
   * How long items stay, by area.
   */
  retention: SubjectAreaRetention[];
  /**
   * The areas that the caller may not read.
   */
  omitted: OmittedSubjectArea[];
}
/**
 */
export interface SubjectAreas {
  verifications?: SubjectVerifications;
  consents?: SubjectConsents;
  screenings?: SubjectScreenings;
  enrolment?: SubjectEnrolment;
  hits?: SubjectHits;
  cases?: SubjectCases;
  verificationSessions?: SubjectVerificationSessions;
  threads?: SubjectThreads;
  approvals?: SubjectApprovals;
  auditActions?: SubjectAuditActions;
  legalHolds?: SubjectLegalHolds;
  erasures?: SubjectErasures;
  exports?: SubjectExports;
}
/**
 * Verifications
 */
export interface SubjectVerifications {
  items: IdentityVerification[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Consents
 */
export interface SubjectConsents {
  items: Consent[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Screenings
 */
export interface SubjectScreenings {
  items: ScreeningSummary[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Continuous screening
 */
export interface SubjectEnrolment {
  items: ScreeningSubject[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Hits
 */
export interface SubjectHits {
  items: SubjectHit[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Cases
 */
export interface SubjectCases {
  items: CaseSummary[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Verification sessions
 */
export interface SubjectVerificationSessions {
  items: IdentitySession[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Threads
 */
export interface SubjectThreads {
  items: ThreadOfSubject[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 */
export interface ThreadOfSubject {
  /**
   * Id of the thread.
   */
  id: string;
  /**
   * Slug of the channel.
   */
  channel: string;
  entityId: string;
  subject: string | null;
  status: ThreadStatus;
  /**
   * Without deleted messages.
   */
  messageCount: number;
  participantCount: number;
  /**
   * When the newest message was sent; without any, when it was created.
   */
  lastActivityAt: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When status or subject changed last.
   */
  updatedAt: string;
  /**
   * One for each role of the subject; none if the thread is only about it.
   */
  participations: ThreadParticipation[];
}
/**
 */
export interface ThreadParticipation {
  participantId: string;
  role: string;
  displayName: string | null;
  /**
   * When the subject joined.
   */
  joinedAt: string;
  /**
   * When the subject left.
   */
  leftAt: string | null;
  /**
   * When the subject read a message last.
   */
  lastReadAt: string | null;
}
/**
 * Requests for a second person
 */
export interface SubjectApprovals {
  items: Approval[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Audit log
 */
export interface SubjectAuditActions {
  items: AuditAction[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Legal holds
 */
export interface SubjectLegalHolds {
  items: LegalHold[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 * Erasures of the subject
 */
export interface SubjectErasures {
  items: SubjectErasure[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 */
export interface SubjectErasure {
  id: string;
  /**
   * Your own id of the subject.
   */
  subjectId: string;
  /**
   * Id of the member who requested the erasure.
   */
  requestedBy: string;
  /**
   * The request of the other person; null where one person was enough.
   */
  approvalId: string | null;
  reasonCode: RevealReason;
  /**
   * When the erasure was requested.
   */
  requestedAt: string;
  /**
   * `held`: a legal hold was set later, and the erasure continues when it is lifted.
   */
  status: "running" | "held" | "done" | (string & {});
  completedAt: string | null;
  /**
   * Null until it is done.
   */
  receipt: ErasureReceipt | null;
}
/**
 */
export interface ErasureReceipt {
  format: "oriki-erasure-receipt-v1";
  erasureId: string;
  organizationId: string;
  /**
   * Your own id of the subject.
   */
  subjectId: string;
  /**
   * Id of the member who requested the erasure.
   */
  requestedBy: string;
  /**
   * The request of the other person; null where one person was enough.
   */
  approvalId: string | null;
  reasonCode: RevealReason;
  /**
   * When the erasure was requested.
   */
  requestedAt: string;
  /**
   * When nothing was left.
   */
  completedAt: string;
  erased: ErasedData[];
  kept: KeptData[];
  /**
   * Of the other members as canonical JSON, in hex.
   */
  sha256: string;
  /**
   * A detached JSON Web Signature of that text, as in a case file.
   */
  signature: string;
}
/**
 */
export interface ErasedData {
  table: string;
  /**
   * What the rows contain, or contained.
   */
  data: string[];
  /**
   * The number of rows.
   */
  count: number;
  /**
   * What emptied rows still have; null for deleted rows.
   */
  remains: string | null;
}
/**
 */
export interface KeptData {
  table: string;
  /**
   * What the rows contain, or contained.
   */
  data: string[];
  /**
   * The number of rows.
   */
  count: number;
  /**
   * Why the rows stay.
   */
  reason: string;
  /**
   * The latest end of the rows; null if no period is set.
   */
  until: string | null;
}
/**
 * Exports of the subject
 */
export interface SubjectExports {
  items: PastSubjectExport[];
  /**
   * Number of items on all pages. If `totalIsExact` is false, there are more.
   */
  total: number;
  /**
   * True when `total` is exact. Totals are exact up to 10,000.
   */
  totalIsExact: boolean;
}
/**
 */
export interface PastSubjectExport {
  id: string;
  /**
   * Id of the member who made the export.
   */
  exportedBy: string;
  /**
   * The request of the other person; null where one person was enough.
   */
  approvalId: string | null;
  reasonCode: RevealReason;
  /**
   * When the export began.
   */
  exportedAt: string;
}
/**
 */
export interface SubjectAreaRetention {
  /**
   * Its name in `areas`.
   */
  area: string;
  /**
   * The class of records that ends its items; null if there is none.
   */
  class: string | null;
  /**
   * The period in days; null while no period ends them.
   */
  days: number | null;
}
/**
 */
export interface OmittedSubjectArea {
  /**
   * Its name in `areas`.
   */
  area: string;
  /**
   * Its name for people.
   */
  title: string;
  /**
   * The scope that the caller lacks, or the plan gate of the organization.
   */
  needs: string;
}
/**
 */
export interface SubjectExport {
  /**
   * Id of the export, as in `exports` of the subject.
   */
  exportId: string;
  organizationId: string;
  /**
   * Your own id of the subject.
   */
  subjectId: string;
  /**
   * When the export began.
   */
  exportedAt: string;
  /**
   * Id of the member who made the export.
   */
  exportedBy: string;
  reasonCode: RevealReason;
  /**
   * The names of the areas in `areas`.
   */
  included: string[];
  /**
   * How long items stay, by area.
   */
  retention: SubjectAreaRetention[];
  /**
   * The areas that the caller may not read.
   */
  omitted: OmittedSubjectArea[];
  areas: ExportedSubjectAreas;
}
/**
 */
export interface ExportedSubjectAreas {
  /**
   * Verifications
   */
  verifications?: ExportedVerification[];
  /**
   * Consents
   */
  consents?: Consent[];
  /**
   * Screenings
   */
  screenings?: Screening[];
  /**
   * Continuous screening
   */
  enrolment?: ScreeningSubject[];
  /**
   * Hits
   */
  hits?: ExportedHit[];
  /**
   * Cases
   */
  cases?: ExportedCase[];
  /**
   * Files of cases
   */
  caseFiles?: ExportedCaseFile[];
  /**
   * Verification sessions
   */
  verificationSessions?: ExportedIdentitySession[];
  /**
   * Threads
   */
  threads?: ThreadOfSubject[];
  /**
   * Messages in threads
   */
  messages?: ThreadMessage[];
  /**
   * Requests for a second person
   */
  approvals?: ApprovalRecord[];
  /**
   * Audit log
   */
  auditActions?: AuditAction[];
  /**
   * Legal holds
   */
  legalHolds?: LegalHoldWithReason[];
  /**
   * Erasures of the subject
   */
  erasures?: SubjectErasure[];
  /**
   * Exports of the subject
   */
  exports?: PastSubjectExport[];
  /**
   * Events that name the subject
   */
  events?: ExportedEvent[];
}
/**
 */
export interface ExportedVerification {
  verificationId: string;
  subjectId: string;
  kind: VerificationKind;
  country: string;
  /**
   * `provider_down`: no provider could be reached. The request waits in the dead letters.
   */
  status: "verified" | "failed" | "provider_down" | (string & {});
  /**
   * With `failed`, the reason: one word.
   */
  reason: string | null;
  metadata: VerificationMetadata;
  /**
   * Label of the provider that answered.
   */
  provider: string | null;
  /**
   * Null for images, and while the organization has it turned off.
   */
  identifierLast4: string | null;
  /**
   * The unanswered call that this one repeats from the dead letters.
   */
  replayOf: string | null;
  /**
   * When the call was answered.
   */
  verifiedAt: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * The answer of the provider: JSON, or a text if it is not JSON. Null if none is stored, or no key opens it.
   */
  answer: {
    [k: string]: unknown;
  };
  /**
   * The request, while it waits in the dead letters; otherwise null.
   */
  request: {
    [k: string]: unknown;
  };
  /**
   * Who saw the answer, newest first.
   */
  reveals: VerificationReveal[];
  /**
   * Requests for a second person about the verification.
   */
  approvals: ApprovalRecord[];
}
/**
 */
export interface ExportedHit {
  /**
   * Id of the hit.
   */
  id: string;
  /**
   * The id of the hit once the subject is erased.
   */
  subjectId: string;
  listKind: ListKind;
  listId: string;
  entryId: string;
  /**
   * Revision of the list with the entry as it was last compared: the `version` that returns this state.
   */
  listRevision: number;
  /**
   * `open`: to be decided. `true_match`, `false_positive`: decided, and unchanged since. `closed`: no longer a hit.
   */
  status: "open" | "true_match" | "false_positive" | "closed" | (string & {});
  /**
   * 0 to 100, at the last comparison.
   */
  score: number;
  /**
   * Why the pair returned after it was decided or closed; null if it never did.
   */
  reopenedBecause: HitReopenReason | null;
  closedBecause: HitCloseReason | null;
  /**
   * The match at the last comparison. Null once the subject is deleted.
   */
  match: SubjectMatch | null;
  /**
   * Grows with each change of the hit, except of its assignee and due date.
   */
  revision: number;
  /**
   * Id of the person who reviews it; it stays when the person is no longer a member.
   */
  assignee?: string | null;
  /**
   * The due date.
   */
  dueAt?: string | null;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  /**
   * When it was first found.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * Only with `withSubject`. Null if the subject is no longer enrolled.
   */
  subject?: SubjectOfHit | null;
  /**
   * The newest 100 decisions, oldest first, including those that no longer apply.
   */
  decisions: HitDecisionRecord[];
  /**
   * Requests for a second person about the hit.
   */
  approvals: ApprovalRecord[];
}
/**
 */
export interface HitDecisionRecord {
  /**
   * Id of the decision.
   */
  id: string;
  decision: HitVerdict;
  /**
   * The code of the reason, as in the audit log; null without a code.
   */
  reasonCode: string | null;
  /**
   * The match as the service had found it at the time of the decision. Null once the subject is deleted, and for decisions from before findings were stored.
   */
  findings: HitFindings | null;
  /**
   * Id of the person or key that decided.
   */
  decidedBy: string;
  /**
   * The person that the caller named, if a key sent the decision.
   */
  onBehalfOf: string | null;
  /**
   * The API key that the decision was sent with; null for a person.
   */
  apiKeyId: string | null;
  /**
   * When it was decided.
   */
  decidedAt: string;
  /**
   * The person’s reason. Null if none was given, and once the subject is deleted.
   */
  reason: RecordedReason | null;
  /**
   * Revision of the list with the entry that was decided on. Null for decisions from before it was stored.
   */
  listRevision: number | null;
  /**
   * The `revision` that the decision gave the hit. Null for decisions from before it was stored.
   */
  hitRevision: number | null;
  /**
   * Id of the request for a second person that it answered; null where one person decided.
   */
  approvalId: string | null;
}
/**
 */
export interface ExportedCase {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  status: CaseStatus;
  /**
   * Null until it is closed.
   */
  outcome: CaseOutcome | null;
  /**
   * Computed from the kinds of lists, the scores and the age, unless it was set.
   */
  priority: "LOW" | "MEDIUM" | "HIGH" | "URGENT" | (string & {});
  /**
   * True if it was set by a caller.
   */
  isPrioritySet: boolean;
  /**
   * Id of a person; it stays when the person is no longer a member.
   */
  assignee: string | null;
  /**
   * The due date.
   */
  dueAt: string | null;
  /**
   * Your own kind of case.
   */
  type: string | null;
  /**
   * Your own labels, in their order.
   */
  tags: string[];
  /**
   * Null unless it is snoozed now. A new hit ends it.
   */
  snoozedUntil: string | null;
  /**
   * The member who works on it now.
   */
  claim: CaseClaim | null;
  origin: CaseOrigin;
  createdBy: CaseActor;
  /**
   * Grows with each change of state, assignee, due date, priority, type, tags, snooze and items, and with decisions in the case.
   */
  revision: number;
  /**
   * When it was made.
   */
  createdAt: string;
  /**
   * When it last changed.
   */
  updatedAt: string;
  /**
   * When it was closed.
   */
  closedAt: string | null;
  /**
   * In the order of their addition.
   */
  items: CaseItem[];
  /**
   * Oldest first.
   */
  notes: CaseNote[];
  /**
   * Oldest first.
   */
  history: CaseChange[];
}
/**
 */
export interface ExportedCaseFile {
  caseId: string;
  id: string;
  /**
   * Null when its key is lost.
   */
  name: string | null;
  contentType: string | null;
  /**
   * SHA-256 of the content, in hexadecimal.
   */
  sha256: string | null;
  /**
   * Bytes.
   */
  size: number;
  addedBy: CaseActor;
  /**
   * When it was attached.
   */
  addedAt: string;
  /**
   * The content; null if no key opens it.
   */
  base64: string | null;
}
/**
 */
export interface ExportedIdentitySession {
  id: string;
  subjectId: string;
  /**
   * When a consent of the subject was last withdrawn; omitted if none was.
   */
  consentWithdrawnAt?: string;
  country: string;
  status: SessionStatus;
  /**
   * In their order.
   */
  steps: SessionStep[];
  /**
   * Null once the session has ended.
   */
  nextAction: SessionAction | null;
  returnUrl: string | null;
  /**
   * Id of the person or API key.
   */
  createdBy: string;
  /**
   * When it was created.
   */
  createdAt: string;
  /**
   * When it expires.
   */
  expiresAt: string;
  /**
   * Null while it is open.
   */
  endedAt: string | null;
  /**
   * What the person has entered, while the session is open. Null if it has ended, or no key opens it.
   */
  data: {
    [k: string]: unknown;
  };
}
/**
 */
export interface ExportedEvent {
  id: string;
  type: string;
  /**
   * When it was first published.
   */
  timestamp: string;
  /**
   * Its data.
   */
  data: {
    [k: string]: unknown;
  };
}
/**
 */
export interface EraseSubjectInput {
  /**
   * Default: customer_request.
   */
  reasonCode?: "customer_request" | "dispute" | "fraud_investigation" | "legal_request" | "quality_check" | "other";
  /**
   * The reason in a sentence, for later readers; stored encrypted.
   */
  reason: string;
}
/**
 */
export interface RequestedErasure {
  id: string;
  /**
   * Your own id of the subject.
   */
  subjectId: string;
  /**
   * Id of the member who requested the erasure.
   */
  requestedBy: string;
  /**
   * The request of the other person; null where one person was enough.
   */
  approvalId: string | null;
  reasonCode: RevealReason;
  /**
   * When the erasure was requested.
   */
  requestedAt: string;
  /**
   * `held`: a legal hold was set later, and the erasure continues when it is lifted.
   */
  status: "running" | "held" | "done" | (string & {});
  completedAt: string | null;
  /**
   * Null until it is done.
   */
  receipt: ErasureReceipt | null;
  /**
   * Salted SHA-256 of the reason, in hex; null if an earlier request runs.
   */
  reasonHash: string | null;
}
/**
 */
export interface ProcessingRegister {
  entries: ProcessingEntry[];
}
/**
 */
export interface ProcessingEntry {
  /**
   * Whom the data is about.
   */
  people: string;
  /**
   * What it is.
   */
  data: string;
  /**
   * Table and column, or the place outside of the database.
   */
  place: string;
  /**
   * `sealed`: in an envelope under a key of the key-management provider. `encrypted`: under the server secret. `clear`: readable in the database and its backups.
   */
  protection: "sealed" | "encrypted" | "clear" | (string & {});
  /**
   * Scopes, one of which reads it; none if no request returns it.
   */
  scopes: string[];
  /**
   * The roles with one of these scopes.
   */
  roles: string[];
  /**
   * How long it stays.
   */
  kept: string;
  /**
   * Parties outside of the service that get it.
   */
  recipients: DataRecipient[];
}
/**
 */
export interface DataRecipient {
  name: string;
  /**
   * Empty if nothing is configured.
   */
  hosts: string[];
}
/**
 */
export interface ErrorBody {
  success: boolean;
  error: ErrorDetails;
}
/**
 */
export interface ErrorDetails {
  code: ErrorCode;
  message: string;
  /**
   * Fields, and the problem with each.
   */
  details?: FieldProblem[];
}
/**
 */
export interface FieldProblem {
  path: string;
  message: string;
}
/**
 */
export interface CaseClosedEvent {
  type: "case.closed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Id of the case.
     */
    caseId: string;
    outcome: CaseOutcome;
    revision: number;
  };
}
/**
 */
export interface CaseCreatedEvent {
  type: "case.created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Id of the case.
     */
    caseId: string;
    subjectId: string;
    origin: CaseOrigin;
  };
}
/**
 */
export interface CaseUpdatedEvent {
  type: "case.updated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Id of the case.
     */
    caseId: string;
    status: CaseStatus;
    revision: number;
  };
}
/**
 */
export interface EmailFailedEvent {
  type: "email.failed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 */
export interface EmailSentEvent {
  type: "email.sent";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 */
export interface ExportCompletedEvent {
  type: "export.completed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    exportId: string;
    dataType: ExportDataType;
    format: ExportFormat;
    /**
     * Rows in the file.
     */
    recordCount: number;
    /**
     * Bytes.
     */
    fileSize: number;
    /**
     * True if rows beyond the maximum were omitted.
     */
    truncated: boolean;
  };
}
/**
 */
export interface ExportFailedEvent {
  type: "export.failed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    exportId: string;
    dataType: ExportDataType;
    format: ExportFormat;
    /**
     * The reason in words.
     */
    error: string;
  };
}
/**
 */
export interface FederationAcceptedEvent {
  type: "federation.accepted";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    groupId: string;
    membershipId: string;
    /**
     * The organization of the membership.
     */
    organizationId: string;
    prefix: string;
  };
}
/**
 */
export interface FederationInvitedEvent {
  type: "federation.invited";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    groupId: string;
    membershipId: string;
    /**
     * The organization of the membership.
     */
    organizationId: string;
    prefix: string;
  };
}
/**
 */
export interface FederationRemovedEvent {
  type: "federation.removed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    groupId: string;
    membershipId: string;
    /**
     * The organization of the membership.
     */
    organizationId: string;
    prefix: string;
    reason: MembershipEnd;
  };
}
/**
 */
export interface FederationSyncedEvent {
  type: "federation.synced";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    groupId: string;
    /**
     * Revision of the group; each sync has a higher one.
     */
    revision: number;
    kind: SyncKind;
    /**
     * The organization that started it.
     */
    initiatedBy: string;
    /**
     * The counterparts. For recipients other than the starter, only themselves.
     */
    organizationIds: string[];
  };
}
/**
 */
export interface FileUploadedEvent {
  type: "file.uploaded";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    [k: string]: unknown;
  };
}
/**
 */
export interface IdentityAccountVerifiedEvent {
  type: "identity.account.verified";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_ACCOUNT_VERIFIED";
    verificationId: string;
  };
}
/**
 */
export interface IdentityBvnVerifiedEvent {
  type: "identity.bvn.verified";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_BVN_VERIFIED";
    verificationId: string;
  };
}
/**
 */
export interface IdentityConsentRecordedEvent {
  type: "identity.consent.recorded";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_CONSENT_RECORDED";
    consentId: string;
  };
}
/**
 */
export interface IdentityConsentWithdrawnEvent {
  type: "identity.consent.withdrawn";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_CONSENT_WITHDRAWN";
    consentId: string;
  };
}
/**
 */
export interface IdentityDeadLetterGivenUpEvent {
  type: "identity.dead_letter.given_up";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_DEAD_LETTER_GIVEN_UP";
    verificationId: string;
    kind: VerificationKind;
    reason: DeadLetterEnd;
  };
}
/**
 */
export interface IdentityFaceMatchedEvent {
  type: "identity.face.matched";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_FACE_MATCHED";
    verificationId: string;
  };
}
/**
 */
export interface IdentityLivenessFailedEvent {
  type: "identity.liveness.failed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_LIVENESS_FAILED";
    verificationId: string;
    /**
     * The reason in one word; more may be added.
     */
    reason?: string;
  };
}
/**
 */
export interface IdentityLivenessPassedEvent {
  type: "identity.liveness.passed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_LIVENESS_PASSED";
    verificationId: string;
  };
}
/**
 */
export interface IdentityNinVerifiedEvent {
  type: "identity.nin.verified";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_NIN_VERIFIED";
    verificationId: string;
  };
}
/**
 */
export interface IdentitySessionCanceledEvent {
  type: "identity.session.canceled";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_SESSION_CANCELED";
    sessionId: string;
  };
}
/**
 */
export interface IdentitySessionCompletedEvent {
  type: "identity.session.completed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_SESSION_COMPLETED";
    sessionId: string;
  };
}
/**
 */
export interface IdentitySessionCreatedEvent {
  type: "identity.session.created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_SESSION_CREATED";
    sessionId: string;
  };
}
/**
 */
export interface IdentitySessionExpiredEvent {
  type: "identity.session.expired";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_SESSION_EXPIRED";
    sessionId: string;
  };
}
/**
 */
export interface IdentitySessionFailedEvent {
  type: "identity.session.failed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_SESSION_FAILED";
    sessionId: string;
    step: SessionStepType;
    /**
     * The reason in one word; more may be added.
     */
    reason: string;
  };
}
/**
 */
export interface IdentitySessionStepPassedEvent {
  type: "identity.session.step_passed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_SESSION_STEP_PASSED";
    sessionId: string;
    step: SessionStepType;
  };
}
/**
 */
export interface IdentityVerificationFailedEvent {
  type: "identity.verification.failed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_VERIFICATION_FAILED";
    verificationId: string;
    kind: VerificationKind;
    /**
     * The reason in one word; more may be added.
     */
    reason?: string;
  };
}
/**
 */
export interface IdentityVerificationRevealedEvent {
  type: "identity.verification.revealed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "IDENTITY_VERIFICATION_REVEALED";
    verificationId: string;
    revealId: string;
  };
}
/**
 */
export interface KeyCreatedEvent {
  type: "key.created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
  };
}
/**
 */
export interface KeyExpiringEvent {
  type: "key.expiring";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
    /**
     * 30, 7 or 1.
     */
    days: number;
  };
}
/**
 */
export interface KeyOwnerLeftEvent {
  type: "key.owner_left";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
    /**
     * Id of the person.
     */
    madeBy: string;
  };
}
/**
 */
export interface KeyRevokedEvent {
  type: "key.revoked";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
  };
}
/**
 */
export interface KeyRotatedEvent {
  type: "key.rotated";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
    rotatedFrom: string;
  };
}
/**
 */
export interface MemberChangedEvent {
  type: "member.changed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Id of the person.
     */
    userId: string;
    /**
     * @maxItems 8
     */
    roles: MemberRole[];
  };
}
/**
 */
export interface MemberInvitedEvent {
  type: "member.invited";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    invitationId: string;
    /**
     * @maxItems 8
     */
    roles: MemberRole[];
  };
}
/**
 */
export interface MemberJoinedEvent {
  type: "member.joined";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Id of the person.
     */
    userId: string;
    /**
     * @maxItems 8
     */
    roles: MemberRole[];
  };
}
/**
 */
export interface MemberLeftEvent {
  type: "member.left";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Id of the person.
     */
    userId: string;
  };
}
/**
 */
export interface MessageCreatedEvent {
  type: "message.created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    threadId: string;
    messageId: string;
    sequence: number;
    /**
     * Who sent it.
     */
    participantId: string;
    type: MessageType;
  };
}
/**
 */
export interface PermissionsChangedEvent {
  type: "permissions.changed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    /**
     * Revision of the permissions after the change.
     */
    revision: number;
    resource: PermissionResource;
    /**
     * Id of the changed thing; for an import, the prefix of the member of a federation.
     */
    id: string;
    action: PermissionChange;
    /**
     * For an import: the number of the organization’s own assignments, roles and policies that were changed or removed with it. Up to 200 also have their own event each.
     */
    ownChanges?: number;
  };
}
/**
 */
export interface ScreeningHitCreatedEvent {
  type: "screening.hit.created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    hitId: string;
    subjectId: string;
    listKind: SubjectListKind;
    listId: string;
    entryId: string;
    /**
     * 0 to 100.
     */
    score: number;
  };
}
/**
 */
export interface ScreeningJobCompletedEvent {
  type: "screening.job.completed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    jobId: string;
    /**
     * The export of the results; null if exports were disabled.
     */
    exportId: string | null;
    /**
     * Rows with this outcome.
     */
    clear: number;
    review: number;
    block: number;
    /**
     * Rows that were not screened.
     */
    failed: number;
  };
}
/**
 */
export interface ScreeningJobFailedEvent {
  type: "screening.job.failed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    jobId: string;
    /**
     * The reason in words.
     */
    error: string;
  };
}
/**
 */
export interface SubjectErasedEvent {
  type: "subject.erased";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "SUBJECT_ERASED";
    erasureId: string;
    subjectId: string;
  };
}
/**
 */
export interface SubjectExportedEvent {
  type: "subject.exported";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    event: "SUBJECT_EXPORTED";
    exportId: string;
    subjectId: string;
  };
}
/**
 */
export interface ThreadCreatedEvent {
  type: "thread.created";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    threadId: string;
    /**
     * Its slug.
     */
    channel: string;
  };
}
/**
 */
export interface ThreadReadEvent {
  type: "thread.read";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    threadId: string;
    participantId: string;
    lastReadMessageId: string;
    /**
     * Unread messages of the thread after the change.
     */
    unreadCount: number;
  };
}
/**
 */
export interface ThreadStatusChangedEvent {
  type: "thread.status_changed";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    threadId: string;
    status: ThreadStatus;
    previousStatus: ThreadStatus;
  };
}
/**
 */
export interface ThreadUnreadEvent {
  type: "thread.unread";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    threadId: string;
    participantId: string;
    /**
     * Null when nothing is read.
     */
    lastReadMessageId: string | null;
    /**
     * Unread messages of the thread after the change.
     */
    unreadCount: number;
  };
}
/**
 */
export interface WebhookDisabledEvent {
  type: "webhook.disabled";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhookId: string;
    name: string;
    reason: WebhookDisabledReason;
    /**
     * When it was deactivated.
     */
    disabledAt: string;
  };
}
/**
 */
export interface WebhookFailingEvent {
  type: "webhook.failing";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhookId: string;
    name: string;
    /**
     * 50, 75 or 90.
     */
    percent: number;
    /**
     * The first failure since the last success.
     */
    failingSince: string;
    /**
     * From then on, a failed attempt deactivates it.
     */
    deactivatesAt: string;
  };
}
/**
 */
export interface WebhookTestEvent {
  type: "webhook.test";
  /**
   * When it happened.
   */
  timestamp: string;
  data: {
    webhookId: string;
  };
}
/**
 * Data of the events that the service itself delivers to webhooks, by type.
 */
export interface EventData {
  "identity.bvn.verified": {
    event: "IDENTITY_BVN_VERIFIED";
    verificationId: string;
  };
  "identity.nin.verified": {
    event: "IDENTITY_NIN_VERIFIED";
    verificationId: string;
  };
  "identity.liveness.passed": {
    event: "IDENTITY_LIVENESS_PASSED";
    verificationId: string;
  };
  "identity.liveness.failed": {
    event: "IDENTITY_LIVENESS_FAILED";
    verificationId: string;
    /**
     * The reason in one word; more may be added.
     */
    reason?: string;
  };
  "identity.face.matched": {
    event: "IDENTITY_FACE_MATCHED";
    verificationId: string;
  };
  "identity.account.verified": {
    event: "IDENTITY_ACCOUNT_VERIFIED";
    verificationId: string;
  };
  "identity.verification.failed": {
    event: "IDENTITY_VERIFICATION_FAILED";
    verificationId: string;
    kind: VerificationKind;
    /**
     * The reason in one word; more may be added.
     */
    reason?: string;
  };
  "identity.dead_letter.given_up": {
    event: "IDENTITY_DEAD_LETTER_GIVEN_UP";
    verificationId: string;
    kind: VerificationKind;
    reason: DeadLetterEnd;
  };
  "identity.verification.revealed": {
    event: "IDENTITY_VERIFICATION_REVEALED";
    verificationId: string;
    revealId: string;
  };
  "identity.consent.recorded": {
    event: "IDENTITY_CONSENT_RECORDED";
    consentId: string;
  };
  "identity.consent.withdrawn": {
    event: "IDENTITY_CONSENT_WITHDRAWN";
    consentId: string;
  };
  "screening.job.completed": {
    jobId: string;
    /**
     * The export of the results; null if exports were disabled.
     */
    exportId: string | null;
    /**
     * Rows with this outcome.
     */
    clear: number;
    review: number;
    block: number;
    /**
     * Rows that were not screened.
     */
    failed: number;
  };
  "screening.job.failed": {
    jobId: string;
    /**
     * The reason in words.
     */
    error: string;
  };
  "screening.hit.created": {
    hitId: string;
    subjectId: string;
    listKind: SubjectListKind;
    listId: string;
    entryId: string;
    /**
     * 0 to 100.
     */
    score: number;
  };
  "case.created": {
    /**
     * Id of the case.
     */
    caseId: string;
    subjectId: string;
    origin: CaseOrigin;
  };
  "case.updated": {
    /**
     * Id of the case.
     */
    caseId: string;
    status: CaseStatus;
    revision: number;
  };
  "case.closed": {
    /**
     * Id of the case.
     */
    caseId: string;
    outcome: CaseOutcome;
    revision: number;
  };
  "identity.session.created": {
    event: "IDENTITY_SESSION_CREATED";
    sessionId: string;
  };
  "identity.session.step_passed": {
    event: "IDENTITY_SESSION_STEP_PASSED";
    sessionId: string;
    step: SessionStepType;
  };
  "identity.session.completed": {
    event: "IDENTITY_SESSION_COMPLETED";
    sessionId: string;
  };
  "identity.session.failed": {
    event: "IDENTITY_SESSION_FAILED";
    sessionId: string;
    step: SessionStepType;
    /**
     * The reason in one word; more may be added.
     */
    reason: string;
  };
  "identity.session.expired": {
    event: "IDENTITY_SESSION_EXPIRED";
    sessionId: string;
  };
  "identity.session.canceled": {
    event: "IDENTITY_SESSION_CANCELED";
    sessionId: string;
  };
  "federation.invited": {
    groupId: string;
    membershipId: string;
    /**
     * The organization of the membership.
     */
    organizationId: string;
    prefix: string;
  };
  "federation.accepted": {
    groupId: string;
    membershipId: string;
    /**
     * The organization of the membership.
     */
    organizationId: string;
    prefix: string;
  };
  "federation.removed": {
    groupId: string;
    membershipId: string;
    /**
     * The organization of the membership.
     */
    organizationId: string;
    prefix: string;
    reason: MembershipEnd;
  };
  "federation.synced": {
    groupId: string;
    /**
     * Revision of the group; each sync has a higher one.
     */
    revision: number;
    kind: SyncKind;
    /**
     * The organization that started it.
     */
    initiatedBy: string;
    /**
     * The counterparts. For recipients other than the starter, only themselves.
     */
    organizationIds: string[];
  };
  "permissions.changed": {
    /**
     * Revision of the permissions after the change.
     */
    revision: number;
    resource: PermissionResource;
    /**
     * Id of the changed thing; for an import, the prefix of the member of a federation.
     */
    id: string;
    action: PermissionChange;
    /**
     * For an import: the number of the organization’s own assignments, roles and policies that were changed or removed with it. Up to 200 also have their own event each.
     */
    ownChanges?: number;
  };
  "thread.created": {
    threadId: string;
    /**
     * Its slug.
     */
    channel: string;
  };
  "thread.status_changed": {
    threadId: string;
    status: ThreadStatus;
    previousStatus: ThreadStatus;
  };
  "message.created": {
    threadId: string;
    messageId: string;
    sequence: number;
    /**
     * Who sent it.
     */
    participantId: string;
    type: MessageType;
  };
  "thread.read": {
    threadId: string;
    participantId: string;
    lastReadMessageId: string;
    /**
     * Unread messages of the thread after the change.
     */
    unreadCount: number;
  };
  "thread.unread": {
    threadId: string;
    participantId: string;
    /**
     * Null when nothing is read.
     */
    lastReadMessageId: string | null;
    /**
     * Unread messages of the thread after the change.
     */
    unreadCount: number;
  };
  "webhook.disabled": {
    webhookId: string;
    name: string;
    reason: WebhookDisabledReason;
    /**
     * When it was deactivated.
     */
    disabledAt: string;
  };
  "webhook.failing": {
    webhookId: string;
    name: string;
    /**
     * 50, 75 or 90.
     */
    percent: number;
    /**
     * The first failure since the last success.
     */
    failingSince: string;
    /**
     * From then on, a failed attempt deactivates it.
     */
    deactivatesAt: string;
  };
  "webhook.test": {
    webhookId: string;
  };
  "email.sent": {
    [k: string]: unknown;
  };
  "email.failed": {
    [k: string]: unknown;
  };
  "file.uploaded": {
    [k: string]: unknown;
  };
  "export.completed": {
    exportId: string;
    dataType: ExportDataType;
    format: ExportFormat;
    /**
     * Rows in the file.
     */
    recordCount: number;
    /**
     * Bytes.
     */
    fileSize: number;
    /**
     * True if rows beyond the maximum were omitted.
     */
    truncated: boolean;
  };
  "export.failed": {
    exportId: string;
    dataType: ExportDataType;
    format: ExportFormat;
    /**
     * The reason in words.
     */
    error: string;
  };
  "member.invited": {
    invitationId: string;
    /**
     * @maxItems 8
     */
    roles: MemberRole[];
  };
  "member.joined": {
    /**
     * Id of the person.
     */
    userId: string;
    /**
     * @maxItems 8
     */
    roles: MemberRole[];
  };
  "member.changed": {
    /**
     * Id of the person.
     */
    userId: string;
    /**
     * @maxItems 8
     */
    roles: MemberRole[];
  };
  "member.left": {
    /**
     * Id of the person.
     */
    userId: string;
  };
  "key.created": {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
  };
  "key.rotated": {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
    rotatedFrom: string;
  };
  "key.revoked": {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
  };
  "key.owner_left": {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
    /**
     * Id of the person.
     */
    madeBy: string;
  };
  "key.expiring": {
    keyId: string;
    /**
     * First and last characters of the key.
     */
    hint: string;
    /**
     * When it stops working.
     */
    expiresAt: string | null;
    /**
     * 30, 7 or 1.
     */
    days: number;
  };
  "subject.exported": {
    event: "SUBJECT_EXPORTED";
    exportId: string;
    subjectId: string;
  };
  "subject.erased": {
    event: "SUBJECT_ERASED";
    erasureId: string;
    subjectId: string;
  };
}
