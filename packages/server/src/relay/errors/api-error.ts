import type { Language } from '@tollgate/contract'
import { relaySentences } from '../../messages/index.ts'
import { type RefusalCode, refusals } from '../../messages/relay-codes.ts'
import { isTransient } from '../../storage/transient-errors.ts'

export type { RefusalCode }

/** A call that is not answered, and why. Thrown where it is known, written in the client's dialect in one place. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    readonly parameters: Record<string, string | number> = {},
    /** When to try again, where that is known. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(code)
  }

  get status(): number {
    return refusals[this.code].status
  }

  get type(): string {
    return refusals[this.code].type
  }

  sentence(language: Language): string {
    const { parameters } = this
    return relaySentences[language][this.code].replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(parameters[name] ?? whole),
    )
  }
}

export const refuse = (
  code: RefusalCode,
  parameters?: Record<string, string | number>,
  retryAfterSeconds?: number,
): Refusal => new Refusal(code, parameters, retryAfterSeconds)

const DATABASE_RETRY_SECONDS = 5

/** What a client is told of whatever went wrong; without the reason, where it is not the client's to know. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return isTransient(error) ? refuse('database_unavailable', {}, DATABASE_RETRY_SECONDS) : refuse('internal')
}
