export { ApiError, badRequest, callerHasGone, notFound, type ErrorDetail } from './api-error.ts';
export { errorCatalogue, type ErrorCode } from './catalogue.ts';
