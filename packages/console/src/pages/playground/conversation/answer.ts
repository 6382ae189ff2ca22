import { calls } from '@tollgate/contract'
import { CallError, send } from '../../../lib/call.ts'
import { t } from '../../../phrases/index.ts'
import { ask } from '../formats/ask.ts'
import { formats } from '../formats/index.ts'
import { addDelta, type CallPlaces } from './add-delta.ts'
import { newId } from './new-id.ts'
import { requestOf } from './request-of.ts'
import type { ConversationStore } from './store.ts'
import { append, change, pathTo } from './tree.ts'
import type { AssistantMessage, Thread } from './types.ts'

/** Pieces come faster than a page needs to render. */
const SHOW_EVERY_MS = 60

const running = new Map<string, AbortController>()

/** Stops an answer; its text so far stays. */
export const stop = (messageId: string): void => running.get(messageId)?.abort()

/** Has a thread's model answer the branch that ends with `parent`; the answer grows in the store. */
export async function answer(
  store: ConversationStore,
  id: string,
  threadAt: number,
  parent: string | null,
): Promise<void> {
  const conversation = store.find(id)
  const thread = conversation?.threads[threadAt]
  if (!conversation || !thread) return
  const { model, group, format } = thread
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  let current: AssistantMessage = {
    id: newId(),
    parent,
    role: 'assistant',
    model,
    group,
    format,
    state: 'streaming',
    text: '',
    reasoning: '',
    images: [],
    toolCalls: [],
    usage: {},
    startedAt: Date.now(),
  }
  const update = (next: (thread: Thread) => Thread) =>
    store.update(id, conversation => ({
      ...conversation,
      threads: conversation.threads.map((thread, at) => (at === threadAt ? next(thread) : thread)),
    }))
  const show = () => update(thread => change<AssistantMessage>(thread, current.id, () => current))
  update(thread => append(thread, current))

  const aborter = new AbortController()
  running.set(current.id, aborter)
  const places: CallPlaces = new Map()
  const timer = setInterval(show, SHOW_EVERY_MS)
  try {
    const request = formats[format].write(requestOf(conversation.settings, thread, pathTo(thread, parent)))
    const onStart = (requestId: string | undefined) => {
      if (requestId) current = { ...current, requestId }
    }
    for await (const deltas of ask({ request, format, group, signal: aborter.signal, onStart })) {
      if (deltas.some(isContent)) current = { firstMs: elapsed(), ...current }
      for (const delta of deltas) current = addDelta(current, delta, places)
    }
    if (current.state === 'streaming') current = { ...current, state: 'done' }
  } catch (error) {
    current = aborter.signal.aborted
      ? { ...current, state: 'stopped' }
      : { ...current, state: 'failed', error: error instanceof CallError ? error.message : t('playground.cutOff') }
  } finally {
    clearInterval(timer)
    running.delete(current.id)
    current = { ...current, totalMs: elapsed() }
    show()
  }
  const charge = await chargeOf(current)
  if (charge !== undefined)
    update(thread => change<AssistantMessage>(thread, current.id, shown => ({ ...shown, charge })))
}

const isContent = ({ kind }: { kind: string }): boolean => kind !== 'usage' && kind !== 'error' && kind !== 'finish'

/** After a stop the gateway may still learn the usage. */
const ASK_LOG_TIMES = 4
const ASK_LOG_AFTER_MS = 2_000

/** The answer's cost according to the log; undefined: not known. */
async function chargeOf({ requestId }: AssistantMessage): Promise<number | undefined> {
  if (!requestId) return undefined
  for (let time = 1; time <= ASK_LOG_TIMES; time++) {
    const rows = await rowsOf(requestId)
    if (rows.length > 0) return rows.reduce((sum, { quota }) => sum + quota, 0)
    await new Promise(resolve => setTimeout(resolve, ASK_LOG_AFTER_MS))
  }
  return undefined
}

async function rowsOf(requestId: string): Promise<{ quota: number }[]> {
  try {
    return (await send(calls.logs.listSelf, { query: { request_id: requestId } })).items
  } catch {
    return []
  }
}
