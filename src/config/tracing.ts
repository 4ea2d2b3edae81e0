import { fail, oneOf, optional, setting } from './values.ts';

/** Settings of traces. They have OpenTelemetry's names, so an operator can reuse the settings of other services. */

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

function httpUrl(text: string): string {
  return /^https?:\/\//.test(text) && URL.canParse(text)
    ? text.replace(/\/+$/, '')
    : fail('must be an http(s) URL');
}

function headers(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [, name, value] =
        /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) return fail('must be <name>=<value>,…');
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return fail('has an invalid percent-encoding');
      }
    }),
  );
}

function ratio(text: string): number {
  const value = Number(text);
  return /^\d+(\.\d+)?$/.test(text) && value <= 1 ? value : fail('must be a number from 0 to 1');
}

export const tracingSettings = {
  tracesDisabled: setting({
    env: 'OTEL_SDK_DISABLED',
    description: '`true` sends no traces, whatever else is set.',
    default: 'false',
    parse: (text: string) => text.toLowerCase() === 'true',
  }),
  tracesExporter: setting({
    env: 'OTEL_TRACES_EXPORTER',
    description:
      '`otlp` sends traces over OTLP/HTTP, `none` sends none. Default: `otlp` when an endpoint is set.',
    default: '',
    parse: optional(oneOf('otlp', 'none')),
  }),
  tracesEndpoint: setting({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description:
      'Collector of traces, such as `http://127.0.0.1:4318`; they go to `/v1/traces` below it. The rules for ' +
      'outbound requests do not apply to it.',
    default: '',
    parse: optional(httpUrl),
  }),
  tracesUrl: setting({
    env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    description:
      'The whole address for traces, such as `http://127.0.0.1:4318/v1/traces`, instead of the one below ' +
      '`OTEL_EXPORTER_OTLP_ENDPOINT`.',
    default: '',
    // The exporter uses the path of this URL unchanged.
    parse: optional((text: string) => httpUrl(text) && text),
  }),
  tracesHeaders: setting({
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    description: 'Headers for the collector, `<name>=<value>,…` with values percent-encoded.',
    default: '',
    parse: optional(headers),
    secret: true,
  }),
  tracesService: setting({
    env: 'OTEL_SERVICE_NAME',
    description: 'Name of this process in traces.',
    default: 'oriki',
    parse: (text: string) => text,
  }),
  tracesSampler: setting({
    env: 'OTEL_TRACES_SAMPLER',
    description: `Which traces are recorded: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}.`,
    default: 'parentbased_always_on',
    parse: oneOf(...SAMPLERS),
  }),
  tracesRatio: setting({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    description: 'Share of traces that a `traceidratio` sampler records, from 0 to 1.',
    default: '1',
    parse: ratio,
  }),
};
