import type { EndedBy } from '@tollgate/contract'
import { asText, type Heard, observers, type RealtimeMessage, type StreamObserver } from '@tollgate/gateway'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import type { Settle } from '../../relay/errors/ended-by.ts'
import { type HoldExtender, makeHoldExtender } from '../../relay/hold/hold-extender.ts'
import { consumption } from '../../relay/settlement/charge-answer.ts'
import { settlement } from '../../relay/settlement/settlement.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { chargeTranscription } from './charge-transcription.ts'
import { conversationRequest } from './conversation-request.ts'
import { type Admitted, makeNextResponses, type NextContext, type NextResponses } from './next-responses.ts'

/** The responses of a session. Each is a separate call, admitted, charged and logged like any other. */
export interface Responses extends Pick<NextResponses, 'prepare' | 'allow' | 'hear'> {
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

interface RunningResponse {
  observer: StreamObserver
  extender: HoldExtender
  settle: Settle
  /** Its usage, as far as known. */
  consumed(): ReturnType<typeof consumption>['usage']
}

const FORMAT = 'openai-realtime'
const NO_ID = ''

export function makeResponses(context: Omit<NextContext, 'newCall'>, deps: StatefulDeps): Responses {
  const { logged, conversation } = context
  const responses = new Map<string, RunningResponse>()
  /** The ids of ended responses, so that none is charged twice if its end is reported again. */
  const endedIds = new Set<string>()

  const newCall = (): RelayCall => ({ ...logged().call, id: Bun.randomUUIDv7(), startedAt: performance.now() })
  const next = makeNextResponses({ ...context, newCall }, deps)

  /** Returns a call that begins now, with its part of the session's trace. */
  const begun = (call: RelayCall, what: string): RelayCall => {
    const trace = logged().call.trace?.within(what)
    return { ...call, startedAt: performance.now(), ...(trace && { trace }) }
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
    prepare: next.prepare,
    allow: next.allow,
    hear: next.hear,
    async begin(responseId, isAnnounced = false) {
      const id = idOf(responseId)
      if (responses.has(id) || (endedIds.has(id) && !isAnnounced)) return false
      endedIds.delete(id)
      const { identity, pricing, call, ledgerHold, plan } = await next.take()
      const request = conversationRequest(logged().model, conversation)
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
      const admitted = await next.admittedOrLast()
      await charged(conversation.transcriptions.take(asText(event.item_id) ?? ''), event, admitted)
    },
    running: () => [...responses.keys()],
    async close(endedBy, failure) {
      for (const responseId of responses.keys()) await finish(responseId, endedBy, failure)
      await next.close()
      const last = next.last()
      if (last) for (const heard of conversation.transcriptions.takeRest()) await charged(heard, {}, last)
    },
  }
}

/** Returns an announcement of a response whose sound has the session's format, for hosts whose own names none. */
const announcedAs = (format: unknown): string =>
  JSON.stringify({ type: 'response.created', response: { audio: { output: { format } } } })
