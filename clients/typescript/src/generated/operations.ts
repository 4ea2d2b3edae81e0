// Generated from docs/openapi.json by scripts/client-library.ts.

/** Every operation of the API by its operationId. */
export const operations = {
  /** Verify a Bank Verification Number against a name. */
  verifyBvn: {"method":"POST","path":"/api/v1/identity/verify-bvn","repeatable":true},
  /** Verify a National Identification Number against a name. */
  verifyNin: {"method":"POST","path":"/api/v1/identity/verify-nin","repeatable":true},
  /** Check that a selfie shows a live person. */
  checkLiveness: {"method":"POST","path":"/api/v1/identity/liveness","repeatable":true},
  /** Compare a selfie with a reference photo. */
  matchFaces: {"method":"POST","path":"/api/v1/identity/face-match","repeatable":true},
  /** Verify the holder of a bank account. */
  verifyAccount: {"method":"POST","path":"/api/v1/identity/verify-account","repeatable":true},
  /** Look up who an identifier belongs to. */
  resolveIdentity: {"method":"POST","path":"/api/v1/identity/resolve","repeatable":true},
  /** Verify an identifier of any supported country against a name. */
  verifyIdentity: {"method":"POST","path":"/api/v1/identity/verify","repeatable":true},
  /** List countries, kinds and forms of identifiers. */
  listIdentityKinds: {"method":"GET","path":"/api/v1/identity/kinds","repeatable":true},
  /** List verifications, newest first. */
  listIdentityVerifications: {"method":"GET","path":"/api/v1/identity/verifications","query":["subjectId","kind","status","from","to","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Read one verification with its encrypted answer. */
  getIdentityVerification: {"method":"GET","path":"/api/v1/identity/verifications/{id}","repeatable":true},
  /** List dead letters of all organizations, newest first. */
  listDeadLetters: {"method":"GET","path":"/api/v1/admin/dead-letters","query":["organizationId","status","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Ask the providers again. */
  replayDeadLetter: {"method":"POST","path":"/api/v1/admin/dead-letters/{id}/replay","repeatable":true},
  /** Delete the request of a dead letter. */
  discardDeadLetter: {"method":"POST","path":"/api/v1/admin/dead-letters/{id}/discard","repeatable":true},
  /** Show how the providers do, as the answering process sees them. */
  listProviders: {"method":"GET","path":"/api/v1/admin/providers","repeatable":true},
  /** Screen a name against global lists and the organization's own. */
  screenName: {"method":"POST","path":"/api/v1/fraud/screen","repeatable":true},
  /** Screen up to 1,000 names at once. */
  screenNames: {"method":"POST","path":"/api/v1/fraud/screen/batch","repeatable":true},
  /** List screenings, newest first. */
  listScreenings: {"method":"GET","path":"/api/v1/fraud/screenings","query":["subjectId","outcome","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a screening as it was answered. */
  getScreening: {"method":"GET","path":"/api/v1/fraud/screenings/{id}","repeatable":true},
  /** List the organization's screening lists. */
  listScreeningLists: {"method":"GET","path":"/api/v1/fraud/lists","repeatable":true},
  /** Create a blocklist or an allowlist. */
  createScreeningList: {"method":"POST","path":"/api/v1/fraud/lists","repeatable":true},
  /** Fetch a list. */
  getScreeningList: {"method":"GET","path":"/api/v1/fraud/lists/{id}","repeatable":true},
  /** Rename a list. */
  renameScreeningList: {"method":"PATCH","path":"/api/v1/fraud/lists/{id}","repeatable":true},
  /** Delete a list and its entries. */
  deleteScreeningList: {"method":"DELETE","path":"/api/v1/fraud/lists/{id}","repeatable":true},
  /** List the entries of a list. */
  listScreeningEntries: {"method":"GET","path":"/api/v1/fraud/lists/{id}/entries","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Add up to 1,000 entries, all or none. */
  addScreeningEntries: {"method":"POST","path":"/api/v1/fraud/lists/{id}/entries","repeatable":true},
  /** Delete one entry. */
  deleteScreeningEntry: {"method":"DELETE","path":"/api/v1/fraud/lists/{id}/entries/{entryId}","repeatable":true},
  /** Enrol a subject, or update one. */
  enrolSubject: {"method":"POST","path":"/api/v1/fraud/subjects","repeatable":true},
  /** List the enrolled subjects, by id. */
  listSubjects: {"method":"GET","path":"/api/v1/fraud/subjects","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Enrol up to 1,000 subjects, all or none. */
  enrolSubjects: {"method":"POST","path":"/api/v1/fraud/subjects/batch","repeatable":true},
  /** Fetch an enrolled subject. */
  getSubject: {"method":"GET","path":"/api/v1/fraud/subjects/{subjectId}","repeatable":true},
  /** End the screening of a subject. */
  deleteSubject: {"method":"DELETE","path":"/api/v1/fraud/subjects/{subjectId}","repeatable":true},
  /** List hits of enrolled subjects, newest first. */
  listHits: {"method":"GET","path":"/api/v1/fraud/hits","query":["subjectId","status","listId","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a hit with its decisions. */
  getHit: {"method":"GET","path":"/api/v1/fraud/hits/{id}","repeatable":true},
  /** Decide on a hit. */
  decideHit: {"method":"POST","path":"/api/v1/fraud/hits/{id}/decision","repeatable":true},
  /** Import a global list, replacing the one with this source. */
  importGlobalList: {"method":"POST","path":"/api/v1/admin/lists","repeatable":true},
  /** List the global lists. */
  listGlobalLists: {"method":"GET","path":"/api/v1/admin/lists","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a global list. */
  getGlobalList: {"method":"GET","path":"/api/v1/admin/lists/{id}","repeatable":true},
  /** Delete a global list and its entries. */
  deleteGlobalList: {"method":"DELETE","path":"/api/v1/admin/lists/{id}","repeatable":true},
  /** Set where a global list is fetched from. */
  updateGlobalList: {"method":"PATCH","path":"/api/v1/admin/lists/{id}","repeatable":true},
  /** Fetch a global list from its origin as soon as possible. */
  refreshGlobalList: {"method":"POST","path":"/api/v1/admin/lists/{id}/refresh","repeatable":true},
  /** List the versions of a global list, newest first. */
  listGlobalListVersions: {"method":"GET","path":"/api/v1/admin/lists/{id}/versions","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** List what is different in one version of a global list from an earlier one. */
  listGlobalListChanges: {"method":"GET","path":"/api/v1/admin/lists/{id}/changes","query":["from","to","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Invite an organization to a federation group. */
  inviteFederationMember: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/members","repeatable":true},
  /** Leave a federation group, decline its invitation, or remove a member from it. */
  removeFederationMember: {"method":"DELETE","path":"/api/v1/permissions/federation/groups/{id}/members","query":["organizationId"],"repeatable":true},
  /** Accept an invitation to a federation group. */
  acceptFederationInvitation: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/members/accept","repeatable":true},
  /** Create a federation group. */
  createFederationGroup: {"method":"POST","path":"/api/v1/permissions/federation/groups","repeatable":true},
  /** List federation groups that the organization belongs to or is invited to. */
  listFederationGroups: {"method":"GET","path":"/api/v1/permissions/federation/groups","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a federation group and its members. */
  getFederationGroup: {"method":"GET","path":"/api/v1/permissions/federation/groups/{id}","repeatable":true},
  /** Delete a federation group. */
  deleteFederationGroup: {"method":"DELETE","path":"/api/v1/permissions/federation/groups/{id}","repeatable":true},
  /** Tell how far the members of a federation group are synced. */
  getFederationSyncStatus: {"method":"GET","path":"/api/v1/permissions/federation/groups/{id}/sync","repeatable":true},
  /** Import the modules and roles of other members. */
  pullFederation: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/pull","repeatable":true},
  /** Bring the own modules and roles to other members. */
  pushFederation: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/push","repeatable":true},
  /** Give members a fraud configuration. */
  pushFederationFraudConfig: {"method":"POST","path":"/api/v1/permissions/federation/groups/{id}/fraud-config/push","repeatable":true},
  /** Ask whether a subject may do something. */
  checkPermission: {"method":"POST","path":"/api/v1/permissions/check","repeatable":true},
  /** Ask up to 1,000 such questions at once. */
  checkPermissions: {"method":"POST","path":"/api/v1/permissions/check/batch","repeatable":true},
  /** Create a module. */
  createPermissionModule: {"method":"POST","path":"/api/v1/permissions/modules","repeatable":true},
  /** List modules, imported ones too. */
  listPermissionModules: {"method":"GET","path":"/api/v1/permissions/modules","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a module. */
  getPermissionModule: {"method":"GET","path":"/api/v1/permissions/modules/{id}","repeatable":true},
  /** Rename a module, or change its actions. */
  updatePermissionModule: {"method":"PATCH","path":"/api/v1/permissions/modules/{id}","repeatable":true},
  /** Delete a module that no role and no policy names. */
  deletePermissionModule: {"method":"DELETE","path":"/api/v1/permissions/modules/{id}","repeatable":true},
  /** Create a role. */
  createPermissionRole: {"method":"POST","path":"/api/v1/permissions/roles","repeatable":true},
  /** List roles, imported ones too. */
  listPermissionRoles: {"method":"GET","path":"/api/v1/permissions/roles","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a role. */
  getPermissionRole: {"method":"GET","path":"/api/v1/permissions/roles/{id}","repeatable":true},
  /** Rename a role, or replace its capabilities or what it inherits. */
  updatePermissionRole: {"method":"PATCH","path":"/api/v1/permissions/roles/{id}","repeatable":true},
  /** Delete a role that nobody has and nothing names. */
  deletePermissionRole: {"method":"DELETE","path":"/api/v1/permissions/roles/{id}","repeatable":true},
  /** Give a role to a subject. */
  createPermissionAssignment: {"method":"POST","path":"/api/v1/permissions/assignments","repeatable":true},
  /** List who has which role. */
  listPermissionAssignments: {"method":"GET","path":"/api/v1/permissions/assignments","query":["subject","roleId","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Take a role from a subject. */
  deletePermissionAssignment: {"method":"DELETE","path":"/api/v1/permissions/assignments/{id}","repeatable":true},
  /** Allow or deny a capability on resources. */
  createPermissionPolicy: {"method":"POST","path":"/api/v1/permissions/policies","repeatable":true},
  /** List policies, imported ones too. */
  listPermissionPolicies: {"method":"GET","path":"/api/v1/permissions/policies","query":["roleId","capability","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a policy. */
  getPermissionPolicy: {"method":"GET","path":"/api/v1/permissions/policies/{id}","repeatable":true},
  /** Delete a policy. */
  deletePermissionPolicy: {"method":"DELETE","path":"/api/v1/permissions/policies/{id}","repeatable":true},
  /** Relate a subject to an object. */
  createPermissionRelationship: {"method":"POST","path":"/api/v1/permissions/relationships","repeatable":true},
  /** List relationships. */
  listPermissionRelationships: {"method":"GET","path":"/api/v1/permissions/relationships","query":["subject","relation","object","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Remove a relationship. */
  deletePermissionRelationship: {"method":"DELETE","path":"/api/v1/permissions/relationships/{id}","repeatable":true},
  /** Mark a thread as read, up to a message. */
  markThreadRead: {"method":"POST","path":"/api/v1/threads/{threadId}/read","repeatable":true},
  /** How far everybody in a thread has read. */
  listReadStates: {"method":"GET","path":"/api/v1/threads/{threadId}/read-state","repeatable":true},
  /** The threads of one participant, the newest activity first. */
  readInbox: {"method":"GET","path":"/api/v1/threads/inbox","query":["externalId","role","status","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Unread messages of one participant in all open threads. */
  countUnread: {"method":"GET","path":"/api/v1/threads/inbox/unread-count","query":["externalId","role"],"repeatable":true},
  /** What changes in the inbox of one participant, as server-sent events. */
  streamInbox: {"method":"GET","path":"/api/v1/threads/inbox/stream","query":["externalId","role","token","lastEventId"],"repeatable":true,"raw":true},
  /** Have a browser open the stream of one participant. */
  createInboxStreamToken: {"method":"POST","path":"/api/v1/threads/inbox/stream-token","repeatable":true},
  /** Create a channel. */
  createChannel: {"method":"POST","path":"/api/v1/channels","repeatable":true},
  /** List the organization's channels. */
  listChannels: {"method":"GET","path":"/api/v1/channels","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Start a thread. */
  createThread: {"method":"POST","path":"/api/v1/threads","repeatable":true},
  /** List threads, newest first. */
  listThreads: {"method":"GET","path":"/api/v1/threads","query":["channel","entityId","status","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch a thread and who takes part in it. */
  getThread: {"method":"GET","path":"/api/v1/threads/{threadId}","repeatable":true},
  /** Close, reopen or archive a thread, or change its subject. */
  updateThread: {"method":"PATCH","path":"/api/v1/threads/{threadId}","repeatable":true},
  /** Have somebody take part in a thread. */
  addThreadParticipant: {"method":"POST","path":"/api/v1/threads/{threadId}/participants","repeatable":true},
  /** Remove somebody from a thread. */
  removeThreadParticipant: {"method":"DELETE","path":"/api/v1/threads/{threadId}/participants","query":["externalId","role"],"repeatable":true},
  /** Send a message to an open thread. */
  sendMessage: {"method":"POST","path":"/api/v1/threads/{threadId}/messages","repeatable":true},
  /** List the messages of a thread, oldest first. */
  listMessages: {"method":"GET","path":"/api/v1/threads/{threadId}/messages","query":["before","after","limit"],"repeatable":true,"list":{"items":"items","by":"sequence"}},
  /** Replace the content of a message. */
  editMessage: {"method":"PATCH","path":"/api/v1/threads/{threadId}/messages/{messageId}","repeatable":true},
  /** Delete a message. */
  deleteMessage: {"method":"DELETE","path":"/api/v1/threads/{threadId}/messages/{messageId}","repeatable":true},
  /** List all webhooks of the organization. */
  listWebhooks: {"method":"GET","path":"/api/v1/webhooks","repeatable":true},
  /** Subscribe a URL to events. */
  createWebhook: {"method":"POST","path":"/api/v1/webhooks","repeatable":true},
  /** The catalogue of event types, with schemas and examples. */
  listEventTypes: {"method":"GET","path":"/api/v1/webhooks/event-types","repeatable":true},
  /** Fetch a webhook. */
  getWebhook: {"method":"GET","path":"/api/v1/webhooks/{id}","repeatable":true},
  /** Change, pause or resume a webhook. */
  updateWebhook: {"method":"PATCH","path":"/api/v1/webhooks/{id}","repeatable":true},
  /** Delete a webhook and cancel its pending deliveries. */
  deleteWebhook: {"method":"DELETE","path":"/api/v1/webhooks/{id}","repeatable":true},
  /** Replace the signing secret. */
  rotateWebhookSecret: {"method":"POST","path":"/api/v1/webhooks/{id}/rotate-secret","repeatable":true},
  /** List a webhook's deliveries with their attempts, newest first. */
  listDeliveries: {"method":"GET","path":"/api/v1/webhooks/{id}/deliveries","query":["status","eventType","eventId","from","to","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch one delivery with its attempts. */
  getDelivery: {"method":"GET","path":"/api/v1/webhooks/{id}/deliveries/{deliveryId}","repeatable":true},
  /** Send one delivery again at once. */
  retryDelivery: {"method":"POST","path":"/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry","repeatable":true},
  /** Send a webhook.test event to this webhook. */
  testWebhook: {"method":"POST","path":"/api/v1/webhooks/{id}/test","repeatable":true},
  /** Send again whatever has not succeeded since a point in time. */
  recoverDeliveries: {"method":"POST","path":"/api/v1/webhooks/{id}/recover","repeatable":true},
  /** Publish an event to the matching webhooks. */
  publishEvent: {"method":"POST","path":"/api/v1/events","repeatable":true},
  /** Report what was used of another service. */
  reportUsage: {"method":"POST","path":"/api/v1/usage","repeatable":true},
  /** Usage by day, service and metric, newest day first. */
  listUsage: {"method":"GET","path":"/api/v1/usage","query":["from","to","service","metric","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Report up to 1,000 uses at once. */
  reportUsageBatch: {"method":"POST","path":"/api/v1/usage/batch","repeatable":true},
  /** List invoices and the notes that correct them, the last first. */
  listInvoices: {"method":"GET","path":"/api/v1/invoices","query":["month","type","page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch an invoice or a note with its lines. */
  getInvoice: {"method":"GET","path":"/api/v1/invoices/{id}","repeatable":true},
  /** Ask for an export. */
  createExport: {"method":"POST","path":"/api/v1/exports","repeatable":true},
  /** List exports, newest first. */
  listExports: {"method":"GET","path":"/api/v1/exports","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch an export. */
  getExport: {"method":"GET","path":"/api/v1/exports/{exportId}","repeatable":true},
  /** Cancel an export that is not finished. */
  cancelExport: {"method":"DELETE","path":"/api/v1/exports/{exportId}","repeatable":true},
  /** Fetch an organization's export settings. */
  getExportSettings: {"method":"GET","path":"/api/v1/admin/organizations/{id}/export-settings","repeatable":true},
  /** Change an organization's export settings. */
  updateExportSettings: {"method":"PATCH","path":"/api/v1/admin/organizations/{id}/export-settings","repeatable":true},
  /** Create an organization. */
  createOrganization: {"method":"POST","path":"/api/v1/admin/organizations","repeatable":true},
  /** List organizations. */
  listOrganizations: {"method":"GET","path":"/api/v1/admin/organizations","query":["page","limit"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch an organization. */
  getOrganization: {"method":"GET","path":"/api/v1/admin/organizations/{id}","repeatable":true},
  /** Change name, plan or addons. */
  updateOrganization: {"method":"PATCH","path":"/api/v1/admin/organizations/{id}","repeatable":true},
  /** Create an API key. */
  createApiKey: {"method":"POST","path":"/api/v1/admin/keys","repeatable":true},
  /** List API keys. */
  listApiKeys: {"method":"GET","path":"/api/v1/admin/keys","query":["page","limit","organizationId"],"repeatable":true,"list":{"items":"items","by":"page"}},
  /** Fetch an API key. */
  getApiKey: {"method":"GET","path":"/api/v1/admin/keys/{id}","repeatable":true},
  /** Replace an API key. */
  rotateApiKey: {"method":"POST","path":"/api/v1/admin/keys/{id}/rotate","repeatable":true},
  /** Revoke an API key. */
  revokeApiKey: {"method":"POST","path":"/api/v1/admin/keys/{id}/revoke","repeatable":true},
} as const;
