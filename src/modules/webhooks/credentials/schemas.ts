import { Type, type Static } from 'typebox';
import { MapOf, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';

/** The sealed parts of requests, by their stored names. */
export type Part = 'headers' | 'auth' | 'clientCertificate';
/** A sealed part of the requests to a webhook. */
export type SealedPart = { part: Part; id: string; envelope: string };
export const PARTS: readonly Part[] = ['headers', 'auth', 'clientCertificate'];

const MAX_HEADERS = 10;
/** The limit in characters of PEM. */
const MAX_PEM = 32_768;
const FINGERPRINT =
  'AE:5F:12:77:0C:9B:3D:41:88:E2:6A:F0:15:7C:B9:D3:42:0E:91:6F:A8:5B:C7:20:1D:E4:73:98:36:BD:0A:FC';
const AUTH_TYPES = ['basic', 'bearer'] as const;

const HEADER_VALUE = definePattern(
  String.raw`^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$`,
  'must consist of visible ASCII characters; spaces are allowed only between them',
);
const NO_CONTROL = definePattern(
  String.raw`^[^\x00-\x1F\x7F]*$`,
  'must have no control characters',
);
const USER_NAME = definePattern(
  String.raw`^[^\x00-\x1F\x7F:]+$`,
  'must have no colon and no control characters',
);
const TOKEN = definePattern(
  String.raw`^[\x21-\x7E]+$`,
  'must consist of visible ASCII characters without spaces',
);

/** Fields of a request. */
export const credentialFields = {
  headers: Type.Optional(
    MapOf(Type.String({ maxLength: 4096, pattern: HEADER_VALUE }), {
      maxProperties: MAX_HEADERS,
      description:
        'Your own headers for every request, by name. They replace the earlier ones; `{}` removes them. Values ' +
        'are stored encrypted and never returned.',
    }),
  ),
  auth: Type.Optional(
    Strict(
      {
        type: Type.Optional(StringEnum('WebhookAuthType', AUTH_TYPES)),
        username: Type.Optional(
          Type.String({ maxLength: 256, pattern: USER_NAME, description: 'With `basic`.' }),
        ),
        password: Type.Optional(
          Type.String({ maxLength: 256, pattern: NO_CONTROL, description: 'With `basic`.' }),
        ),
        token: Type.Optional(
          Type.String({ maxLength: 4096, pattern: TOKEN, description: 'With `bearer`.' }),
        ),
      },
      {
        title: 'WebhookAuthInput',
        description:
          'HTTP authentication towards the receiver: the header `Authorization`. Stored encrypted; `{}` removes it.',
      },
    ),
  ),
  clientCertificate: Type.Optional(
    Strict(
      {
        certificate: Type.Optional(
          Type.String({
            maxLength: MAX_PEM,
            'x-pattern': '-----BEGIN CERTIFICATE-----',
            description: 'PEM, followed by its chain if needed.',
          }),
        ),
        key: Type.Optional(
          Type.String({
            maxLength: MAX_PEM,
            'x-pattern': '-----BEGIN [A-Z ]*PRIVATE KEY-----',
            description: 'Its private key: PEM, not encrypted.',
          }),
        ),
      },
      {
        title: 'WebhookClientCertificateInput',
        description:
          'The certificate for a receiver that requires one (mutual TLS). Stored encrypted; `{}` removes it.',
      },
    ),
  ),
};
const CredentialInput = Strict(credentialFields);
export type CredentialInput = Static<typeof CredentialInput>;

/** The fields of an answer; unset fields are omitted. */
export const shownFields = {
  headerNames: Type.Optional(
    Type.Array(Type.String(), {
      examples: [['X-Gateway-Key']],
      description: 'Names of your own headers; omitted if there are none.',
    }),
  ),
  auth: Type.Optional(
    Type.Object(
      { type: StringEnum('WebhookAuthType', AUTH_TYPES) },
      {
        title: 'WebhookAuth',
        examples: [{ type: 'bearer' }],
        description: 'Omitted without HTTP authentication towards the receiver.',
      },
    ),
  ),
  clientCertificate: Type.Optional(
    Type.Object(
      {
        fingerprint: Type.String({ description: 'SHA-256, in hexadecimal digits with colons.' }),
        expiresAt: Timestamp('When its time ends.'),
      },
      {
        title: 'WebhookClientCertificate',
        examples: [{ fingerprint: FINGERPRINT, expiresAt: '2027-11-21T09:40:00.000Z' }],
        description: 'Omitted without a certificate.',
      },
    ),
  ),
};
const ShownCredentials = Type.Object(shownFields);
export type ShownCredentials = Static<typeof ShownCredentials>;
