import { Worker } from 'node:worker_threads'
import type { ErrorParameters } from '@tollgate/contract'
import { threadProgram } from '../../../own-program.ts'
import { type RelayErrorCode, relayError } from '../../errors/relay-error.ts'
import type { BodyToInspect, Inspected } from './inspect-body.ts'

/** The messages to and from the threads. */
export interface InspectRequest {
  id: number
  body: BodyToInspect
  /** The words are those of the request before, and not sent again. */
  keepsWords: boolean
}
export interface InspectResponse {
  id: number
  inspected?: Inspected
  error?: { code: RelayErrorCode; parameters: ErrorParameters }
  crash?: string
}

/** Two, so that one long body does not hold up all others. */
const MOST_THREADS = 2

interface Thread {
  worker: Worker
  /** It has a list already, which may be long. */
  words: readonly string[]
  pending: Map<number, PromiseWithResolvers<Inspected>>
}

const threads: Thread[] = []
let lastId = 0

/**
 * Inspects a large body in a thread, so that no other call waits for it. The bytes are transferred and unusable afterwards.
 *
 * @throws ApiError
 */
export function inspectInThread(body: BodyToInspect): Promise<Inspected> {
  const thread = leastBusy()
  const { worker, pending } = thread
  const id = ++lastId
  const inspected = Promise.withResolvers<Inspected>()
  pending.set(id, inspected)
  // a view into a larger buffer cannot be transferred by itself
  const pieces = body.pieces.map(bytes => (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()))
  const transferred = pieces.map(({ buffer }) => buffer as ArrayBuffer)
  const keepsWords = thread.words === body.forbiddenWords
  thread.words = body.forbiddenWords
  const sent = { ...body, pieces, forbiddenWords: keepsWords ? [] : body.forbiddenWords }
  worker.postMessage({ id, body: sent, keepsWords } satisfies InspectRequest, transferred)
  return inspected.promise
}

function leastBusy(): Thread {
  const idle = threads.find(({ pending }) => pending.size === 0)
  if (idle) return idle
  if (threads.length < MOST_THREADS) return startThread()
  return threads.reduce((least, thread) => (thread.pending.size < least.pending.size ? thread : least))
}

function startThread(): Thread {
  const worker = new Worker(threadProgram('relay/request/large-body/inspection-worker.ts'))
  const pending: Thread['pending'] = new Map()
  const thread: Thread = { worker, pending, words: [] }
  worker.unref()
  worker.on('message', ({ id, inspected, error, crash }: InspectResponse) => {
    const inspection = pending.get(id)
    pending.delete(id)
    if (inspected) inspection?.resolve(inspected)
    else inspection?.reject(error ? relayError(error.code, error.parameters) : new Error(crash))
  })
  worker.on('error', error => {
    threads.splice(threads.indexOf(thread), 1)
    for (const inspection of pending.values()) inspection.reject(error)
  })
  threads.push(thread)
  return thread
}
