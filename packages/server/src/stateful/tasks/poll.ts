import type { Kysely } from 'kysely'
import { taskFailureSentences } from '../../platform/messages/index.ts'
import type { Tables } from '../../platform/storage/schema.ts'
import { redactorOf } from '../../relay/errors/channel-redactor.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { askUpstream } from './ask-upstream.ts'
import { pollingOf } from './platforms.ts'
import type { PollBackOff } from './poll-back-off.ts'
import { failTask, noteMisread, noteProgress } from './task/progress.ts'
import { dueRows, hasOpenRows, overdueRows, postpone } from './task/rows.ts'
import type { RowOf, TaskKind, TaskProgress } from './task/task.ts'
import type { TaskChannel, TaskPolling } from './vendor.ts'

export type PollDeps = Pick<
  StatefulDeps,
  'tasks' | 'readTaskChannel' | 'watchdog' | 'inFlight' | 'credentials' | 'log' | 'now'
>

const KINDS: readonly TaskKind[] = ['tasks', 'midjourneys']
const POLL_SECONDS = 15
const MOST_AT_ONCE = 1000
/** Concurrent requests. */
const QUESTIONS_AT_ONCE = 8

/** Ends tasks whose time is over, and polls upstreams for due ones. Returns how many ended. */
export async function pollTasks(deps: PollDeps, backOff: PollBackOff, signal: AbortSignal): Promise<number> {
  const { db } = deps.tasks
  let ended = 0
  for (const kind of KINDS) {
    ended += await failOverdue(db, kind, deps, signal)
    const due = await dueRows(db, kind, { now: deps.now(), limit: MOST_AT_ONCE })
    // Recorded first, so that one failing task does not block the others.
    if (due.length > 0) await postpone(db, kind, due, deps.now() + POLL_SECONDS)
    const groups = [...Map.groupBy(due, channelOf).values()]
    await inPool(QUESTIONS_AT_ONCE, groups, async rows => {
      signal.throwIfAborted()
      ended += await pollChannel(kind, rows, deps, backOff, signal)
    })
  }
  deps.tasks.mayBeOpen = await hasOpenRows(db)
  return ended
}

const channelOf = (row: RowOf[TaskKind]) =>
  JSON.stringify([row.channel_id, row.channel_type, row.channel_key, platformOf(row)])
const platformOf = (row: RowOf[TaskKind]): string => ('platform' in row ? row.platform : 'midjourney')

/** These reasons are shown to the tasks' owners. */
const { timed_out: TIMED_OUT, channel_gone: CHANNEL_GONE } = taskFailureSentences.en

async function failOverdue(db: Kysely<Tables>, kind: TaskKind, deps: PollDeps, signal: AbortSignal): Promise<number> {
  let ended = 0
  for (;;) {
    const rows = await overdueRows(db, kind, { now: deps.now(), limit: 100 })
    let now = 0
    for (const row of rows) {
      signal.throwIfAborted()
      if (await orLater(() => failTask(kind, row, TIMED_OUT, deps.tasks), row, deps)) now += 1
    }
    ended += now
    // If none ended, the next run tries again.
    if (rows.length < 100 || now === 0) return ended
  }
}

/** Polls for the tasks of one channel. Throws nothing but the signal's reason. */
async function pollChannel(
  kind: TaskKind,
  rows: readonly RowOf[TaskKind][],
  deps: PollDeps,
  backOff: PollBackOff,
  signal: AbortSignal,
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const polling = pollingOf(kind, platformOf(first))
  if (!polling) return 0
  let channel: TaskChannel | null
  try {
    channel = await deps.readTaskChannel(first)
  } catch (error) {
    deps.log.warn(
      { err: error, channelId: first.channel_id },
      'a channel with tasks cannot be read; it is polled later',
    )
    return 0
  }
  if (!channel) {
    let ended = 0
    for (const row of rows)
      if (await orLater(() => failTask(kind, row, CHANNEL_GONE, deps.tasks), row, deps)) ended += 1
    return ended
  }
  let ended = 0
  for (let at = 0; at < rows.length; at += polling.most) {
    signal.throwIfAborted()
    const asked = rows.slice(at, at + polling.most)
    const outcome = await askUpstream(polling, asked, channel, deps, signal)
    if (outcome.kind === 'unreached') {
      // The channel's other tasks are polled later too.
      const seconds = backOff.failed(channel.id, outcome.retryAfterSeconds)
      await postpone(deps.tasks.db, kind, rows.slice(at), deps.now() + seconds)
      return ended
    }
    ended += await note(polling, asked, outcome.told, channel, deps)
    if (outcome.told) backOff.succeeded(channel.id)
    else await postpone(deps.tasks.db, kind, asked, deps.now() + backOff.failed(channel.id, 0))
  }
  return ended
}

async function note(
  { kind }: TaskPolling,
  rows: readonly RowOf[TaskKind][],
  told: ReadonlyMap<string, TaskProgress<TaskKind> | 'unclear'> | null,
  channel: TaskChannel,
  deps: PollDeps,
): Promise<number> {
  let ended = 0
  for (const row of rows) {
    const progress = told ? told.get(row.upstream_id) : 'unclear'
    // The upstream forgot it; its deadline will end it.
    if (!progress) continue
    const hasEnded = await orLater(
      () =>
        progress === 'unclear'
          ? noteMisread(kind, row, deps.tasks)
          : noteProgress(kind, row, redacted(progress, channel), deps.tasks),
      row,
      deps,
    )
    if (hasEnded) ended += 1
  }
  return ended
}

const LONGEST_REASON = 1000

function redacted(progress: TaskProgress<TaskKind>, channel: TaskChannel): TaskProgress<TaskKind> {
  if (!progress.reason) return progress
  const redactor = redactorOf(channel, channel.baseUrl || 'http://localhost')
  return { ...progress, reason: redactor.keys(progress.reason.slice(0, LONGEST_REASON)) }
}

/** Logs a failure, so that a task that cannot be written does not block the others. */
async function orLater(act: () => Promise<boolean>, { id }: { id: number }, { log }: PollDeps): Promise<boolean> {
  try {
    return await act()
  } catch (error) {
    log.warn({ err: error, task: id }, 'a task’s progress could not be recorded; it will be polled again')
    return false
  }
}

/** Runs an act for each item, `atOnce` at a time. @throws the first error, once running acts have ended */
export async function inPool<Item>(
  atOnce: number,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await act(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
