import type { Ledger } from '../ledger/index.ts'
import type { LoggedCall } from './log-rows.ts'
import { type Refusal, refuse } from './refusal.ts'

/** What one call has set aside. */
export interface Purse {
  /** Whether anything was, if only nothing, so that it must be settled or given back. */
  readonly isOpen: boolean
  /** In quota. */
  readonly held: number
  /** What the wallet and the token's cap would have given besides, when they were last asked. */
  readonly left: number
  /** Brings what is set aside to `most`, or as near as there is; null: done, else why not even to `least`. */
  fill(least: number, most: number): Promise<Refusal | null>
}

/** A purse on the ledger, empty so far. `group`: whose ratio the call is charged by. */
export function openPurse(logged: Omit<LoggedCall, 'tried'>, group: string, ledger: Ledger): Purse {
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
      if (typeof answer === 'string') return refuse(answer, { amount: least })
      isOpen = true
      held += answer.granted
      left = answer.left
      return null
    },
  }
}

const holder = ({ call, passport, model, isStream }: Omit<LoggedCall, 'tried'>, group: string) => ({
  requestId: call.id,
  userId: passport.userId,
  tokenId: passport.tokenId,
  context: {
    username: passport.username,
    token_name: passport.tokenName,
    model_name: model,
    group,
    is_stream: Number(isStream),
    request_id: call.requestId,
  },
})
