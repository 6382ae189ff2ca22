import type { ApiError } from '../../api-error.ts'
import type { Ledger } from '../../ledger/index.ts'
import { relayError } from '../errors/relay-error.ts'
import type { LoggedCall } from './log-rows.ts'

/** What one call has set aside. */
export interface LedgerHold {
  /** Whether anything was, if only nothing, so that it must be settled or given back. */
  readonly isOpen: boolean
  /** In quota. */
  readonly held: number
  /** What the wallet and the token's cap would have given besides, when they were last asked. */
  readonly left: number
  /** Brings what is set aside to `most`, or as near as there is; null: done, else why not even to `least`. */
  fill(least: number, most: number): Promise<ApiError | null>
}

/** A purse on the ledger, empty so far. `group`: whose ratio the call is charged by. */
export function openLedgerHold(logged: Omit<LoggedCall, 'tried'>, group: string, ledger: Ledger): LedgerHold {
  let [isOpen, held, left] = [false, 0, 0]
  return {
    get isOpen() {
      return isOpen
    },
    get held() {
      return held
    },
    get left() {
      return left
    },
    async fill(least, most) {
      const missing = { least: Math.max(0, least - held), most: Math.max(0, most - held) }
      if (isOpen && missing.most === 0) return null
      const answer = isOpen
        ? await ledger.extend(logged.call.id, missing)
        : await ledger.reserve({ ...holder(logged, group), amount: missing })
      if (typeof answer === 'string') return relayError(answer, { amount: least })
      isOpen = true
      held += answer.granted
      left = answer.left
      return null
    },
  }
}

const holder = ({ call, identity, model, isStream }: Omit<LoggedCall, 'tried'>, group: string) => ({
  requestId: call.id,
  userId: identity.userId,
  tokenId: identity.tokenId,
  context: {
    username: identity.username,
    token_name: identity.tokenName,
    model_name: model,
    group,
    is_stream: Number(isStream),
    request_id: call.requestId,
  },
})
