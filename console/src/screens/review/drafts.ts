/** The reason that a person gives for a decision; empty texts for none. */
export type Given = {
  reasonCode: string;
  reason: string;
  /** True for the text of a decision that was undone. */
  isUndone?: boolean;
};

export const NOTHING_GIVEN: Given = { reasonCode: '', reason: '' };

/** Reasons that are not decided yet, by the ids of their hits. Sign-out loads the page again, which drops them. */
const drafts = new Map<string, Given>();
let pinnedCode: string | undefined;

/** Keeps what a person has entered about a hit, until they decide it. */
export function keepDraft(hitId: string, given: Given): void {
  drafts.set(hitId, given);
}

export function dropDraft(hitId: string): void {
  drafts.delete(hitId);
}

/** Returns the initial input of the question about a hit. */
export function draftOf(hitId: string): Given {
  const draft = drafts.get(hitId) ?? NOTHING_GIVEN;
  return { ...draft, reasonCode: draft.reasonCode || (pinnedCode ?? '') };
}

/** Keeps a code for the next hits. The words are about one customer. @param code undefined for none */
export function pin(code: string | undefined): void {
  pinnedCode = code;
}

/** Returns the kept code; undefined for none. */
export function pinned(): string | undefined {
  return pinnedCode;
}
