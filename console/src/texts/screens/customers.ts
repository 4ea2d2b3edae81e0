import { textsOf } from '../text.ts';

/** Texts of the screens of customers. */
const CUSTOMERS = {
  'customers.find': 'Name or id',
  'customers.open': 'Only with open hits',
  'customers.country': 'Country (two letters)',
  'customers.openHits': 'Open hits',
  'customers.empty':
    'No customers are enrolled yet. Oriki screens enrolled customers whenever a list changes.',
  'customers.none': 'No enrolled customer has these words.',
  'customers.activity': 'Show the activity of the id {id}',
  'enrol.title': 'Enrol a customer',
  'enrol.do': 'Enrol',
  'enrol.again':
    'Oriki screens the customer now, and again whenever a list changes. For an enrolled customer, your input replaces the stored facts.',
  'enrol.dob': 'Date of birth (YYYY-MM-DD), or its year',
  'enrol.kinds': 'Kinds of lists (your own blocklists are always included)',
  'enrol.threshold': 'Threshold (70 to 100)',
  'enrol.numbers':
    'Only the last characters of stored numbers are known: {numbers}. Enter the numbers again to keep them.',
  'subject.title': 'Customer',
  'subject.edit': 'Edit',
  'subject.screen': 'Screen now',
  'subject.verify': 'Verify',
  'subject.newCase': 'Open a case',
  'subject.remove': 'Remove customer',
  'subject.removeWhy':
    'Screening ends, open hits close, and the texts of notes, reasons and files are erased. This cannot be undone.',
  'subject.asked': 'A second person must confirm the removal. The request is under Approvals.',
  'subject.kinds': 'Kinds of lists',
  'subject.updated': 'Last changed',
  'subject.hits': 'Hits',
  'subject.screenings': 'Manual searches',
  'subject.noHits': 'No hits.',
  'subject.noScreenings':
    'No manual searches. Oriki finds hits of enrolled customers without them.',
  'subject.noVerifications': 'No verifications yet.',
  'subject.noCases': 'No cases yet.',
  'subject.notEnrolled':
    'Not enrolled: Oriki does not screen this customer when a list changes. Earlier activity is below.',
} as const;

export const t = textsOf(CUSTOMERS);
