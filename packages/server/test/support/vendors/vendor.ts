import type { Received } from '../wire-upstream.ts'

/** The scripted answer of a vendor. */
export interface Script {
  /** The text, in streamed pieces. */
  pieces: string[]
  /** Visible reasoning before the text. */
  thought?: string
  /** The finish reason in Chat's words; a vendor that cannot report it reports `stop`. */
  ends: 'stop' | 'length' | 'content_filter'
  /** Calls a tool instead of answering. */
  calls?: { name: string; args: object }
  /** Fails with HTTP 200: at once, or after the first piece of a stream. */
  fails?: 'at-once' | 'half-way'
  /** Text that the failure's message repeats. */
  repeats?: string
  /** Goes silent after the first piece until the connection is closed. */
  hangs?: boolean
}

/** What a vendor read from a request. */
interface Understood {
  model: string | null
  system: string | null
  /** A history sent as one question counts as one turn. */
  turns: { role: string; text: string; pictures?: string[] }[]
}

export interface VendorStandIn {
  url: string
  /** Oldest first; a test may empty it. */
  requests: Received[]
  asked: Understood[]
  /** How many streams their reader closed early. */
  left: number
  /** The answers it was asked to stop. */
  stopped: string[]
  script: Script
  stop(): Promise<void> | void
}

/** A kind of channel, with a host as strict as the real one. */
export interface Vendor {
  name: string
  type: number
  key: string
  other?: string
  model: string
  start(): VendorStandIn
  /** The tokens it reports itself; null: none in this case. */
  usage: { input: number; output: number } | null
  /** The script's finish reasons that it can report. */
  ends: readonly Script['ends'][]
  /** The message of its failure, and the status clients get. */
  failure: { message: string; status: number }
  /** It can also fail in the middle of a stream. */
  failsHalfWay: boolean
  /** It shows its reasoning. */
  thinks: boolean
  /** It gets the history as one question. */
  flattens?: true
  /** It gets only the last question, which is declared as a loss. */
  takesLastQuestion?: true
  /** It is told to stop when the client leaves. */
  isTold?: true
  /** It supports tools. */
  calls?: true
  /** It accepts pictures. */
  sees: boolean
}

export const SCRIPT: Script = { pieces: ['Hel', 'lo ', 'there'], ends: 'stop' }

/** A vendor reached over HTTP. */
interface HttpVendor {
  /** Why it refuses a request; null: it accepts it. */
  refuses(received: Received): Response | null
  understands(received: Received): Understood
  wantsStream(received: Received): boolean
  whole(script: Script): object
  /** The frames of a stream. The first piece is within the first `lead` frames. */
  frames(script: Script): string[]
  /** How many frames contain the first piece. */
  lead: number
  /** The frame of a failure in mid-stream. */
  failedFrame?: string
  failed: object
  /** Answers calls that are not conversations; null: it is one. */
  besides?(received: Received, standIn: VendorStandIn): Response | null
}

export function startHttpVendor(vendor: HttpVendor): VendorStandIn {
  const standIn: VendorStandIn = {
    url: '',
    requests: [],
    asked: [],
    left: 0,
    stopped: [],
    script: SCRIPT,
    stop: () => server.stop(true),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 30,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const bytes = Buffer.from(await request.arrayBuffer())
      const { method, headers } = request
      const received = { method, path: pathname + search, headers, body: bytes.toString(), bytes }
      standIn.requests.push(received)
      const other = vendor.besides?.(received, standIn)
      if (other) return other
      const refused = vendor.refuses(received)
      if (refused) return refused
      standIn.asked.push(vendor.understands(received))
      const { script } = standIn
      if (script.fails === 'at-once') return Response.json(repeating(vendor.failed, script))
      if (!vendor.wantsStream(received)) return Response.json(vendor.whole(script))
      return new Response(streamOf(vendor, standIn), { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  standIn.url = server.url.href.replace(/\/$/, '')
  return standIn
}

function streamOf(vendor: HttpVendor, standIn: VendorStandIn): ReadableStream<Uint8Array> {
  const { script } = standIn
  const all = vendor.frames(script)
  const isCut = script.hangs || script.fails === 'half-way'
  const shown = isCut ? all.slice(0, vendor.lead) : all
  if (script.fails === 'half-way' && vendor.failedFrame) shown.push(vendor.failedFrame)
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const frame of shown) controller.enqueue(encoder.encode(frame))
      if (!script.hangs) controller.close()
    },
    cancel() {
      standIn.left++
    },
  })
}

/** A failure whose message repeats the script's text. */
export const repeating = (failed: object, { repeats }: Script): object =>
  JSON.parse(
    JSON.stringify(failed, (_name, value) =>
      repeats && typeof value === 'string' && value.includes(' ') ? `${value}: ${repeats}` : value,
    ),
  )

export const sse = (data: unknown, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
