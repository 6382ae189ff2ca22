import type { ErrorParameters, Language } from '@tollgate/contract'

/** What the response of an error holds: its HTTP status, its type in OpenAI's terms, and its sentence. */
interface ErrorFacts {
  status: number
  type: string
  /** The sentence in the reader's language, with its parameters filled in. */
  sentence(language: Language, parameters: ErrorParameters): string
}

/** What is known about one failure besides its code. */
interface ErrorDetails {
  parameters?: ErrorParameters | undefined
  /** The wrong input field, so that a form can show the error there. */
  field?: string | undefined
  /** How long to wait before the next attempt, where that is known. */
  retryAfterSeconds?: number | undefined
}

/**
 * A failure with a stable code and a public sentence. It is thrown where it is noticed and written as a response in one
 * place: `http/reply.ts` for console calls, `relay/errors/error-response.ts` (in the client's dialect) for relayed calls.
 */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly type: string
  readonly parameters: ErrorParameters
  readonly field: string | undefined
  readonly retryAfterSeconds: number | null
  /** What a console reply says in `data`: what differs, or the sentence again, where a few callers look for it. */
  data?: unknown
  /** Of a call to an upstream: no connection was made, so it cannot have been taken. */
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

  sentence(language: Language): string {
    return this.facts.sentence(language, this.parameters)
  }
}
