import { asText, parseExact, splitSse } from '@tollgate/gateway'
import { withRequestId } from '../../platform/process/request-id.ts'
import { streamOf } from '../../platform/process/stream-of.ts'
import { encodeInTurns } from '../../platform/process/text-pieces.ts'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { CallRun } from '../../relay/hold/call-run.ts'
import { weightOf, writeInTurns } from '../../relay/request/large-body/write-in-turns.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { compacted } from './compaction.ts'
import { keepsItself } from './remember-channel.ts'
import type { Item } from './store/index.ts'
import { itemsOf } from './stored-format.ts'
import { storedFormats } from './stored-formats.ts'

const MIB = 1024 * 1024
/** In characters. Encoding more in one go would delay other calls. */
const LONGEST_AT_ONCE = MIB

/**
 * Stores a response on its way to the client, if the gateway keeps it. If the client asked for that, the end of the response
 * waits until it is stored.
 */
export async function storeDelivered(
  response: Response,
  { logged: { call, model } }: CallRun,
  channel: OpenChannel | undefined,
  deps: StatefulDeps,
): Promise<Response> {
  const { stored } = call
  if (stored?.isCompaction) return response.ok ? compactedResponse(response, stored) : response
  // A background call stores what it reads.
  if (!stored || stored.isBackground || (!stored.isKept && !stored.conversationId)) return response
  if (!response.ok || !response.body || !channel || keepsItself(channel, model, stored)) return response
  const most = deps.options.get('stored_responses.mib_each') * MIB
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream'))
    return new Response(storingStream(response.body, most, call.requestId, stored, deps), { status, headers })
  const bytes = await response.bytes()
  if (bytes.length <= most) {
    const whole = unfailing(stored, () => parseExact(new TextDecoder().decode(bytes)) as Item, deps)
    await withRequestId(call.requestId, () => store(stored, whole, deps))
  }
  return new Response(bytes, { status, headers })
}

async function compactedResponse(response: Response, stored: StoredCall): Promise<Response> {
  const { status, headers } = response
  const summary = (await response.json()) as Item
  const text = await writeInTurns(compacted(await stored.allItems(), summary))
  return new Response(text.length > LONGEST_AT_ONCE ? streamOf(encodeInTurns(text)) : text, { status, headers })
}

/** Never throws, because a paid answer must reach its client even if it cannot be stored. */
function unfailing({ userId }: StoredCall, read: () => Item | null, { log }: StatefulDeps): Item | null {
  try {
    return read()
  } catch (error) {
    log.error({ err: error, userId }, 'a response could not be stored')
    return null
  }
}

/** Resolves at once unless the client waits for it. Never rejects. */
function store(stored: StoredCall, response: Item | null, deps: StatefulDeps): Promise<unknown> {
  if (!response) return Promise.resolve()
  const done = storeResponse(stored, { ...response, store: true }, deps)
  return stored.isAwaited ? done : Promise.resolve()
}

/** Stores an ended response and adds its items to its conversation. Never rejects. */
export async function storeResponse(stored: StoredCall, response: Item, deps: StatefulDeps): Promise<void> {
  const { userId, conversationId, chain } = stored
  const input = await stored.input()
  const output = itemsOf(response, storedFormats[stored.format])
  const id = typeof response.id === 'string' && response.id !== '' ? response.id : stored.id
  const writing: Promise<unknown>[] = []
  if (stored.isKept) {
    const status = asText(response.status) ?? 'completed'
    const kept = {
      userId,
      id,
      previousId: chain.at(-1) ?? '',
      channelId: 0,
      status,
      content: { input, response },
      chain,
    }
    writing.push(deps.responses.keep({ ...kept, size: weightOf(input) + weightOf(output) }))
  }
  if (conversationId) writing.push(deps.conversations.add(userId, conversationId, [...input, ...output]))
  await Promise.allSettled(writing)
}

function storingStream(
  body: ReadableStream<Uint8Array>,
  most: number,
  requestId: string,
  stored: StoredCall,
  deps: StatefulDeps,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const frames = splitSse(most)
  const read = storedFormats[stored.format].reader(most)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) return controller.close()
      for (const { event, data } of frames.push(value)) {
        const response = data === null ? null : unfailing(stored, () => read({ event, data }), deps)
        if (response) await withRequestId(requestId, () => store(stored, response, deps))
      }
      controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  })
}
