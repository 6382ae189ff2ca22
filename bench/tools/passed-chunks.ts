/**
 * Passes one stream of N chunks through its delivery without sockets, and prints the CPU nanoseconds per chunk:
 * `passed-chunks.ts 50000`. With BUN_JSC_logGC=1 the collector's log shows what it allocates.
 */
import { observers } from '../../packages/gateway/src/index.ts'
import { deliverStream } from '../../packages/server/src/relay/response/deliver-stream.ts'

const chunks = Number(process.argv[2])
const event = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'gpt-4o-mini',
  system_fingerprint: 'fp_bench',
  choices: [{ index: 0, delta: { content: 'to and fro ' }, logprobs: null, finish_reason: null }],
  usage: null,
}
const chunk = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)
const last = new TextEncoder().encode('data: [DONE]\n\n')

let left = chunks
const observer = observers['openai-chat'].stream({ hideUsage: true })
const answer = {
  kind: 'stream',
  status: 200,
  contentType: 'text/event-stream',
  upstream: {
    read: () => Promise.resolve(left-- > 0 ? chunk : left === -1 ? last : null),
    cancel: () => undefined,
  },
  observer,
  redactor: { all: (text: string) => text, keys: (text: string) => text },
  isOwn: true,
  firstBytes: null,
  sentRequest: { model: 'gpt-4o-mini', losses: [] },
}
const unread = { written: () => undefined, taken: () => undefined, ended: () => undefined }
const response = deliverStream(
  answer as never,
  { endpoint: { errors: 'openai' }, requestId: 'r', language: 'en' } as never,
  async () => undefined,
  { covers: () => true, coveredBytes: () => Number.POSITIVE_INFINITY },
  { signal: new AbortController().signal, readOnMs: () => 0, unread } as never,
  null,
)

const began = process.cpuUsage()
let bytes = 0
for await (const passed of response.body ?? []) bytes += passed.length
const { user, system } = process.cpuUsage(began)
if (bytes !== chunks * chunk.length + last.length) throw new Error(`${bytes} bytes were passed`)
console.log(Math.round(((user + system) * 1_000) / chunks))
