import { Worker } from 'node:worker_threads'
import type { ErrorParameters } from '@tollgate/contract'
import { threadProgram } from '../../../platform/process/own-program.ts'
import { textPieces } from '../../../platform/process/text-pieces.ts'
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts'
import { type RelayErrorCode, relayError } from '../../call/relay-error.ts'
import type { BodyToInspect, Inspected } from './inspect-body.ts'

/** The messages to and from the threads. */
export interface InspectRequest {
  id: number
  body: BodyToInspect
  /** The words are those of the last request, and are not sent again. */
  keepsWords: boolean
  /** More of the body is to come. */
  isBeginning?: true
}
/** With `inspected`, the next message is the text. Empty: the beginning gives no reason to refuse the body. */
export interface InspectResponse {
  id: number
  inspected?: Omit<Inspected, 'text'>
  error?: { code: RelayErrorCode; parameters: ErrorParameters }
  crash?: string
}

/** Two, so that one long body does not block all others. */
const MOST_THREADS = 2

type Pending = PromiseWithResolvers<Inspected | null>

interface Thread {
  worker: Worker
  /** The list that the thread already has; it may be long. */
  words: readonly string[]
  pending: Map<number, Pending>
}

const threads: Thread[] = []
let lastId = 0

/**
 * Inspects a large body in a thread, so that other calls do not wait. The bytes are transferred and unusable afterwards.
 *
 * @throws ApiError
 */
export async function inspectInThread(body: BodyToInspect): Promise<Inspected> {
  const inspected = await send(body, false)
  if (!inspected) throw new Error('a body was not inspected')
  return inspected
}

/** Inspects a text in the same way. Encodes it in pieces and lets other calls run in between. @throws ApiError */
export async function inspectTextInThread(
  text: string,
  inspection: Omit<BodyToInspect, 'pieces'>,
  place?: { from: number; until: number },
): Promise<Inspected> {
  const pieces: Uint8Array[] = []
  for (const piece of textPieces(text, PIECE_CHARACTERS, place)) {
    pieces.push(piece)
    await yieldToEventLoop()
  }
  return inspectInThread({ ...inspection, pieces })
}

const PIECE_CHARACTERS = 512 * 1024

/** Checks a body's beginning. The bytes are unusable afterwards. @throws ApiError */
export async function lookAtBeginning(pieces: Uint8Array[]): Promise<void> {
  await send({ pieces, format: 'openai-chat', forbiddenWords: NO_WORDS }, true)
}

const NO_WORDS: readonly string[] = []

function send(body: BodyToInspect, isBeginning: boolean): Promise<Inspected | null> {
  const thread = leastBusy()
  const { worker, pending } = thread
  const id = ++lastId
  const inspected: Pending = Promise.withResolvers()
  pending.set(id, inspected)
  // a view into a larger buffer cannot be transferred alone
  const pieces = body.pieces.map(bytes => (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()))
  const transferred = pieces.map(({ buffer }) => buffer as ArrayBuffer)
  const keepsWords = isBeginning || thread.words === body.forbiddenWords
  if (!keepsWords) thread.words = body.forbiddenWords
  const sent = { ...body, pieces, forbiddenWords: keepsWords ? [] : body.forbiddenWords }
  const request: InspectRequest = { id, body: sent, keepsWords, ...(isBeginning && { isBeginning }) }
  worker.postMessage(request, transferred)
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
  let inspectedNow: { id: number; inspected: Omit<Inspected, 'text'> } | null = null
  const take = (id: number): Pending | undefined => {
    const inspection = pending.get(id)
    pending.delete(id)
    return inspection
  }
  worker.on('message', (message: InspectResponse | string) => {
    if (typeof message === 'string') {
      if (inspectedNow) take(inspectedNow.id)?.resolve({ ...inspectedNow.inspected, text: message })
      inspectedNow = null
      return
    }
    const { id, inspected, error, crash } = message
    if (inspected) inspectedNow = { id, inspected }
    else if (error) take(id)?.reject(relayError(error.code, error.parameters))
    else if (crash) take(id)?.reject(new Error(crash))
    else take(id)?.resolve(null)
  })
  worker.on('error', error => {
    threads.splice(threads.indexOf(thread), 1)
    for (const inspection of pending.values()) inspection.reject(error)
  })
  threads.push(thread)
  return thread
}
