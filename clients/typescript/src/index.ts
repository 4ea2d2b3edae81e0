export { createClient } from './client.ts';
export type {
  CallOptions,
  Client,
  ClientOptions,
  Data,
  Input,
  Item,
  ListOperationId,
  OperationId,
  StreamEvent,
  StreamOperationId,
} from './client.ts';
export { OrikiError } from './error.ts';
export type { ErrorCode, FailureCode } from './error.ts';
export { verifyWebhook, WebhookVerificationError } from './webhook.ts';
export type { WebhookEvent } from './webhook.ts';
export type * from './generated/types.ts';
