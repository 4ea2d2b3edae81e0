// Generated from docs/openapi.json by scripts/client-library.ts.

/** Every operation of the API by its operationId. */
export const operations = {
  /** Verify a Bank Verification Number against a name. */
  verifyBvn: {"method":"POST","path":"/api/v1/identity/verify-bvn","keyed":true},
  /** Verify a National Identification Number against a name. */
  verifyNin: {"method":"POST","path":"/api/v1/identity/verify-nin","keyed":true},
  /** Check that a selfie shows a live person. */
  checkLiveness: {"method":"POST","path":"/api/v1/identity/liveness","keyed":true},
  /** Compare a selfie with a reference photo. */
  matchFaces: {"method":"POST","path":"/api/v1/identity/face-match","keyed":true},
  /** Verify the holder of a bank account. */
  verifyAccount: {"method":"POST","path":"/api/v1/identity/verify-account","keyed":true},
  /** Look up who an identifier belongs to. */
  resolveIdentity: {"method":"POST","path":"/api/v1/identity/resolve","keyed":true},
  /** Verify an identifier of any supported country against a name. */
  verifyIdentity: {"method":"POST","path":"/api/v1/identity/verify","keyed":true},
  /** List countries, kinds and forms of identifiers. */
  listIdentityKinds: {"method":"GET","path":"/api/v1/identity/kinds","safe":true},
  /** List verifications, newest first. */
  listIdentityVerifications: {"method":"GET","path":"/api/v1/identity/verifications","query":["subjectId","kind","status","from","to","replays","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["verificationId"]}},
  /** Read one verification with its encrypted answer. */
  getIdentityVerification: {"method":"GET","path":"/api/v1/identity/verifications/{id}","safe":true},
  /** List dead letters of all organizations, newest first. */
  listDeadLetters: {"method":"GET","path":"/api/v1/admin/dead-letters","query":["organizationId","status","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Ask the providers again. */
  replayDeadLetter: {"method":"POST","path":"/api/v1/admin/dead-letters/{id}/replay","keyed":true},
  /** Give up a dead letter and delete its request. */
  discardDeadLetter: {"method":"POST","path":"/api/v1/admin/dead-letters/{id}/discard","keyed":true},
  /** Show how the providers do, as the answering process sees them. */
  listProviders: {"method":"GET","path":"/api/v1/admin/providers","safe":true},
  /** Screen a name against global lists and the organization's own. */
  screenName: {"method":"POST","path":"/api/v1/fraud/screen","keyed":true},
  /** Screen up to 1,000 names at once. */
  screenNames: {"method":"POST","path":"/api/v1/fraud/screen/batch","keyed":true},
  /** List screenings, newest first. */
  listScreenings: {"method":"GET","path":"/api/v1/fraud/screenings","query":["subjectId","outcome","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["screeningId"]}},
  /** Fetch a screening as it was answered. */
  getScreening: {"method":"GET","path":"/api/v1/fraud/screenings/{id}","safe":true},
  /** List the organization's screening lists. */
  listScreeningLists: {"method":"GET","path":"/api/v1/fraud/lists","safe":true},
  /** Create a blocklist or an allowlist. */
  createScreeningList: {"method":"POST","path":"/api/v1/fraud/lists","keyed":true},
  /** Fetch a list. */
  getScreeningList: {"method":"GET","path":"/api/v1/fraud/lists/{id}","safe":true},
  /** Rename a list. */
  renameScreeningList: {"method":"PATCH","path":"/api/v1/fraud/lists/{id}","keyed":true},
  /** Delete a list and its entries. */
  deleteScreeningList: {"method":"DELETE","path":"/api/v1/fraud/lists/{id}","keyed":true},
  /** List the entries of a list. */
  listScreeningEntries: {"method":"GET","path":"/api/v1/fraud/lists/{id}/entries","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Add up to 1,000 entries, all or none. */
  addScreeningEntries: {"method":"POST","path":"/api/v1/fraud/lists/{id}/entries","keyed":true},
  /** Delete one entry. */
  deleteScreeningEntry: {"method":"DELETE","path":"/api/v1/fraud/lists/{id}/entries/{entryId}","keyed":true},
  /** Enrol a subject, or update one. */
  enrolSubject: {"method":"POST","path":"/api/v1/fraud/subjects","keyed":true},
  /** List the enrolled subjects, by id. */
  listSubjects: {"method":"GET","path":"/api/v1/fraud/subjects","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["subjectId"]}},
  /** Enrol up to 1,000 subjects, all or none. */
  enrolSubjects: {"method":"POST","path":"/api/v1/fraud/subjects/batch","keyed":true},
  /** Fetch an enrolled subject. */
  getSubject: {"method":"GET","path":"/api/v1/fraud/subjects/{subjectId}","safe":true},
  /** End the screening of a subject. */
  deleteSubject: {"method":"DELETE","path":"/api/v1/fraud/subjects/{subjectId}","keyed":true},
  /** List hits of enrolled subjects, newest first. */
  listHits: {"method":"GET","path":"/api/v1/fraud/hits","query":["subjectId","status","listId","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a hit with its decisions. */
  getHit: {"method":"GET","path":"/api/v1/fraud/hits/{id}","safe":true},
  /** Decide on a hit. */
  decideHit: {"method":"POST","path":"/api/v1/fraud/hits/{id}/decision","keyed":true},
  /** Import a global list, replacing the one with this source. */
  importGlobalList: {"method":"POST","path":"/api/v1/admin/lists","keyed":true},
  /** List the global lists. */
  listGlobalLists: {"method":"GET","path":"/api/v1/admin/lists","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a global list. */
  getGlobalList: {"method":"GET","path":"/api/v1/admin/lists/{id}","safe":true},
  /** Delete a global list and its entries. */
  deleteGlobalList: {"method":"DELETE","path":"/api/v1/admin/lists/{id}","keyed":true},
  /** Set where a global list is fetched from. */
  updateGlobalList: {"method":"PATCH","path":"/api/v1/admin/lists/{id}","keyed":true},
  /** Fetch a global list from its origin as soon as possible. */
  refreshGlobalList: {"method":"POST","path":"/api/v1/admin/lists/{id}/refresh","keyed":true},
  /** List the versions of a global list, newest first. */
  listGlobalListVersions: {"method":"GET","path":"/api/v1/admin/lists/{id}/versions","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["revision"]}},
  /** List what is different in one version of a global list from an earlier one. */
  listGlobalListChanges: {"method":"GET","path":"/api/v1/admin/lists/{id}/changes","query":["from","to","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["change","externalId","entryId"]}},
  /** Invite an organization to a federation group. */
  inviteFederationMember: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/members","keyed":true},
  /** Leave a federation group, decline its invitation, or remove a member from it. */
  removeFederationMember: {"method":"DELETE","path":"/api/v1/permissions/federation/groups/{id}/members","query":["organizationId"],"keyed":true},
  /** Accept an invitation to a federation group. */
  acceptFederationInvitation: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/members/accept","keyed":true},
  /** Create a federation group. */
  createFederationGroup: {"method":"POST","path":"/api/v1/permissions/federation/groups","keyed":true},
  /** List federation groups that the organization belongs to or is invited to. */
  listFederationGroups: {"method":"GET","path":"/api/v1/permissions/federation/groups","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a federation group and its members. */
  getFederationGroup: {"method":"GET","path":"/api/v1/permissions/federation/groups/{id}","safe":true},
  /** Delete a federation group. */
  deleteFederationGroup: {"method":"DELETE","path":"/api/v1/permissions/federation/groups/{id}","keyed":true},
  /** Tell how far the members of a federation group are synced. */
  getFederationSyncStatus: {"method":"GET","path":"/api/v1/permissions/federation/groups/{id}/sync","safe":true},
  /** Import the modules and roles of other members. */
  pullFederation: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/pull","keyed":true},
  /** Bring the own modules and roles to other members. */
  pushFederation: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/push","keyed":true},
  /** Give members a fraud configuration. */
  pushFederationFraudConfig: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/fraud-config/push","keyed":true},
  /** Create a module. */
  createPermissionModule: {"method":"POST","path":"/api/v1/permissions/modules","keyed":true},
  /** List modules, imported ones too. */
  listPermissionModules: {"method":"GET","path":"/api/v1/permissions/modules","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a module. */
  getPermissionModule: {"method":"GET","path":"/api/v1/permissions/modules/{id}","safe":true},
  /** Rename a module, or change its actions. */
  updatePermissionModule: {"method":"PATCH","path":"/api/v1/permissions/modules/{id}","keyed":true},
  /** Delete a module that no role and no policy names. */
  deletePermissionModule: {"method":"DELETE","path":"/api/v1/permissions/modules/{id}","keyed":true},
  /** Create a role. */
  createPermissionRole: {"method":"POST","path":"/api/v1/permissions/roles","keyed":true},
  /** List roles, imported ones too. */
  listPermissionRoles: {"method":"GET","path":"/api/v1/permissions/roles","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a role. */
  getPermissionRole: {"method":"GET","path":"/api/v1/permissions/roles/{id}","safe":true},
  /** Rename a role, or replace its capabilities or what it inherits. */
  updatePermissionRole: {"method":"PATCH","path":"/api/v1/permissions/roles/{id}","keyed":true},
  /** Delete a role that nobody has and nothing names. */
  deletePermissionRole: {"method":"DELETE","path":"/api/v1/permissions/roles/{id}","keyed":true},
  /** Give a role to a subject. */
  createPermissionAssignment: {"method":"POST","path":"/api/v1/permissions/assignments","keyed":true},
  /** List who has which role. */
  listPermissionAssignments: {"method":"GET","path":"/api/v1/permissions/assignments","query":["subject","roleId","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Take a role from a subject. */
  deletePermissionAssignment: {"method":"DELETE","path":"/api/v1/permissions/assignments/{id}","keyed":true},
  /** Allow or deny a capability on resources. */
  createPermissionPolicy: {"method":"POST","path":"/api/v1/permissions/policies","keyed":true},
  /** List policies, imported ones too. */
  listPermissionPolicies: {"method":"GET","path":"/api/v1/permissions/policies","query":["roleId","capability","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a policy. */
  getPermissionPolicy: {"method":"GET","path":"/api/v1/permissions/policies/{id}","safe":true},
  /** Delete a policy. */
  deletePermissionPolicy: {"method":"DELETE","path":"/api/v1/permissions/policies/{id}","keyed":true},
  /** Relate a subject to an object. */
  createPermissionRelationship: {"method":"POST","path":"/api/v1/permissions/relationships","keyed":true},
  /** List relationships. */
  listPermissionRelationships: {"method":"GET","path":"/api/v1/permissions/relationships","query":["subject","relation","object","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Remove a relationship. */
  deletePermissionRelationship: {"method":"DELETE","path":"/api/v1/permissions/relationships/{id}","keyed":true},
  /** Ask whether a subject may do something. */
  checkPermission: {"method":"POST","path":"/api/v1/permissions/check","safe":true},
  /** Ask up to 1,000 such questions at once. */
  checkPermissions: {"method":"POST","path":"/api/v1/permissions/check/batch","safe":true},
  /** Mark a thread as read, up to a message. */
  markThreadRead: {"method":"POST","path":"/api/v1/threads/{threadId}/read","keyed":true},
  /** How far everybody in a thread has read. */
  listReadStates: {"method":"GET","path":"/api/v1/threads/{threadId}/read-state","safe":true},
  /** The threads of one participant, the newest activity first. */
  readInbox: {"method":"GET","path":"/api/v1/threads/inbox","query":["externalId","role","status","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["thread.id"]}},
  /** Unread messages of one participant in all open threads. */
  countUnread: {"method":"GET","path":"/api/v1/threads/inbox/unread-count","query":["externalId","role"],"safe":true},
  /** What changes in the inbox of one participant, as server-sent events. */
  streamInbox: {"method":"GET","path":"/api/v1/threads/inbox/stream","query":["externalId","role","token","lastEventId"],"safe":true,"raw":true},
  /** Have a browser open the stream of one participant. */
  createInboxStreamToken: {"method":"POST","path":"/api/v1/threads/inbox/stream-token","keyed":true},
  /** Create a channel. */
  createChannel: {"method":"POST","path":"/api/v1/channels","keyed":true},
  /** List the organization's channels. */
  listChannels: {"method":"GET","path":"/api/v1/channels","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Start a thread. */
  createThread: {"method":"POST","path":"/api/v1/threads","keyed":true},
  /** List threads, newest first. */
  listThreads: {"method":"GET","path":"/api/v1/threads","query":["channel","entityId","status","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch a thread and who takes part in it. */
  getThread: {"method":"GET","path":"/api/v1/threads/{threadId}","safe":true},
  /** Close, reopen or archive a thread, or change its subject. */
  updateThread: {"method":"PATCH","path":"/api/v1/threads/{threadId}","keyed":true},
  /** Have somebody take part in a thread. */
  addThreadParticipant: {"method":"POST","path":"/api/v1/threads/{threadId}/participants","keyed":true},
  /** Remove somebody from a thread. */
  removeThreadParticipant: {"method":"DELETE","path":"/api/v1/threads/{threadId}/participants","query":["externalId","role"],"keyed":true},
  /** Send a message to an open thread. */
  sendMessage: {"method":"POST","path":"/api/v1/threads/{threadId}/messages","keyed":true},
  /** List the messages of a thread, oldest first. */
  listMessages: {"method":"GET","path":"/api/v1/threads/{threadId}/messages","query":["before","after","limit"],"safe":true,"list":{"items":"items","by":"sequence"}},
  /** Replace the content of a message. */
  editMessage: {"method":"PATCH","path":"/api/v1/threads/{threadId}/messages/{messageId}","keyed":true},
  /** Delete a message. */
  deleteMessage: {"method":"DELETE","path":"/api/v1/threads/{threadId}/messages/{messageId}","keyed":true},
  /** List all webhooks of the organization. */
  listWebhooks: {"method":"GET","path":"/api/v1/webhooks","safe":true},
  /** Subscribe a URL to events. */
  createWebhook: {"method":"POST","path":"/api/v1/webhooks","keyed":true},
  /** The catalogue of event types, with schemas and examples. */
  listEventTypes: {"method":"GET","path":"/api/v1/webhooks/event-types","safe":true},
  /** Fetch a webhook. */
  getWebhook: {"method":"GET","path":"/api/v1/webhooks/{id}","safe":true},
  /** Change, pause or resume a webhook. */
  updateWebhook: {"method":"PATCH","path":"/api/v1/webhooks/{id}","keyed":true},
  /** Delete a webhook and cancel its pending deliveries. */
  deleteWebhook: {"method":"DELETE","path":"/api/v1/webhooks/{id}","keyed":true},
  /** Replace the signing secret. */
  rotateWebhookSecret: {"method":"POST","path":"/api/v1/webhooks/{id}/rotate-secret","keyed":true},
  /** List a webhook's deliveries with their attempts, newest first. */
  listDeliveries: {"method":"GET","path":"/api/v1/webhooks/{id}/deliveries","query":["status","eventType","eventId","from","to","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch one delivery with its attempts. */
  getDelivery: {"method":"GET","path":"/api/v1/webhooks/{id}/deliveries/{deliveryId}","safe":true},
  /** Send one delivery again at once. */
  retryDelivery: {"method":"POST","path":"/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry","keyed":true},
  /** Send a webhook.test event to this webhook. */
  testWebhook: {"method":"POST","path":"/api/v1/webhooks/{id}/test","keyed":true},
  /** Send again whatever has not succeeded since a point in time. */
  recoverDeliveries: {"method":"POST","path":"/api/v1/webhooks/{id}/recover","keyed":true},
  /** Publish an event to the matching webhooks. */
  publishEvent: {"method":"POST","path":"/api/v1/events","keyed":true},
  /** Report what was used of another service. */
  reportUsage: {"method":"POST","path":"/api/v1/usage","keyed":true},
  /** Usage by day, service and metric, newest day first. */
  listUsage: {"method":"GET","path":"/api/v1/usage","query":["from","to","service","metric","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["day","service","metric"]}},
  /** Report up to 1,000 uses at once. */
  reportUsageBatch: {"method":"POST","path":"/api/v1/usage/batch","keyed":true},
  /** List invoices and the notes that correct them, the last first. */
  listInvoices: {"method":"GET","path":"/api/v1/invoices","query":["month","type","page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch an invoice or a note with its lines. */
  getInvoice: {"method":"GET","path":"/api/v1/invoices/{id}","safe":true},
  /** Ask for an export. */
  createExport: {"method":"POST","path":"/api/v1/exports","keyed":true},
  /** List exports, newest first. */
  listExports: {"method":"GET","path":"/api/v1/exports","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch an export. */
  getExport: {"method":"GET","path":"/api/v1/exports/{exportId}","safe":true},
  /** Cancel an export that is not finished. */
  cancelExport: {"method":"DELETE","path":"/api/v1/exports/{exportId}","keyed":true},
  /** Fetch an organization's export settings. */
  getExportSettings: {"method":"GET","path":"/api/v1/admin/organizations/{id}/export-settings","safe":true},
  /** Change an organization's export settings. */
  updateExportSettings: {"method":"PATCH","path":"/api/v1/admin/organizations/{id}/export-settings","keyed":true},
  /** Create an organization. */
  createOrganization: {"method":"POST","path":"/api/v1/admin/organizations","keyed":true},
  /** List organizations. */
  listOrganizations: {"method":"GET","path":"/api/v1/admin/organizations","query":["page","limit"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch an organization. */
  getOrganization: {"method":"GET","path":"/api/v1/admin/organizations/{id}","safe":true},
  /** Change name, plan, addons or whether the last four characters of identifiers are kept. */
  updateOrganization: {"method":"PATCH","path":"/api/v1/admin/organizations/{id}","keyed":true},
  /** Create an API key. */
  createApiKey: {"method":"POST","path":"/api/v1/admin/keys","keyed":true},
  /** List API keys. */
  listApiKeys: {"method":"GET","path":"/api/v1/admin/keys","query":["page","limit","organizationId"],"safe":true,"list":{"items":"items","by":"page","key":["id"]}},
  /** Fetch an API key. */
  getApiKey: {"method":"GET","path":"/api/v1/admin/keys/{id}","safe":true},
  /** Replace an API key. */
  rotateApiKey: {"method":"POST","path":"/api/v1/admin/keys/{id}/rotate","keyed":true},
  /** Revoke an API key. */
  revokeApiKey: {"method":"POST","path":"/api/v1/admin/keys/{id}/revoke","keyed":true},
} as const;
