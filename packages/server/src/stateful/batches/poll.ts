import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { channelWith } from './batch-channels.ts'
import { batchWords, pathOfBatch } from './hosts.ts'
import { LONGEST_RESULT_BYTES, readLines } from './lines.ts'
import { noteResultFiles } from './openai-batch-object.ts'
import { type ResultSum, sumResults } from './results.ts'
import { refundBatch, settleBatch } from './settle.ts'
import { callForObject, callStored, chunksOf } from './stored-upstream.ts'
import { readTerms } from './terms.ts'

/**
 * Upstreams take a day for a batch, and some time to write results. A batch that cannot be polled after this time counts as
 * lost.
 */
const LOST_SECONDS = 48 * 3600
/** A batch ends after this time, whatever its upstream says. */
const LONGEST_SECONDS = 7 * 24 * 3600
const MOST_AT_ONCE = 100
/** A batch is polled again after a tenth of its age. */
const SOONEST_SECONDS = 60
const LATEST_SECONDS = 600

/** Polls the due batches and settles those that have ended. Returns how many ended. */
export async function pollBatches(deps: StatefulDeps, signal: AbortSignal): Promise<number> {
  let settled = 0
  for (;;) {
    signal.throwIfAborted()
    const due = await deps.batches.due(deps.now(), MOST_AT_ONCE)
    for (const batch of due) {
      signal.throwIfAborted()
      // Recorded first, so that one failing batch does not block the others.
      await deps.batches.changeBatch(batch.id, [batch.state], { poll_at: deps.now() + pauseOf(batch, deps.now()) })
      try {
        if (await pollBatch(batch, deps, signal)) settled += 1
      } catch (error) {
        signal.throwIfAborted()
        deps.log.warn({ err: error, batch: batch.id }, 'a batch could not be polled and will be retried')
      }
    }
    if (due.length < MOST_AT_ONCE) return settled
  }
}

const pauseOf = ({ created_at }: RelayBatchRow, now: number): number =>
  Math.round(Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, (now - created_at) / 10)))

/**
 * Polls a batch and settles it if it has ended. Returns whether it is settled.
 *
 * @throws any error of the poll, unless the batch is too old
 */
export async function pollBatch(batch: RelayBatchRow, deps: StatefulDeps, signal?: AbortSignal): Promise<boolean> {
  if (batch.state === 'settled') return true
  const age = deps.now() - batch.created_at
  // Its creator died before the upstream returned an id, so its results cannot be fetched.
  if (batch.state === 'creating') {
    if (deps.now() < batch.poll_at) return false
    await refundBatch(batch, 'batch_not_made', deps)
    return true
  }
  try {
    const told = await askFor(batch, deps, signal)
    const { over, status } = batchWords[batch.protocol]
    if (over.includes(status(told))) {
      const sums = await readResults(batch, told, deps, signal)
      await settleBatch(batch, { status: status(told), sums }, deps)
      return true
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (age < LOST_SECONDS) throw error
    await refundBatch(batch, 'batch_lost', deps)
    return true
  }
  if (age < LONGEST_SECONDS) return false
  await refundBatch(batch, 'batch_lost', deps)
  return true
}

/** Fetches the upstream's current state of a batch and records it. */
export async function askFor(
  batch: RelayBatchRow,
  deps: StatefulDeps,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const channel = channelWith(batch, deps)
  const call = { channel, path: pathOfBatch(batch), method: 'GET' as const, ...(signal && { signal }) }
  const told = await callForObject(call, deps)
  await noteTold(batch, told, deps)
  return told
}

/** Records an upstream's state of a batch, and the files it has written. */
export async function noteTold(batch: RelayBatchRow, told: Record<string, unknown>, deps: StatefulDeps): Promise<void> {
  if (batch.protocol === 'openai') await noteResultFiles(batch, told, deps)
  await deps.batches.changeBatch(batch.id, ['running', 'settled'], { body: JSON.stringify(told) })
}

/** Reads all results as they arrive: a gigabyte takes no more memory than the longest line. */
async function readResults(
  batch: RelayBatchRow,
  told: Record<string, unknown>,
  deps: StatefulDeps,
  signal: AbortSignal | undefined,
): Promise<ResultSum[]> {
  const words = batchWords[batch.protocol]
  const path = words.results(told, batch.upstream_id)
  if (path === null) return []
  const call = { channel: channelWith(batch, deps), path, method: 'GET' as const, ...(signal && { signal }) }
  const sum = sumResults(readTerms(batch.terms), words.readResult, words.format(batch), deps)
  for await (const bytes of readLines(chunksOf(await callStored(call, deps)), LONGEST_RESULT_BYTES))
    sum.add(new TextDecoder().decode(bytes))
  return sum.sums()
}
