import type { Logger } from 'pino'
import type { CallMeter } from '../../platform/metrics/call-meter.ts'
import type { LoggedCall } from '../request/logged-call.ts'

interface End {
  /** What the client got, or what its stream ended with. */
  status: number
  /** The error's stable code; absent: there was no error. */
  code?: string
  /** Until the first bytes for the client. */
  firstByteMs?: number
  promptTokens?: number
  completionTokens?: number
  quota?: number
}

export interface EndDeps {
  meter: CallMeter
  log: Logger
}

/** Notes that a call has ended, for those who watch the server: in the metrics, in its trace, and in the log at level debug. */
export function noteEnd(logged: LoggedCall, end: End, { meter, log }: EndDeps): void {
  const { call, model, tried } = logged
  const ms = performance.now() - call.startedAt
  meter.ended({
    dialect: call.endpoint.format,
    model,
    channel: tried.at(-1)?.id ?? 0,
    status: end.status,
    attempts: tried.length,
    seconds: ms / 1000,
    ...(end.firstByteMs !== undefined && { firstSeconds: end.firstByteMs / 1000 }),
    promptTokens: end.promptTokens ?? 0,
    completionTokens: end.completionTokens ?? 0,
    quota: end.quota ?? 0,
  })
  call.trace?.end({ model, channel: tried.at(-1)?.id ?? 0, ...end })
  if (!log.isLevelEnabled('debug')) return
  const { status, code, quota } = end
  const channel = tried.at(-1)?.id
  log.debug({ requestId: call.requestId, model, channel, status, code, quota, ms: Math.round(ms) }, 'a call has ended')
}
