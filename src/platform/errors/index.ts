export {
  ApiError,
  badRequest,
  CallerRefused,
  callerHasGone,
  found,
  notFound,
  type ErrorDetail,
} from './api-error.ts';
export { ERROR_CATALOGUE, type ErrorCode } from './catalogue.ts';
