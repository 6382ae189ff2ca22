import type { EndedBy } from '@tollgate/contract'
import {
  asText,
  type Conversation,
  type Heard,
  observers,
  type RealtimeMessage,
  type StreamObserver,
} from '@tollgate/gateway'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { Settle } from '../../relay/errors/ended-by.ts'
import { type HoldExtender, makeHoldExtender } from '../../relay/hold/hold-extender.ts'
import { type LedgerHold, openLedgerHold } from '../../relay/hold/ledger-hold.ts'
import type { PricingContext } from '../../relay/plan/pricing-context.ts'
import type { Admission } from '../../relay/request/authenticate.ts'
import { callLimitOf } from '../../relay/request/call-limits.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import { consumption } from '../../relay/settlement/charge-answer.ts'
import { settlement } from '../../relay/settlement/settlement.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { chargeTranscription } from './charge-transcription.ts'
import { conversationRequest } from './conversation-request.ts'
import { nextResponseCost } from './next-response-cost.ts'

/** The responses of a session. Each is a separate call, admitted, charged and logged like any other. */
export interface Responses {
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
   * Begins a response unless it has already begun; returns whether it did. An id that is announced again is another response.
   *
   * @throws ApiError if the caller may not have it
   */
  begin(responseId: string | null, isAnnounced?: boolean): Promise<boolean>
  /** Observes a message of a response. Returns false if the wallet is empty. */
  observe(responseId: string | null, message: string): boolean | Promise<boolean>
  /** Charges a response, before its last message is passed on. */
  finish(responseId: string | null, endedBy: EndedBy): Promise<void>
  /** Charges a transcription of the client's speech. */
  transcribed(message: RealtimeMessage): Promise<void>
  /** The ids of running responses; an id is empty if the upstream gives none. */
  running(): string[]
  /** Charges running responses and speech without a reported transcription, and releases an unused hold. */
  close(endedBy: EndedBy, failure: ApiError | undefined): Promise<void>
}

/** An admitted caller with current prices. */
type Admitted = Admission & { pricing: PricingContext }

/** What the responses of a session share. */
interface ResponsesContext {
  /** The facts of the session for log rows, as known now. */
  logged(): LoggedCall
  conversation: Conversation
  /** Checks that the caller may still call, and updates prices. */
  admit(): Promise<Admitted>
}

interface Hold {
  call: RelayCall
  ledgerHold: LedgerHold
}

/** A response that has not begun. */
interface NextResponse {
  hold: Promise<Hold> | null
  /** The part of the conversation that the hold includes. */
  held: { seconds: number; text: number }
  /** Takes it off the count of successful calls; null: not counted yet. */
  uncount: Promise<() => void> | null
}

interface RunningResponse {
  observer: StreamObserver
  extender: HoldExtender
  settle: Settle
  /** Its usage, as far as known. */
  consumed(): ReturnType<typeof consumption>['usage']
}

const FORMAT = 'openai-realtime'
const NO_ID = ''
const NOTHING = { seconds: 0, text: 0 }
/** The hold grows in steps of this many seconds of the client's speech. */
const SPEECH_STEP_SECONDS = 5

export function makeResponses({ logged, conversation, admit }: ResponsesContext, deps: StatefulDeps): Responses {
  const { ledger, callLimits, options } = deps
  const responses = new Map<string, RunningResponse>()
  /** The ids of ended responses, so that none is charged twice if its end is reported again. */
  const endedIds = new Set<string>()
  /** What begins next comes first. */
  const next: NextResponse[] = []
  let isClosed = false
  /** The caller and prices of the last admitted response. */
  let latest: Admitted | undefined

  const currentRequest = () => conversationRequest(logged().model, conversation)
  const newCall = (): RelayCall => ({ ...logged().call, id: Bun.randomUUIDv7(), startedAt: performance.now() })
  /** Returns a call that begins now, with its part of the session's trace. */
  const begun = (call: RelayCall, what: string): RelayCall => {
    const trace = logged().call.trace?.within(what)
    return { ...call, startedAt: performance.now(), ...(trace && { trace }) }
  }

  async function holdNext(pricing: PricingContext): Promise<Hold> {
    const call = newCall()
    const ledgerHold = openLedgerHold({ ...logged(), call }, pricing.group, ledger)
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

  async function finish(responseId: string, endedBy: EndedBy, failure?: ApiError): Promise<void> {
    const response = responses.get(responseId)
    if (!response) return
    responses.delete(responseId)
    if (responseId !== NO_ID) endedIds.add(responseId)
    await response.settle(endedBy, failure)
    conversation.addResponse(response.consumed())
  }

  const charged = (heard: Heard, event: Record<string, unknown>, admitted: Admitted) =>
    chargeTranscription(
      heard,
      event,
      { ...admitted, logged: { ...logged(), call: begun(newCall(), 'transcription') }, conversation },
      deps,
    )

  /** A message without a response id belongs to the only response. */
  const idOf = (responseId: string | null): string => responseId ?? responses.keys().next().value ?? NO_ID

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
    async begin(responseId, isAnnounced = false) {
      const id = idOf(responseId)
      if (responses.has(id) || (endedIds.has(id) && !isAnnounced)) return false
      endedIds.delete(id)
      const { identity, pricing, hold } = await prepare(0, true)
      const { call, ledgerHold } = hold
      next.shift()
      // The conversation may have grown since.
      const plan = await growTo(ledgerHold, pricing).catch(async error => {
        await ledger.release(call.id)
        throw error
      })
      const request = currentRequest()
      const observer = observers[FORMAT].stream({ hideUsage: false })
      const { tally } = observer
      const { outputFormat } = conversation
      if (outputFormat != null) observer.push(Buffer.from(announcedAs(outputFormat)))
      const answered = { ...logged(), call: begun(call, 'response'), identity, group: pricing.group }
      responses.set(id, {
        observer,
        extender: makeHoldExtender(plan, ledgerHold),
        settle: settlement(answered, request, pricing, tally, deps),
        consumed: () => consumption(FORMAT, request, tally, deps.prices.limitsOf(answered.model)).usage,
      })
      return true
    },
    observe(responseId, message) {
      const response = responses.get(idOf(responseId))
      if (!response) return true
      response.observer.push(Buffer.from(message))
      const { tally } = response.observer
      return tally.finished || response.extender.covers(tally)
    },
    finish: (responseId, endedBy) => finish(idOf(responseId), endedBy),
    async transcribed({ event }) {
      const admitted = await admit().catch(error => {
        if (!latest) throw error
        return latest
      })
      latest = admitted
      await charged(conversation.transcriptions.take(asText(event.item_id) ?? ''), event, admitted)
    },
    running: () => [...responses.keys()],
    async close(endedBy, failure) {
      isClosed = true
      for (const responseId of responses.keys()) await finish(responseId, endedBy, failure)
      for (const unused of next.splice(0)) await release(unused)
      if (latest) for (const heard of conversation.transcriptions.takeRest()) await charged(heard, {}, latest)
    },
  }
}

/** Returns an announcement of a response whose sound has the session's format, for hosts whose own names none. */
const announcedAs = (format: unknown): string =>
  JSON.stringify({ type: 'response.created', response: { audio: { output: { format } } } })
