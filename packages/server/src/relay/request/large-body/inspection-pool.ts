import { Worker } from 'node:worker_threads'
import type { ErrorParameters } from '@tollgate/contract'
import { threadProgram } from '../../../platform/process/own-program.ts'
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts'
import { type RelayErrorCode, relayError } from '../../call/relay-error.ts'
import type { BodyToInspect, Inspected } from './inspect-body.ts'
import type { TextStep } from './text-steps.ts'

/** The messages to the threads. A question is the last message with its id. */
export type ToThread = { id: number } & (
  | { question: 'inspect'; body: BodyToInspect; keepsWords: boolean }
  | { question: 'beginning'; pieces: Uint8Array[] }
  | TextStep
)

/** The messages from the threads: one without a text, then as many with a text as it says. */
export type FromThread =
  | { id: number; texts: number; found?: unknown }
  | { id: number; error: { code: RelayErrorCode; parameters: ErrorParameters } }
  | { id: number; fault: string; isSyntax: boolean }
  // A message that has only texts and numbers is transferred without a copy.
  | { id: number; text: string }

/** The answer of a thread to a question. */
export interface Answer {
  found: unknown
  texts: string[]
}

type Pending = PromiseWithResolvers<Answer> & { found?: unknown; texts: string[]; awaited: number }

interface Thread {
  worker: Worker
  /** The list that the thread already has; it may be long. */
  words: readonly string[]
  pending: Map<number, Pending>
}

/** Two, so that one long body does not block all others. */
const MOST_THREADS = 2

const threads: Thread[] = []
let lastId = 0

/**
 * Inspects a large body in a thread, so that other calls do not wait. The bytes are transferred and unusable afterwards.
 *
 * @throws ApiError
 */
export async function inspectInThread({ pieces, ...inspection }: BodyToInspect): Promise<Inspected> {
  return inspectedBy(openExchange(), inspection, pieces)
}

/** Inspects a text in the same way. The text is shared, not copied. @throws ApiError */
export async function inspectTextInThread(
  text: string,
  inspection: Omit<BodyToInspect, 'pieces'>,
  { from = 0, until = text.length } = {},
): Promise<Inspected> {
  const exchange = openExchange()
  exchange.tell({ step: 'copy', text, from, until })
  const inspected = await inspectedBy(exchange, inspection)
  await yieldToEventLoop()
  return inspected
}

/** Checks a body's beginning. The bytes are unusable afterwards. @throws ApiError */
export async function lookAtBeginning(pieces: Uint8Array[]): Promise<void> {
  const { thread, id, answer } = openExchange()
  const sent = transferable(pieces)
  post(thread, { id, question: 'beginning', pieces: sent }, sent)
  await answer
}

/** Messages to one thread about one text, and its answer to the last of them. */
export interface Exchange {
  thread: Thread
  id: number
  tell(step: TextStep): void
  answer: Promise<Answer>
  /** Expects no answer any more. */
  drop(): void
}

/** Begins with the thread that has the least to do. */
export function openExchange(): Exchange {
  const thread = leastBusy()
  const id = ++lastId
  const pending: Pending = { ...Promise.withResolvers<Answer>(), texts: [], awaited: 0 }
  // a thread may end before its answer is awaited
  pending.promise.catch(() => undefined)
  thread.pending.set(id, pending)
  return {
    thread,
    id,
    tell: step => post(thread, { id, ...step }),
    answer: pending.promise,
    drop() {
      thread.pending.delete(id)
      post(thread, { id, step: 'drop' })
    },
  }
}

/**
 * Asks for the inspection of a body, given as bytes or by steps before.
 *
 * @throws ApiError
 */
export async function inspectedBy(
  { thread, id, answer }: Exchange,
  { format, forbiddenWords }: Omit<BodyToInspect, 'pieces'>,
  pieces: Uint8Array[] = [],
): Promise<Inspected> {
  const sent = transferable(pieces)
  const keepsWords = thread.words === forbiddenWords
  if (!keepsWords) thread.words = forbiddenWords
  const body = { pieces: sent, format, forbiddenWords: keepsWords ? [] : forbiddenWords }
  post(thread, { id, question: 'inspect', body, keepsWords }, sent)
  const { found, texts } = await answer
  return { ...(found as Omit<Inspected, 'text'>), text: texts[0] ?? '' } // see inspection-worker.ts
}

/** A view into a larger buffer cannot be transferred alone. */
const transferable = (pieces: Uint8Array[]): Uint8Array[] =>
  pieces.map(bytes => (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()))

const post = ({ worker }: Thread, message: ToThread, transferred: readonly Uint8Array[] = []): void =>
  worker.postMessage(
    message,
    transferred.map(({ buffer }) => buffer as ArrayBuffer),
  )

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
  worker.on('message', (message: FromThread) => {
    const asked = pending.get(message.id)
    if (!asked) return
    if ('text' in message) asked.texts.push(message.text)
    else if ('texts' in message) Object.assign(asked, { found: message.found, awaited: message.texts })
    else asked.reject('error' in message ? relayError(message.error.code, message.error.parameters) : faultOf(message))
    if ('texts' in message || 'text' in message) {
      if (asked.texts.length < asked.awaited) return
      asked.resolve({ found: asked.found, texts: asked.texts })
    }
    pending.delete(message.id)
  })
  worker.on('error', error => {
    threads.splice(threads.indexOf(thread), 1)
    for (const asked of pending.values()) asked.reject(error)
  })
  threads.push(thread)
  return thread
}

const faultOf = ({ fault, isSyntax }: { fault: string; isSyntax: boolean }): Error =>
  isSyntax ? new SyntaxError(fault) : new Error(fault)
