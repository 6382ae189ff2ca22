import type { ErrorParameters, Language } from '@tollgate/contract'

/** What an error answers with: its HTTP status, its type as OpenAI names them, and its sentence. */
interface ErrorFacts {
  status: number
  type: string
  /** In the reader's language, its parameters filled in. */
  sentence(language: Language, parameters: ErrorParameters): string
}

/** What is known of one failure beside its code. */
interface ErrorDetails {
  parameters?: ErrorParameters | undefined
  /** The input field that is wrong, for a form to show it there. */
  field?: string | undefined
  /** When to try again, where that is known. */
  retryAfterSeconds?: number | undefined
}

/**
 * A failure with a stable code and a public sentence. Thrown where it is known, written as an answer in one place: for
 * console calls by `http/reply.ts`, for relayed calls by `relay/errors/error-response.ts` in the client's dialect.
 */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly type: string
  readonly parameters: ErrorParameters
  readonly field: string | undefined
  readonly retryAfterSeconds: number | null
  /** A sentence in a console reply's `data`, for the rare caller that looks for it there. */
  data?: string

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
