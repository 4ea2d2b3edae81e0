import { textsOf } from '../text.ts';

/** Texts of the parts of cases that load later. */
const LABELS = {
  'labels.type': 'Type',
  'labels.tag': 'Tag',
  'labels.tags': 'Tags, separated by spaces',
  'labels.snooze': 'Snooze until the start of',
  'rule.why':
    'A hit of an enrolled customer on one of these kinds of lists opens a case, or joins the open case of the customer.',
  'rule.kinds': 'Kinds of lists (choose none to switch the rule off)',
  'rule.score': 'Lowest score (0 to 100)',
  'rule.assign': 'Assign new cases to',
  'rule.noAssignee': 'no assignee',
  'rule.inTurn': 'each {role} in turn',
  'attach.kind': 'Kind of evidence',
  'attach.hit': 'hit',
  'attach.screening': 'search',
  'attach.verification': 'verification',
  'attach.thread': 'thread',
  'attach.id': 'other, by id',
  'attach.ids': 'Ids, separated by spaces',
  'attach.customer': 'Customer',
  'attach.found': 'Evidence to attach',
  'attach.none': 'No other evidence found.',
  'attach.first': 'The newest {count} are shown. Choose a customer to see others.',
  'attach.do': 'Attach {count} {count:item|items}',
} as const;

export const t = textsOf(LABELS);
