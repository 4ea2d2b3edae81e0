/** The statuses, outcomes, origins and kinds of items of cases. */
export const CASE_STATUSES = ['OPEN', 'IN_REVIEW', 'ESCALATED', 'CLOSED'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const OUTCOMES = ['TRUE_MATCH', 'FALSE_POSITIVE', 'INCONCLUSIVE', 'NO_ACTION'] as const;

export type CaseOutcome = (typeof OUTCOMES)[number];

export const CASE_SORTS = ['newest', 'oldest', 'due', 'snooze'] as const;

export const ORIGINS = ['hand', 'rule'] as const;

export const ITEM_KINDS = ['hit', 'screening', 'verification', 'dead_letter', 'thread'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
