export { ApiError, badRequest, notFound, type ErrorDetail } from './api-error.ts';
export { errorCatalogue, type ErrorCode } from './catalogue.ts';
