import type { EndedBy } from '@tollgate/contract'
import { type Conversation, observers, planHold, type RealtimeMessage, type StreamObserver } from '@tollgate/gateway'
import type { ApiError } from '../../api-error.ts'
import { consumption } from '../billing/consumption.ts'
import { type HoldExtender, makeHoldExtender } from '../billing/hold-extender.ts'
import { type LedgerHold, openLedgerHold } from '../billing/ledger-hold.ts'
import type { LoggedCall } from '../billing/log-rows.ts'
import type { PricingContext } from '../billing/pricing-context.ts'
import { settlement } from '../billing/settlement.ts'
import { relayError } from '../errors/relay-error.ts'
import type { RelayDeps } from '../relay.ts'
import type { RelayCall } from '../relay-call.ts'
import type { Admission } from '../request/authenticate.ts'
import { callLimitOf } from '../request/call-limits.ts'
import type { Settle } from '../response/deliver.ts'
import { chargeTranscription } from './charge-transcription.ts'
import { soFar } from './so-far.ts'

/** The responses of a session, each a call of its own: admitted, charged and logged as any other. */
export interface Responses {
  /**
   * Sets aside what the next response may cost, where that is not done yet.
   *
   * @throws ApiError when the caller may not have another
   */
  prepare(): Promise<void>
  /**
   * Lets the next response in, once, however often it is asked for.
   *
   * @throws ApiError
   */
  allow(): Promise<Admitted>
  /**
   * A response begins, unless it has begun already.
   *
   * @throws ApiError when it may not
   */
  begin(responseId: string | null): Promise<void>
  /** Reads a message of a response along. False: the wallet is empty. */
  observe(responseId: string | null, message: string): boolean | Promise<boolean>
  /** Charges a response, before its last word leaves. */
  finish(responseId: string | null, endedBy: EndedBy): Promise<void>
  /** Charges what was written down of what the client said, where the upstream counts it. */
  transcribed(message: RealtimeMessage): Promise<void>
  /** The ids of those under way; empty where an upstream gives none. */
  running(): string[]
  /** Charges what runs, and gives back what was set aside for what never began. */
  close(endedBy: EndedBy, failure: ApiError | undefined): Promise<void>
}

/** A caller let in, on the terms of the moment. */
type Admitted = Admission & { pricing: PricingContext }

/** What a session's responses have in common. */
interface TurnSetting {
  /** The session as the log knows it by now. */
  logged(): LoggedCall
  conversation: Conversation
  /** Whether the caller may still call, and on what terms now. */
  admit(): Promise<Admitted>
}

interface Hold {
  call: RelayCall
  ledgerHold: LedgerHold
}

interface Turn {
  observer: StreamObserver
  extender: HoldExtender
  settle: Settle
  /** What it consumed, as far as is known. */
  consumed(): ReturnType<typeof consumption>['usage']
}

const FORMAT = 'openai-realtime'
const NAMELESS = ''

export function makeResponses({ logged, conversation, admit }: TurnSetting, deps: RelayDeps): Responses {
  const { ledger, callLimits, options } = deps
  const turns = new Map<string, Turn>()
  /** Nothing is charged twice, however often its end is told. */
  const ended = new Set<string>()
  let next: Promise<Hold> | null = null
  /** Takes the next response off the count of those that succeed; null: it is not counted yet. */
  let uncount: (() => void) | null = null
  let isClosed = false

  const request = () => soFar(logged().model, conversation)
  const newCall = (): RelayCall => ({ ...logged().call, id: Bun.randomUUIDv7(), startedAt: performance.now() })

  async function setAside(pricing: PricingContext): Promise<Hold> {
    const call = newCall()
    const ledgerHold = openLedgerHold({ ...logged(), call }, pricing.group, ledger)
    await fill(ledgerHold, pricing)
    return { call, ledgerHold }
  }

  /** Brings a hold to what a response to the conversation as it is now may cost. */
  async function fill(ledgerHold: LedgerHold, pricing: PricingContext) {
    const asked = request()
    const { model } = asked
    const limits = deps.prices.limitsOf(model)
    const sized = { format: FORMAT, askedFormat: FORMAT, model, asked, text: '', member: asked.member, limits } as const
    const plan = planHold({ ...sized, isStream: true }, pricing)
    const amount = plan.cost(plan.expected, options.get('PreConsumedQuota'))
    const refusal = await ledgerHold.fill(amount, amount)
    if (refusal) throw refusal
    return plan
  }

  async function prepare(isAsked: boolean) {
    const admitted = await admit()
    if (isClosed) throw relayError('client_gone')
    if (isAsked) uncount ??= callLimits.admit(admitted.identity.userId, callLimitOf(admitted.pricing.group, options))
    next ??= setAside(admitted.pricing)
    const hold = next
    try {
      return { ...admitted, hold: await hold }
    } catch (error) {
      if (next === hold) next = null
      throw error
    }
  }

  async function finish(responseId: string, endedBy: EndedBy, failure?: ApiError): Promise<void> {
    const turn = turns.get(responseId)
    if (!turn) return
    turns.delete(responseId)
    if (responseId !== NAMELESS) ended.add(responseId)
    await turn.settle(endedBy, failure)
    conversation.answered(turn.consumed())
  }

  /** A response that does not say which it belongs to belongs to the only one. */
  const idOf = (responseId: string | null): string => responseId ?? turns.keys().next().value ?? NAMELESS

  return {
    async prepare() {
      await prepare(false)
    },
    allow: () => prepare(true),
    async begin(responseId) {
      const id = idOf(responseId)
      if (turns.has(id) || ended.has(id)) return
      const { identity, pricing, hold } = await prepare(true)
      const { call, ledgerHold } = hold
      next = null
      uncount = null
      // More may have been said since.
      const plan = await fill(ledgerHold, pricing).catch(async error => {
        await ledger.release(call.id)
        throw error
      })
      const asked = request()
      const observer = observers[FORMAT].stream({ hideUsage: false })
      const { tally } = observer
      const answered = { ...logged(), call: { ...call, startedAt: performance.now() }, identity, group: pricing.group }
      turns.set(id, {
        observer,
        extender: makeHoldExtender(plan, ledgerHold),
        settle: settlement(answered, asked, pricing, tally, deps),
        consumed: () => consumption(FORMAT, asked, tally, deps.prices.limitsOf(answered.model)).usage,
      })
    },
    observe(responseId, message) {
      const turn = turns.get(idOf(responseId))
      if (!turn) return true
      turn.observer.push(Buffer.from(message))
      const { tally } = turn.observer
      return tally.finished || turn.extender.keeps(tally)
    },
    finish: (responseId, endedBy) => finish(idOf(responseId), endedBy),
    transcribed: async message =>
      chargeTranscription(
        message,
        { ...(await admit()), logged: { ...logged(), call: newCall() }, conversation },
        deps,
      ),
    running: () => [...turns.keys()],
    async close(endedBy, failure) {
      isClosed = true
      for (const responseId of turns.keys()) await finish(responseId, endedBy, failure)
      uncount?.()
      const unused = await next?.catch(() => null)
      if (unused) await ledger.release(unused.call.id)
    },
  }
}
