import { Worker } from 'node:worker_threads'
import type { ErrorParameters } from '@tollgate/contract'
import { type RelayErrorCode, relayError } from '../../errors/relay-error.ts'
import type { Inspected, Sent } from './inspect-body.ts'

/** What the threads are told, and say. */
export interface InspectRequest {
  id: number
  sent: Sent
}
export interface InspectResponse {
  id: number
  inspected?: Inspected
  refused?: { code: RelayErrorCode; parameters: ErrorParameters }
  failed?: string
}

/** Two, so that one long body does not hold up all others. */
const MOST_THREADS = 2

interface Thread {
  worker: Worker
  waiting: Map<number, PromiseWithResolvers<Inspected>>
}

const threads: Thread[] = []
let lastId = 0

/**
 * Reads a large body in a thread of its own: no other call waits for it. The bytes are gone afterwards.
 *
 * @throws ApiError
 */
export function inspectAside(sent: Sent): Promise<Inspected> {
  const { worker, waiting } = leastBusy()
  const id = ++lastId
  const inspected = Promise.withResolvers<Inspected>()
  waiting.set(id, inspected)
  const { bytes } = sent
  // a view of a shared buffer cannot be handed over
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
  worker.postMessage({ id, sent: { ...sent, bytes: own } } satisfies InspectRequest, [own.buffer as ArrayBuffer])
  return inspected.promise
}

function leastBusy(): Thread {
  const idle = threads.find(({ waiting }) => waiting.size === 0)
  if (idle) return idle
  if (threads.length < MOST_THREADS) return startThread()
  return threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least))
}

function startThread(): Thread {
  const worker = new Worker(new URL('inspect-thread.ts', import.meta.url))
  const waiting: Thread['waiting'] = new Map()
  const thread = { worker, waiting }
  worker.unref()
  worker.on('message', ({ id, inspected, refused, failed }: InspectResponse) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (inspected) asked?.resolve(inspected)
    else asked?.reject(refused ? relayError(refused.code, refused.parameters) : new Error(failed))
  })
  worker.on('error', error => {
    threads.splice(threads.indexOf(thread), 1)
    for (const asked of waiting.values()) asked.reject(error)
  })
  threads.push(thread)
  return thread
}
