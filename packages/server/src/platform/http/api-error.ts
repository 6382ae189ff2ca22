import type { ConsoleLanguage, ErrorParameters } from '@tollgate/contract'

/** The parts of an error response: its HTTP status, its OpenAI error type, and its sentence. */
interface ErrorFacts {
  status: number
  type: string
  /** The sentence in the reader's language, with its parameters filled in. */
  sentence(language: ConsoleLanguage, parameters: ErrorParameters): string
}

/** The details of one failure besides its code. */
interface ErrorDetails {
  parameters?: ErrorParameters | undefined
  /** The wrong input field, so that a form can show the error there. */
  field?: string | undefined
  /** How long to wait before the next attempt, if known. */
  retryAfterSeconds?: number | undefined
}

/**
 * A failure with a stable code and a public sentence. It is thrown where it is noticed and turned into a response in
 * one place: `http/reply.ts` for console calls, `relay/errors/error-response.ts` (in the client's dialect) for relayed
 * calls.
 */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly type: string
  readonly parameters: ErrorParameters
  readonly field: string | undefined
  readonly retryAfterSeconds: number | null
  /** The `data` of a console reply: the differences, or the sentence again for callers that look for it there. */
  data?: unknown
  /** For a call to an upstream: no connection was made, so the upstream cannot have accepted it. */
  isUnsent?: true

  constructor(
    readonly code: Code,
    private readonly facts: ErrorFacts,
    { parameters = {}, field, retryAfterSeconds }: ErrorDetails = {},
  ) {
    super(code)
    this.status = facts.status
    this.type = facts.type
    this.parameters = parameters
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }

  sentence(language: ConsoleLanguage): string {
    return this.facts.sentence(language, this.parameters)
  }
}
