/** An id of the service: a word and 26 characters. */
const ID = /^([a-z]{1,16})_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** An id of the organization, such as the id of a customer. */
export const OWN_ID = /^[\w.:@-]{3,200}$/;

const AUDIT = ['/audit?', '/platform-audit?'];

/**
 * The screens of ids, by the first word of the id. If several screens fit, the first one that the person may see is
 * used. A path that ends in `/` is followed by the id. A path that ends in `?` leads to the rows of the id. Ids without
 * a screen lead to the audit log.
 */
export const SCREENS_OF: Readonly<Record<string, readonly string[]>> = {
  approval: ['/approvals', '/platform-approvals'],
  assignment: ['/permissions'],
  audit: ['/audit', '/platform-audit'],
  case: ['/cases/'],
  casechange: ['/cases'],
  casefile: ['/cases'],
  casenote: ['/cases'],
  channel: ['/threads'],
  consent: ['/verifications'],
  deadletter: ['/providers'],
  decision: ['/review'],
  delivery: ['/webhooks'],
  entry: ['/lists'],
  erasure: AUDIT,
  event: ['/webhooks'],
  export: ['/exports'],
  fedgroup: AUDIT,
  fedmember: AUDIT,
  glist: ['/global-lists/', '/lists'],
  grp: AUDIT,
  hit: ['/review/'],
  hitview: ['/review'],
  hold: ['/retention'],
  idp: AUDIT,
  idsession: ['/sessions/'],
  inv: ['/members'],
  invoice: ['/invoices/'],
  key: ['/keys/', ...AUDIT],
  list: ['/lists/'],
  message: ['/threads'],
  module: ['/permissions'],
  org: ['/organizations', ...AUDIT],
  participant: ['/threads'],
  policy: ['/permissions'],
  relationship: ['/permissions'],
  reveal: ['/verifications'],
  role: ['/permissions'],
  scr: ['/search/'],
  screenjob: AUDIT,
  ses: AUDIT,
  testorg: ['/organizations', ...AUDIT],
  subjectexport: AUDIT,
  thread: ['/threads/'],
  usr: ['/members', ...AUDIT],
  verification: ['/verifications/'],
  webhook: ['/webhooks/'],
  whsecret: ['/webhooks'],
};

/** A place in the console. */
export type Address = { to: string; search?: { object: string } };

/** Returns the address of the screen of an id, if one of these sections contains it. */
export function addressOf(id: string, sections: readonly { path: string }[]): Address | undefined {
  const prefix = ID.exec(id)?.[1] ?? '';
  const isOurs = Object.hasOwn(SCREENS_OF, prefix);
  if (!isOurs && !OWN_ID.test(id)) return undefined;
  const isSeen = (screen: string): boolean => sections.some(({ path }) => path === screen);
  if (!isOurs) return isSeen('/review') ? { to: `/subjects/${encodeURIComponent(id)}` } : undefined;
  const screen = SCREENS_OF[prefix]!.find((one) => isSeen(one.replace(/[/?]$/, '')));
  if (screen?.endsWith('?')) return { to: screen.slice(0, -1), search: { object: id } };
  return screen === undefined ? undefined : { to: screen.endsWith('/') ? screen + id : screen };
}
