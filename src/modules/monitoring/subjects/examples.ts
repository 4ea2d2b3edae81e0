import type { EnrolSubject, Subject } from './schemas.ts';
import { DEFAULT_LIMIT, examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE_INPUT: EnrolSubject = {
  subjectId: 'customer-17',
  name: 'Sean OBrien Smith',
  dob: '1980-02-29',
};
const EXAMPLE_SUBJECT: Subject = {
  subjectId: 'customer-17',
  name: 'Sean OBrien Smith',
  dob: '1980-02-29',
  country: null,
  kinds: ['sanctions', 'pep', 'adverse_media', 'tenant_blocklist'],
  threshold: 85,
  openHits: 1,
  createdAt: '2026-11-21T09:40:00.000Z',
  updatedAt: '2026-11-21T09:40:00.000Z',
};
const EXAMPLE_OTHER = { subjectId: 'customer-18', name: 'Bola Adeyemi' };
const OTHER_SUBJECT: Subject = { ...EXAMPLE_SUBJECT, ...EXAMPLE_OTHER, dob: null, openHits: 0 };
const EXAMPLE_ALIASES = ['Shane O’Brien'];
const EXAMPLE_FACTS = {
  type: 'person' as const,
  gender: 'male' as const,
  birthDate: '1980-02',
  birthPlace: 'Cork, Ireland',
  nationality: ['IE'],
  addresses: ['12 Grand Parade, Cork, Ireland'],
};
const EXAMPLE_WHOLE: Subject = {
  ...EXAMPLE_SUBJECT,
  aliases: EXAMPLE_ALIASES,
  identifiers: [{ kind: 'passport', country: 'IE', lastFour: '3456' }],
  ...EXAMPLE_FACTS,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  enrolSubject: {
    body: {
      ...EXAMPLE_INPUT,
      aliases: EXAMPLE_ALIASES,
      identifiers: [{ kind: 'passport', value: 'PA 012 3456', country: 'IE' }],
      ...EXAMPLE_FACTS,
    },
    data: EXAMPLE_WHOLE,
  },
  enrolSubjects: { body: { subjects: [EXAMPLE_OTHER] }, data: { subjects: [OTHER_SUBJECT] } },
  listSubjects: {
    query: { country: 'IE' },
    data: examplePage({ ...EXAMPLE_SUBJECT, country: 'IE' }),
  },
  searchSubjects: {
    body: { text: 'smith sean' },
    data: { items: [EXAMPLE_SUBJECT], total: 1, totalIsExact: true, limit: DEFAULT_LIMIT },
  },
  getSubject: { data: EXAMPLE_WHOLE },
  deleteSubject: { data: { subjectId: EXAMPLE_SUBJECT.subjectId, deleted: true } },
};
