import type { Conversation } from '@tollgate/gateway'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { type LedgerHold, openLedgerHold } from '../../relay/hold/ledger-hold.ts'
import type { PricingContext } from '../../relay/plan/pricing-context.ts'
import type { Admission } from '../../relay/request/authenticate.ts'
import { callLimitOf } from '../../relay/request/call-limits.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { nextResponseCost } from './next-response-cost.ts'

/** The responses of a session that have not begun: each is counted once, and its most possible cost is held. */
export interface NextResponses {
  /**
   * Holds the maximum cost of the next response, behind the `open` requests that may begin one yet.
   *
   * @throws ApiError if the caller may not have another response
   */
  prepare(open: number): Promise<void>
  /**
   * Admits the next response: counts it once and holds its cost beside those of the `open` requests.
   *
   * @throws ApiError
   */
  allow(open: number): Promise<Admitted>
  /**
   * Holds what a response to the speech so far, and to what was said beside it, may cost, because an upstream that detects
   * turns starts one by itself.
   *
   * @throws ApiError if the caller may not have another response
   */
  hear(): Promise<void>
  /**
   * Takes the next one, which begins: counted, and with the cost of the conversation as it is now held.
   *
   * @throws ApiError if the caller may not have it
   */
  take(): Promise<Taken>
  /** The caller and prices as checked now; those of the last response if the caller may have no other. */
  admittedOrLast(): Promise<Admitted>
  /** The caller and prices of the last admitted response; undefined: there was none. */
  last(): Admitted | undefined
  /** Releases what is held for responses that never begin. */
  close(): Promise<void>
}

/** An admitted caller with current prices. */
export type Admitted = Admission & { pricing: PricingContext }

/** A response that begins, with the plan of its hold. */
export interface Taken extends Admitted, Hold {
  plan: ReturnType<typeof nextResponseCost>['plan']
}

interface Hold {
  call: RelayCall
  ledgerHold: LedgerHold
}

interface NextResponse {
  hold: Promise<Hold> | null
  /** The part of the conversation that the hold includes. */
  held: { seconds: number; text: number }
  /** Takes it off the count of successful calls; null: not counted yet. */
  uncount: Promise<() => void> | null
}

export interface NextContext {
  /** The facts of the session for log rows, as known now. */
  logged(): LoggedCall
  conversation: Conversation
  /** Checks that the caller may still call, and updates prices. */
  admit(): Promise<Admitted>
  newCall(): RelayCall
}

const NOTHING = { seconds: 0, text: 0 }
/** The hold grows in steps of this many seconds of the client's speech. */
const SPEECH_STEP_SECONDS = 5

export function makeNextResponses(
  { logged, conversation, admit, newCall }: NextContext,
  deps: StatefulDeps,
): NextResponses {
  const { ledger, callLimits, options } = deps
  /** What begins next comes first. */
  const next: NextResponse[] = []
  let isClosed = false
  let latest: Admitted | undefined

  async function holdNext(pricing: PricingContext): Promise<Hold> {
    const call = newCall()
    const ledgerHold = openLedgerHold({ ...logged(), call }, pricing.group, deps)
    await growTo(ledgerHold, pricing)
    return { call, ledgerHold }
  }

  /** Grows a hold to the most that a response to the conversation and `moreSeconds` of speech may cost, with transcription. */
  async function growTo(ledgerHold: LedgerHold, pricing: PricingContext, moreSeconds = 0) {
    const { plan, amount } = nextResponseCost(logged().model, conversation, { pricing, moreSeconds }, deps)
    const refusal = await ledgerHold.growTo(amount, amount)
    if (refusal) throw refusal
    return plan
  }

  async function count(one: NextResponse, { identity, pricing }: Admitted): Promise<void> {
    one.uncount ??= Promise.try(() => callLimits.admit(identity, callLimitOf(pricing.group, options)))
    const counted = one.uncount
    try {
      await counted
    } catch (error) {
      if (one.uncount === counted) one.uncount = null
      throw error
    }
  }

  function nextAt(place: number): NextResponse {
    while (next.length <= place) next.push({ hold: null, held: NOTHING, uncount: null })
    return next[place] as NextResponse
  }

  async function prepare(place: number, isCounted: boolean) {
    const admitted = await admit()
    latest = admitted
    if (isClosed) throw relayError('client_gone')
    const one = nextAt(place)
    if (isCounted) await count(one, admitted)
    one.hold ??= holdNext(admitted.pricing)
    const { hold } = one
    try {
      return { ...admitted, one, hold: await hold }
    } catch (error) {
      if (one.hold === hold) one.hold = null
      throw error
    }
  }

  async function release({ hold, uncount }: NextResponse): Promise<void> {
    const counted = await uncount?.catch(() => undefined)
    counted?.()
    const unused = await hold?.catch(() => null)
    if (unused) await ledger.release(unused.call.id)
  }

  return {
    async prepare(open) {
      for (const refused of next.splice(open + 1)) await release(refused)
      const { hold, pricing } = await prepare(open, false)
      await growTo(hold.ledgerHold, pricing)
    },
    async allow(open) {
      const allowed = await prepare(open, true)
      // the latest messages may cost more than is held
      await growTo(allowed.hold.ledgerHold, allowed.pricing)
      return allowed
    },
    async hear() {
      const { soundSeconds, mostTextTokens } = conversation
      const last = next.at(-1)
      if (last?.hold && soundSeconds <= last.held.seconds && mostTextTokens <= last.held.text) return
      const { one, hold, pricing } = await prepare(Math.max(next.length - 1, 0), false)
      const covered = Math.ceil(soundSeconds / SPEECH_STEP_SECONDS) * SPEECH_STEP_SECONDS
      await growTo(hold.ledgerHold, pricing, covered - soundSeconds)
      one.held = { seconds: covered, text: mostTextTokens }
    },
    async take() {
      const { one: _one, hold, ...admitted } = await prepare(0, true)
      next.shift()
      // The conversation may have grown since.
      const plan = await growTo(hold.ledgerHold, admitted.pricing).catch(async error => {
        await ledger.release(hold.call.id)
        throw error
      })
      return { ...admitted, ...hold, plan }
    },
    async admittedOrLast() {
      latest = await admit().catch(error => {
        if (!latest) throw error
        return latest
      })
      return latest
    },
    last: () => latest,
    async close() {
      isClosed = true
      for (const unused of next.splice(0)) await release(unused)
    },
  }
}
