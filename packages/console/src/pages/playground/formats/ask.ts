import type { PlaygroundFormat } from '@tollgate/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { askModel } from '../../../lib/call.ts'
import type { Delta, WrittenRequest } from './format.ts'
import { errorText } from './format.ts'
import { formats } from './index.ts'
import { asObject, parseJson } from './json.ts'

/** Characters of one event; an image comes in a single one. */
const LARGEST_EVENT = 40_000_000
/** Characters of an error that are shown. */
const LONGEST_ERROR = 2_000

export interface Ask {
  request: WrittenRequest
  format: PlaygroundFormat
  /** Empty: the user's own. */
  group: string
  signal: AbortSignal
  /** Called when the answer begins, with its request id in the log. */
  onStart(requestId: string | undefined): void
}

/** Calls a model in the user's name and yields its answer as it comes. Throws if no answer came, or if it is stopped. */
export async function* ask({ request, format, group, signal, onStart }: Ask): AsyncGenerator<Delta[]> {
  const response = await askModel(addressOf(request.path, group), request.body, signal)
  onStart(response.headers.get('x-request-id') ?? undefined)
  if (!response.ok) return yield [{ kind: 'error', text: await readError(response) }]
  const { readEvent, readWhole } = formats[format]
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return yield readWhole(asObject(parseJson(await response.text())))
  const events = response.body
    // The decoder takes any bytes; its type says so only in newer libraries.
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream({ onError: 'terminate', maxBufferSize: LARGEST_EVENT }))
  const reader = events.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      yield readEvent(asObject(parseJson(read.value.data)))
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** The path of API clients, below the console's own. */
function addressOf(path: string, group: string): string {
  const [before = '', query] = path.split('?')
  const search = [query, group && `group=${encodeURIComponent(group)}`].filter(Boolean).join('&')
  return `/pg${before}${search ? `?${search}` : ''}`
}

async function readError(response: Response): Promise<string> {
  const text = await response.text()
  const message = errorText(asObject(parseJson(text)).error) || text.trim() || response.statusText
  return message.slice(0, LONGEST_ERROR)
}
