/** The target of the audit stream: a file, or a collector of OpenTelemetry. */
import { open } from 'node:fs/promises';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { version } from '../../../platform/files.ts';
import type { AuditAction } from '../actions/schemas.ts';

/** An action in the form that is sent, with the link of the chain that covers it. */
export type StreamedAction = AuditAction & { link: { seq: number; hash: string } };

/** Resolves once the other side has stored the actions. @throws if it has not, or if that is unknown */
export type StreamTarget = (actions: readonly StreamedAction[]) => Promise<void>;

/** The longest wait for a collector's answer. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** SEVERITY_NUMBER_INFO: https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
const INFO = 9;

/** Appends a line of JSON for each action. Opens the file each time, so that log rotation may move it. */
export function fileTarget(path: string): StreamTarget {
  return async (actions) => {
    const file = await open(path, 'a', 0o600);
    try {
      await file.write(actions.map((action) => `${JSON.stringify(action)}\n`).join(''));
      await file.datasync();
    } finally {
      await file.close();
    }
  };
}

function attributes(values: Record<string, string | null>) {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: { stringValue: value } }],
  );
}

/** One record in OTLP's JSON encoding: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function recordOf({ at, action, actor, link, ...row }: StreamedAction) {
  return {
    timeUnixNano: `${Date.parse(at)}000000`,
    severityNumber: INFO,
    eventName: 'oriki.audit',
    body: { stringValue: action },
    attributes: attributes({
      'oriki.audit.id': row.id,
      'oriki.organization.id': row.organizationId,
      'oriki.audit.action': action,
      'oriki.audit.actor.kind': actor.kind,
      'oriki.audit.actor.id': actor.id,
      'oriki.audit.actor.via': actor.via,
      'oriki.audit.object.id': row.objectId,
      'oriki.audit.before': row.before && JSON.stringify(row.before),
      'oriki.audit.after': row.after && JSON.stringify(row.after),
      'oriki.audit.link.seq': String(link.seq),
      'oriki.audit.link.hash': link.hash,
      'oriki.request.id': row.requestId,
      'client.address': row.address,
    }),
  };
}

/** Sends the actions as logs over OTLP/HTTP. */
export function otlpTarget(
  outbound: OutboundClient,
  options: { url: string; headers: Record<string, string> | undefined; service: string },
): StreamTarget {
  return async (actions) => {
    const resource = { attributes: attributes({ 'service.name': options.service }) };
    const scope = { name: 'oriki.audit', version };
    const logRecords = actions.map(recordOf);
    const { status, body } = await outbound.request({
      url: options.url,
      method: 'POST',
      headers: { ...options.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] }),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER_BYTES,
    });
    if (status !== 200) throw new Error(`the collector answered ${status}`);
    const rejected = /"rejectedLogRecords":\s*"?([1-9]\d*)/.exec(body.toString());
    if (rejected) throw new Error(`the collector rejected ${rejected[1]} records`);
  };
}
