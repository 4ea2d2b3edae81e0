import { ApiError, type ErrorCode } from '../../../platform/errors/index.ts';

/** The used error types of RFC 7644 section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An error of SCIM, with its type in addition to the status. */
export class ScimError extends ApiError {
  readonly scimType: ScimType;

  constructor(code: ErrorCode, scimType: ScimType, message: string) {
    super(code, message);
    this.scimType = scimType;
  }
}

/** Returns an error with status 400. */
export function invalid(scimType: ScimType, message: string): ScimError {
  return new ScimError('BAD_REQUEST', scimType, message);
}

/** Returns an error with status 409, for a name in use. */
export function taken(message: string): ScimError {
  return new ScimError('CONFLICT', 'uniqueness', message);
}
