/** The reason that a person gives for a decision; empty texts for none. */
export type Given = { reasonCode: string; reason: string };

export const NOTHING_GIVEN: Given = { reasonCode: '', reason: '' };

/** Reasons that are not decided yet, by the ids of their hits. Sign-out loads the page again, which drops them. */
const drafts = new Map<string, Given>();
let pinned: Given | undefined;

/** Keeps what a person has entered about a hit, until they decide it. */
export function keepDraft(hitId: string, given: Given): void {
  drafts.set(hitId, given);
}

export function dropDraft(hitId: string): void {
  drafts.delete(hitId);
}

/** Returns what the question about a hit begins with. */
export function draftOf(hitId: string): Given {
  return drafts.get(hitId) ?? pinned ?? NOTHING_GIVEN;
}

/** Keeps a reason for the next hits. @param given undefined for none */
export function pin(given: Given | undefined): void {
  pinned = given;
}

export function hasPin(): boolean {
  return pinned !== undefined;
}
