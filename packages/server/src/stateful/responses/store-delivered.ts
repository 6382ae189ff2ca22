import { asText, splitSse } from '@tollgate/gateway'
import { withRequestId } from '../../platform/process/request-id.ts'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { CallRun } from '../../relay/hold/call-run.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { compacted } from './compaction.ts'
import { keepsItself } from './remember-channel.ts'
import type { Item } from './store/index.ts'

const MIB = 1024 * 1024
const LAST_EVENTS = ['response.completed', 'response.incomplete', 'response.failed']

/** Whether an event ends a response; the type may be only inside the data. */
const isLast = (event: string | null, data: string): boolean =>
  event === null
    ? LAST_EVENTS.some(type => data.includes(`"type":"${type}"`) || data.includes(`"type": "${type}"`))
    : LAST_EVENTS.includes(event)

/**
 * Stores the response that goes to the client, if the gateway keeps it. If the client requested that, the end of the
 * response waits for it.
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
    return new Response(
      storingStream(response.body, most, data =>
        withRequestId(call.requestId, () => store(stored, data, 'response', deps)),
      ),
      { status, headers },
    )
  const bytes = await response.bytes()
  if (bytes.length <= most)
    await withRequestId(call.requestId, () => store(stored, new TextDecoder().decode(bytes), null, deps))
  return new Response(bytes, { status, headers })
}

async function compactedResponse(response: Response, stored: StoredCall): Promise<Response> {
  const { status, headers } = response
  const summary = (await response.json()) as Item
  return Response.json(compacted(stored.allItems(), summary), { status, headers })
}

/** Never throws: a paid answer reaches its client, stored or not. */
function store(stored: StoredCall, json: string, member: 'response' | null, deps: StatefulDeps): Promise<unknown> {
  try {
    const parsed = JSON.parse(json) as Item
    const response = member ? (parsed[member] as Item) : parsed
    const done = storeResponse(stored, { ...response, store: true }, deps)
    return stored.isAwaited ? done : Promise.resolve()
  } catch (error) {
    deps.log.error({ err: error, userId: stored.userId }, 'a response could not be stored')
    return Promise.resolve()
  }
}

/** Stores a response that has ended, and adds its items to its conversation. Never rejects. */
export async function storeResponse(stored: StoredCall, response: Item, deps: StatefulDeps): Promise<void> {
  const { userId, conversationId, chain } = stored
  const input = stored.input()
  const output = Array.isArray(response.output) ? (response.output as Item[]) : []
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
    writing.push(deps.responses.keep({ ...kept, size: sizeOf(input) + sizeOf(output) }))
  }
  if (conversationId) writing.push(deps.conversations.add(userId, conversationId, [...input, ...output]))
  await Promise.allSettled(writing)
}

const sizeOf = (items: readonly Item[]): number => JSON.stringify(items).length

function storingStream(
  body: ReadableStream<Uint8Array>,
  most: number,
  store: (data: string) => Promise<unknown>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const frames = splitSse(most)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) return controller.close()
      for (const { event, data } of frames.push(value)) if (data !== null && isLast(event, data)) await store(data)
      controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  })
}
