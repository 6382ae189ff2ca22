import type { ErrorCode, ErrorParameters } from '@tollgate/contract'

/** A failure with a public sentence: thrown where it is known, turned into a reply in one place. */
export class Fault extends Error {
  override name = 'Fault'
  /** A sentence in the reply's `data`, for the rare caller that looks for it there. */
  data?: string

  constructor(
    readonly code: ErrorCode,
    readonly parameters: ErrorParameters = {},
    /** The input field that is wrong, for the form to show it there. */
    readonly field?: string,
  ) {
    super(code)
  }
}

export const fault = (code: ErrorCode, parameters?: ErrorParameters, field?: string): Fault =>
  new Fault(code, parameters, field)
