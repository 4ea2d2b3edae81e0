export { createClient } from './client.ts';
export type { Client } from './client.ts';
export type { Answer, Call, CallOptions, ConditionalOptions, List, ListCall } from './call.ts';
export type { ClientOptions, Logger } from './options.ts';
export type { Downloads } from './downloads.ts';
export type { StreamEvent } from './streams.ts';
export {
  BadRequestError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  IdempotencyMismatchError,
  NotFoundError,
  OrikiError,
  RateLimitedError,
  ServiceError,
  UnauthorizedError,
} from './error.ts';
export type { ErrorCode, FailureCode } from './error.ts';
export { imageOf } from './images.ts';
export type { Image } from './images.ts';
export { signWebhook, verifyWebhook, WebhookVerificationError } from './webhook.ts';
export type { WebhookEvent } from './webhook.ts';
export type * from './generated/client.ts';
export type * from './generated/types.ts';
