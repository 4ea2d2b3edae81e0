import { downloadPathItem, DOWNLOADS } from '../modules/exports/index.ts';
import { planGates } from '../modules/tenants/index.ts';
import { eventTypes } from '../modules/webhooks/index.ts';
import { buildOpenApi } from '../platform/http/openapi/document.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { version } from '../platform/version.ts';

const TAGS: Record<string, string> = {
  Identity:
    'Verifies bank verification numbers, national identification numbers, bank accounts and faces with vendors, and ' +
    'keeps what was answered.',
  Administration:
    'What operators do with a platform key: organizations, their keys, global lists, providers, settings of exports.',
  Screening:
    'Compares names with sanctions lists and an organization’s own lists, and keeps what was found.',
  'Screening lists': 'An organization’s own blocklists and allowlists, and their entries.',
  'Continuous screening':
    'Subjects that are screened again whenever a list changes, the hits, and what was decided about them.',
  Federation: 'Groups of organizations that share fraud lists and permission roles.',
  Permissions:
    'Modules, roles, assignments and policies, and the question whether somebody may do something.',
  Threads: 'Conversations in channels, messages, and inboxes with read state.',
  Webhooks: 'Subscriptions to events, which are posted, signed, to an address of yours.',
  'Webhook deliveries': 'Every attempt to deliver an event, and ways to send one again.',
  'Received events': 'What your receiver is sent, signed, for each type of event.',
  Events: 'Events of your own, delivered like those of Oriki.',
  Usage: 'What was used, counted by day, service and metric.',
  Invoices: 'Monthly invoices of what was used.',
  Exports: 'Data as CSV or JSON files, made in the background.',
};

/** The machine-readable description of these routes. */
export function openApiDocument(routes: AnyRoute[], publicUrl: string): object {
  return buildOpenApi(routes, {
    publicUrl,
    version,
    description:
      'Verifies identities, screens names against sanctions lists and an organization’s own block- and ' +
      'allowlists, decides who may do what, delivers events to webhooks, exports data as files, and counts and charges ' +
      'what is used. ' +
      'Every response is an envelope: `success`, then `data` or `error`; every one has `X-Request-Id`, and none may be stored (`Cache-Control: ' +
      'no-store`). ' +
      'Answers may get more fields, and values beyond those of `x-extensible-enum`.',
    contact: { name: 'The developers of Oriki' },
    tags: TAGS,
    planGates,
    events: eventTypes,
    otherPaths: (errors) => ({ [`${DOWNLOADS}/{exportId}`]: downloadPathItem(errors) }),
  });
}
