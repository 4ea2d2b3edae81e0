import { isAbsolute } from 'node:path';
import { fail, optional, setting } from './values.ts';

/** Settings of the audit log's stream. */
export const auditSettings = {
  auditStream: setting({
    env: 'ORIKI_AUDIT_STREAM',
    description:
      'Target of the actions of the audit log, for a SIEM: the absolute path of a file, which gets each as a line ' +
      'of JSON, or `otlp`: logs over OTLP/HTTP to `OTEL_EXPORTER_OTLP_LOGS_ENDPOINT`, or to `/v1/logs` below ' +
      '`OTEL_EXPORTER_OTLP_ENDPOINT`. The same for every process with the worker role.',
    default: '',
    parse: optional((text: string) =>
      text === 'otlp' || isAbsolute(text) ? text : fail('must be an absolute path, or otlp'),
    ),
  }),
  auditStreamUrl: setting({
    env: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
    description:
      'The whole address for actions of the audit log, such as `http://127.0.0.1:4318/v1/logs`. The rules for ' +
      'outbound requests do not apply to it.',
    default: '',
    parse: optional((text: string) =>
      /^https?:\/\//.test(text) && URL.canParse(text) ? text : fail('must be an http(s) URL'),
    ),
  }),
};

/** Returns the address of a stream over OTLP; undefined for other streams. */
export function auditStreamUrl(config: {
  auditStreamUrl: string | undefined;
  tracesEndpoint: string | undefined;
}): string | undefined {
  return config.auditStreamUrl ?? (config.tracesEndpoint && `${config.tracesEndpoint}/v1/logs`);
}

/** Returns the fault of these settings in combination, if there is one. */
export function* auditProblems(config: {
  auditStream: string | undefined;
  auditStreamUrl: string | undefined;
  tracesEndpoint: string | undefined;
}): Generator<string> {
  if (config.auditStream === 'otlp' && auditStreamUrl(config) === undefined)
    yield 'ORIKI_AUDIT_STREAM is otlp: OTEL_EXPORTER_OTLP_LOGS_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT must name the address ';
}
