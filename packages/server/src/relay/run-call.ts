import { type CallSettlement, callSettlement } from './billing/call-settlement.ts'
import { endFailedCall } from './billing/end-failed-call.ts'
import { type AdmittedCall, type CallRun, startRun } from './call-run.ts'
import type { RelayDeps } from './relay-deps.ts'
import { deliverStream } from './response/deliver-stream.ts'
import { deliverWhole } from './response/deliver-whole.ts'
import type { Reply } from './response/keep-alive.ts'
import { type Receiver, receiverOf } from './response/receiver.ts'
import { unreadLimit } from './response/unread-limit.ts'
import type { StreamedResponse, WholeResponse } from './response/upstream-response.ts'
import { callChannels } from './routing/call-channels.ts'
import type { Routed } from './routing/try-channels.ts'
import { rememberChannel } from './stored-responses/remember-channel.ts'
import { storeDelivered } from './stored-responses/store-delivered.ts'

/** Runs a call from its hold to its settlement. Never throws: the hold is settled or released. */
export async function runCall(admitted: AdmittedCall, request: Request, deps: RelayDeps): Promise<Reply> {
  const run = startRun(admitted, request, deps)
  const receiver = receiverOf(run, deps)
  const settlement = callSettlement(run, deps)
  try {
    const routed = await callChannels(run, receiver, deps)
    const response = await deliver(routed, run, settlement, receiver, deps)
    return { response: await storeDelivered(response, run, routed.tried.at(-1), deps) }
  } catch (error) {
    return endFailedCall(error, run, settlement, deps)
  }
}

async function deliver(
  { answer, tried }: Routed<WholeResponse | StreamedResponse>,
  run: CallRun,
  settlement: CallSettlement,
  receiver: Receiver,
  deps: RelayDeps,
): Promise<Response> {
  const { call } = run.logged
  const { options, watchdog } = deps
  const { sentRequest } = answer
  const seconds = options.get('connection_setting.unread_seconds')
  if (answer.kind === 'whole') {
    const settled = settlement.of(answer.tally, { tried, sentRequest }, { isDelivered: false })
    const settle = rememberChannel(settled, run, answer.tally, tried.at(-1), deps)
    call.connection?.limitUnread(seconds)
    return deliverWhole(answer, call, settle, receiver)
  }
  const { tally } = answer.observer
  const settled = settlement.of(tally, { tried, sentRequest }, { isDelivered: true })
  const settle = rememberChannel(settled, run, tally, tried.at(-1), deps)
  const unread = unreadLimit(call.connection, { watchdog, seconds })
  return deliverStream(answer, call, settle, answer.extender, { ...receiver, unread })
}
