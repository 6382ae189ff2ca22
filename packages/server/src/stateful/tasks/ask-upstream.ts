import { retryAfterMs } from '../../relay/plan/health/retry-after.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { callVendor } from './call-vendor.ts'
import type { RowOf, TaskKind, TaskProgress } from './task/task.ts'
import type { TaskChannel, TaskPolling } from './vendor.ts'

/** The result of polling: progress by the upstream's ids (null: the answer could not be understood), or nothing. */
export type Asked =
  | { kind: 'answered'; told: ReadonlyMap<string, TaskProgress<TaskKind> | 'unclear'> | null }
  | { kind: 'unreached'; retryAfterSeconds: number }

type Deps = Pick<StatefulDeps, 'watchdog' | 'inFlight' | 'credentials' | 'log' | 'now'>

const LIMITS = { connectSeconds: 10, firstByteSeconds: 15, idleSeconds: 15 }
/** Statuses about the upstream or our key, which say nothing about a task. */
const NOT_OF_TASKS = new Set([401, 402, 403, 407, 408, 425, 429])

/** Polls an upstream for tasks. Throws nothing but the signal's reason. */
export async function askUpstream(
  polling: TaskPolling,
  rows: readonly RowOf[TaskKind][],
  channel: TaskChannel,
  deps: Deps,
  signal: AbortSignal,
): Promise<Asked> {
  try {
    const request = await polling.ask(rows as never, channel, deps) // rows of the polling's kind
    const { status, json, retryAfter } = await callVendor(request, channel, { limits: LIMITS, signal }, deps)
    if (status >= 500 || NOT_OF_TASKS.has(status))
      return { kind: 'unreached', retryAfterSeconds: Math.ceil((retryAfterMs(retryAfter) ?? 0) / 1000) }
    if (status >= 300 || json === undefined) return { kind: 'answered', told: null }
    return { kind: 'answered', told: read(polling, json, rows) }
  } catch (error) {
    signal.throwIfAborted()
    deps.log.debug({ err: error, channelId: channel.id }, 'tasks could not be polled and will be retried')
    return { kind: 'unreached', retryAfterSeconds: 0 }
  }
}

/** If a vendor's parser throws, the answer was not understood. */
function read(polling: TaskPolling, json: unknown, rows: readonly RowOf[TaskKind][]) {
  try {
    return polling.read(json, rows as never) // rows of the polling's kind
  } catch {
    return null
  }
}
