import { ApiError, type ErrorCode } from '../../../platform/errors/index.ts';

/** Kinds of errors that RFC 7644 section 3.12 names, as far as they are used. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** An error of SCIM, with its kind beside the status. */
export class ScimError extends ApiError {
  readonly scimType: ScimType;

  constructor(code: ErrorCode, scimType: ScimType, message: string) {
    super(code, message);
    this.scimType = scimType;
  }
}

/** 400. */
export function invalid(scimType: ScimType, message: string): ScimError {
  return new ScimError('BAD_REQUEST', scimType, message);
}

/** 409 for a name that somebody else has. */
export function taken(message: string): ScimError {
  return new ScimError('CONFLICT', 'uniqueness', message);
}
