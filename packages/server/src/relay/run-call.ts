import { callChannels } from './attempt/call-channels.ts'
import type { Routed } from './attempt/try-channels.ts'
import { type AdmittedCall, type CallRun, startRun } from './hold/call-run.ts'
import type { RelayDeps } from './relay-deps.ts'
import { deliverStream } from './response/deliver-stream.ts'
import { deliverWhole } from './response/deliver-whole.ts'
import type { Reply } from './response/keep-alive.ts'
import { type Receiver, receiverOf } from './response/receiver.ts'
import { unreadLimit } from './response/unread-limit.ts'
import type { StreamedResponse, WholeResponse } from './response/upstream-response.ts'
import { type CallSettlement, callSettlement } from './settlement/call-settlement.ts'
import { endFailedCall } from './settlement/end-failed-call.ts'
import { noteDelivered } from './settlement/note-delivered.ts'

/** Runs a call from its hold to its settlement. Never throws: the hold is settled or released. */
export async function runCall(admitted: AdmittedCall, request: Request, deps: RelayDeps): Promise<Reply> {
  const run = startRun(admitted, request, deps)
  const receiver = receiverOf(run, deps)
  const settlement = callSettlement(run, deps)
  try {
    const routed = await callChannels(run, receiver, deps)
    const response = await deliver(routed, run, settlement, receiver, deps)
    return { response: await deps.storedCalls.storeDelivered(response, run, routed.tried.at(-1)) }
  } catch (error) {
    return endFailedCall(error, run, settlement, deps)
  }
}

async function deliver(
  { answer, tried, routing }: Routed<WholeResponse | StreamedResponse>,
  run: CallRun,
  settlement: CallSettlement,
  receiver: Receiver,
  deps: RelayDeps,
): Promise<Response> {
  const { call } = run.logged
  const { options, watchdog } = deps
  const { sentRequest } = answer
  const channel = tried.at(-1)
  const seconds = options.get('connection_setting.unread_seconds')
  const words = deps.contentFilter.answers()
  const stops = words !== null && options.get('StopOnSensitiveEnabled')
  if (answer.kind === 'whole') {
    const settled = settlement.of(answer.tally, { tried, routing, sentRequest }, { isDelivered: false })
    const noted = noteDelivered(settled, run, answer.tally, { channel, isStream: false }, deps)
    const settle = deps.storedCalls.rememberChannel(noted, run, answer.tally, run.channel)
    call.connection?.limitUnread(seconds)
    return deliverWhole(answer, call, settle, receiver, words && { words, stops })
  }
  const { tally } = answer.observer
  run.streamed = tally
  const settled = settlement.of(tally, { tried, routing, sentRequest }, { isDelivered: true })
  const noted = noteDelivered(settled, run, tally, { channel, isStream: true }, deps)
  const settle = deps.storedCalls.rememberChannel(noted, run, tally, run.channel)
  const unread = unreadLimit(call.connection, { watchdog, seconds })
  return deliverStream(
    answer,
    call,
    settle,
    answer.extender,
    { ...receiver, unread },
    words && { filter: words.stream(), stops },
  )
}
