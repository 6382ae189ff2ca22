import type { ErrorParameters } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import { admitCall, type CallSoFar } from '../admit-call.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { asApiError, relayError } from '../call/relay-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { planCall } from '../quote/plan-call.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { Mirror } from './mirror.ts'
import { peekingLedger } from './peeking-ledger.ts'
import { standInMedia } from './stand-in-media.ts'
import type { PlannedCopy } from './sums.ts'

/** What says nothing about the call itself: it cannot be planned, or the mirror has too much to do. */
const UNPLANNED: ReadonlySet<string> = new Set([
  'mirror_not_planned',
  'mirror_files',
  'mirror_tasks',
  'mirror_free',
  'gateway_busy',
  'user_calls_used_up',
  'user_memory_used_up',
  'memory_used_up',
  'shutting_down',
  'client_gone',
])

/** Plans a copy of a call: it passes the checks of the call itself, calls no upstream, charges nobody and writes no row. Never throws. */
export async function planCopy(
  call: RelayCall,
  request: Request,
  clientIp: () => string,
  relayDeps: RelayDeps,
  mirror: Mirror,
): Promise<PlannedCopy> {
  const { inFlight, callLimits, memory } = mirror
  const deps = { ...relayDeps, inFlight, callLimits, memory, tracing: null }
  const soFar: CallSoFar = { uncountSuccess() {} }
  try {
    const admitted = await admitCall(call, request, clientIp, deps, soFar)
    if (call.endpoint.isFree) throw relayError('mirror_free')
    if (!(await deps.tokens.canPay(admitted.logged.identity.userId))) throw relayError('balance_empty')
    const media = standInMedia()
    const ledger = peekingLedger(deps.accounts)
    const { run, plan, channel, sent, chargeAt } = await planCall(admitted, request, deps, ledger, media.fetch)
    const { format } = call.endpoint
    const conversion = sent.format && sent.format !== format ? `${format} → ${sent.format}` : format
    const by = {
      ...callerOf(soFar),
      channel: [{ key: String(channel.id), name: channel.name }],
      conversion: [{ key: conversion, name: '' }],
      loss: sent.losses.map(({ what, why }) => ({ key: what, name: why })),
      ...(media.isUsed() && { reason: [{ key: 'mirror_media', name: '' }] }),
    }
    return { outcome: 'planned', by, held: run.hold.held, cost: chargeAt(plan.expected).quota }
  } catch (error) {
    soFar.uncountSuccess()
    if (!isKnown(error))
      relayDeps.log.error({ err: error, requestId: call.requestId }, 'a copy of a call was not planned')
    return notPlanned(error instanceof ClientGone ? relayError('client_gone') : asApiError(error), soFar)
  } finally {
    await soFar.envelope?.form?.close()
    inFlight.leave(call)
  }
}

/** A copy that comes to an error. */
export const notPlanned = ({ code, parameters }: ApiError, soFar: Pick<CallSoFar, 'logged'> = {}): PlannedCopy => ({
  outcome: UNPLANNED.has(code) ? 'unplanned' : 'refused',
  by: { ...callerOf(soFar), reason: [{ key: code, name: JSON.stringify(kept(parameters)) }] },
  held: 0,
  cost: 0,
})

/** Other texts may repeat what a client wrote. */
const KEPT: ReadonlySet<string> = new Set(['model', 'group', 'method', 'path', 'channel'])
const LONGEST_KEPT = 40

const kept = (parameters: ErrorParameters): ErrorParameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (typeof value === 'number') return [name, value]
      return [name, KEPT.has(name) ? String(value).slice(0, LONGEST_KEPT) : '…']
    }),
  )

const isKnown = (error: unknown): boolean => error instanceof ApiError || error instanceof ClientGone

/** A stranger's copy counts for nobody, and its model is not known. */
function callerOf({ logged }: Pick<CallSoFar, 'logged'>): PlannedCopy['by'] {
  if (!logged) return {}
  const { identity, model } = logged
  return {
    user: [{ key: String(identity.userId), name: identity.username }],
    ...(model !== '' && { model: [{ key: model, name: '' }] }),
  }
}
