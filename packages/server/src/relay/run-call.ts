import { callChannels } from './attempt/call-channels.ts'
import type { Routed } from './attempt/try-channels.ts'
import { type AdmittedCall, type CallRun, startRun } from './hold/call-run.ts'
import type { RelayDeps } from './relay-deps.ts'
import { deliverStream } from './response/deliver-stream.ts'
import { deliverWhole } from './response/deliver-whole.ts'
import type { Reply } from './response/keep-alive.ts'
import { addPlanHeaders } from './response/plan-headers.ts'
import { type Receiver, receiverOf } from './response/receiver.ts'
import { unreadLimit } from './response/unread-limit.ts'
import type { StreamedResponse, WholeResponse } from './response/upstream-response.ts'
import { type EndOfCall, endOfCall } from './settlement/end-of-call.ts'

/** Runs a call from its hold to its settlement. Never throws: the hold is settled or released. */
export async function runCall(admitted: AdmittedCall, request: Request, deps: RelayDeps): Promise<Reply> {
  const run = startRun(admitted, request, deps)
  const receiver = receiverOf(run, deps)
  const end = endOfCall(run, deps)
  try {
    const routed = await callChannels(run, receiver, deps)
    const delivered = deps.storedCalls.storeDelivered(
      await deliver(routed, run, end, receiver, deps),
      run,
      routed.tried.at(-1),
    )
    const response = delivered instanceof Promise ? await delivered : delivered
    if (run.logged.paidBy)
      await addPlanHeaders(run.logged.paidBy, response, {
        ledger: deps.ledger,
        log: deps.log,
        now: deps.now,
        requestId: run.logged.call.requestId,
      })
    return { response }
  } catch (error) {
    return end.failed(error)
  }
}

function deliver(
  routed: Routed<WholeResponse | StreamedResponse>,
  run: CallRun,
  end: EndOfCall,
  receiver: Receiver,
  { options, watchdog, contentFilter }: RelayDeps,
): Response | Promise<Response> {
  const { answer } = routed
  const { call } = run.logged
  const seconds = options.get('connection_setting.unread_seconds')
  const words = contentFilter.answers()
  const stops = words !== null && options.get('StopOnSensitiveEnabled')
  if (answer.kind === 'whole') {
    const settle = end.answered(routed, answer.tally)
    call.connection?.limitUnread(seconds)
    return deliverWhole(answer, call, settle, receiver, words && { words, stops })
  }
  const { tally } = answer.observer
  run.streamed = tally
  const settle = end.answered(routed, tally)
  const unread = unreadLimit(call.connection, { watchdog, seconds })
  const screening = words && { filter: words.stream(), stops }
  return deliverStream(answer, call, settle, answer.extender, { ...receiver, unread }, screening)
}
