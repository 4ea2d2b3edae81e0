import { knownTextsOf, textsOf } from '../text.ts';

/** Texts of the screens of customers. */
const CUSTOMERS = {
  'search.threshold': 'Threshold',
  'verifications.identifier': 'Identifier ends with',
  'subject.enrolled': 'Enrolled',
  'queue.match': 'Listed name',
  'customers.find': 'Name or id',
  'customers.open': 'Only with open hits',
  'customers.country': 'Country (two letters)',
  'customers.openHits': 'Open hits',
  'customers.empty':
    'No customers are enrolled yet. Oriki screens enrolled customers whenever a list changes.',
  'customers.none': 'No enrolled customer matches these words.',
  'customers.activity': 'Show the activity of the id {id}',
  'enrol.title': 'Enrol a customer',
  'enrol.do': 'Enrol',
  'enrol.again':
    'Oriki screens the customer now, and again whenever a list changes. For an enrolled customer, your input replaces the stored facts.',
  'enrol.dob': 'Date of birth (YYYY-MM-DD), or its year',
  'enrol.kinds': 'Kinds of lists (your own blocklists are always included)',
  'enrol.threshold': 'Threshold (70 to 100)',
  'enrol.numbers': 'Stored numbers: {numbers}. Oriki keeps them and adds the numbers above.',
  'enrol.removes': 'Remove the stored numbers',
  'subject.title': 'Customer',
  'subject.edit': 'Edit',
  'subject.screen': 'Screen now',
  'subject.verify': 'Verify',
  'subject.newCase': 'Open a case',
  'subject.export': 'Export customer data',
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
  'held.title': 'Stored data',
  'held.omitted': 'Not shown, because you may not read it: {areas}',
  'held.consents': 'Consents',
  'held.noConsents': 'No consents.',
  'held.purpose': 'Purpose',
  'held.channel': 'Channel',
  'held.given': 'Given on',
  'held.withdrawn': 'Withdrawn on',
  'held.erasures': 'Erasures',
  'held.exports': 'Exports of this customer',
  'held.inRole': 'Threads as {role}',
  'held.approvals': 'Approval requests',
  'held.auditActions': 'Rows of the audit log',
  'held.caseFiles': 'Files of cases',
  'held.cases': 'Cases',
  'held.enrolment': 'Continuous screening',
  'held.hits': 'Hits',
  'held.messages': 'Messages in threads',
  'held.screenings': 'Screenings',
  'held.threads': 'Threads',
  'held.verifications': 'Verifications',
  'held.verificationSessions': 'Verification sessions',
  'held.legalHolds': 'Legal holds',
  'held.events': 'Events for webhooks',
  'erase.title': 'Erase customer data',
  'erase.why':
    'Oriki deletes or empties everything that it stores about this customer, including in threads. Rows of the audit log stay. This cannot be undone.',
  'erase.reason': 'Reason',
  'erase.sentence': 'A sentence of at least 10 characters.',
  'erase.running': 'The erasure is running.',
  'erase.held': 'A legal hold keeps the records. The erasure continues when the hold is lifted.',
  'erase.done': 'The customer is erased.',
  'erase.erased': 'Erased',
  'erase.kept': 'Kept',
  'erase.row': '{count} · {data}',
  'erase.save': 'Save receipt',
  'erase.asked': 'A second person must erase the customer. The request is under Approvals.',
  'export.why':
    'The file contains everything that is stored about this customer, with the decrypted answers of identity providers. The audit log records the export.',
  'export.purpose': 'Purpose',
  'export.format': 'Format',
  'export.html': 'Page (HTML)',
  'export.json': 'Data (JSON)',
  'export.do': 'Export',
  'export.asked': 'A second person must export the customer. The request is under Approvals.',
} as const;

export const t = textsOf(CUSTOMERS);
const known = knownTextsOf(CUSTOMERS);

/** Returns the name of an area with data about a customer; undefined for one of a newer version. */
export function areaText(area: string): string | undefined {
  return known(`held.${area}`);
}
