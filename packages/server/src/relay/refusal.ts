import type { Language } from '@tollgate/contract'
import { mayPass } from '../storage/passing-errors.ts'
import { callerRefusals } from './refusals/caller.ts'
import { gatewayRefusals } from './refusals/gateway.ts'
import { mediaRefusals } from './refusals/media.ts'
import { moneyRefusals } from './refusals/money.ts'
import { requestRefusals } from './refusals/request.ts'
import { upstreamRefusals } from './refusals/upstream.ts'

/** Why a relayed call did not get its answer. */
const refusals = {
  ...callerRefusals,
  ...requestRefusals,
  ...mediaRefusals,
  ...moneyRefusals,
  ...upstreamRefusals,
  ...gatewayRefusals,
}

export type RefusalCode = keyof typeof refusals

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
    return refusals[this.code][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
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
  return mayPass(error) ? refuse('database_unavailable', {}, DATABASE_RETRY_SECONDS) : refuse('internal')
}
