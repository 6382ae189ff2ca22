import type { Received } from '../wire-upstream.ts'

/** What a vendor answers. */
export interface Script {
  /** Of the text, as they are streamed. */
  pieces: string[]
  /** Shown thoughts before it. */
  thought?: string
  /** How it ends, in the words of Chat; a vendor that cannot say it says `stop`. */
  ends: 'stop' | 'length' | 'content_filter'
  /** Calls a tool instead of an answer. */
  calls?: { name: string; args: object }
  /** Fails at HTTP 200, instead of an answer or after the first piece of a stream. */
  fails?: 'at-once' | 'half-way'
  /** Said in the sentence of a failure. */
  repeats?: string
  /** Goes silent after the first piece, until it is broken off. */
  hangs?: boolean
}

/** What a vendor understood of a request. */
interface Understood {
  model: string | null
  system: string | null
  /** A history that is told in one question is one turn. */
  turns: { role: string; text: string; pictures?: string[] }[]
}

export interface VendorStandIn {
  url: string
  /** Oldest first; a test may empty it. */
  requests: Received[]
  asked: Understood[]
  /** How often a stream was broken off by who reads it. */
  left: number
  /** What it was told to stop. */
  stopped: string[]
  script: Script
  stop(): Promise<void> | void
}

/** A kind of channel, and the host behind it as strict as the real one. */
export interface Vendor {
  name: string
  type: number
  key: string
  other?: string
  model: string
  start(): VendorStandIn
  /** Its own reports of tokens; null: it has none, or not here. */
  usage: { input: number; output: number } | null
  /** Of the script's ends those it can say. */
  ends: readonly Script['ends'][]
  /** What its failure says, and the status clients get. */
  failure: { message: string; status: number }
  /** Fails half-way through a stream too. */
  failsHalfWay: boolean
  /** Shows thoughts. */
  thinks: boolean
  /** Tells the history in one question. */
  flattens?: true
  /** Is asked the last question alone, which is declared. */
  takesLastQuestion?: true
  /** Is told to stop when the client leaves. */
  isTold?: true
  /** Takes tools. */
  calls?: true
  /** Takes pictures. */
  sees: boolean
}

export const SCRIPT: Script = { pieces: ['Hel', 'lo ', 'there'], ends: 'stop' }

/** How a vendor that is reached over HTTP behaves. */
interface HttpVendor {
  /** Why it refuses a request; null: it does not. */
  refuses(received: Received): Response | null
  understands(received: Received): Understood
  wantsStream(received: Received): boolean
  whole(script: Script): object
  /** Whole frames of a stream, the first piece in the first `lead` of them. */
  frames(script: Script): string[]
  /** How many frames hold the first piece. */
  lead: number
  /** The frame of a failure half-way. */
  failedFrame?: string
  failed: object
  /** Other calls than conversations; null: it is one. */
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

/** Returns a failure whose sentence says what the script wants repeated. */
export const repeating = (failed: object, { repeats }: Script): object =>
  JSON.parse(
    JSON.stringify(failed, (_name, value) =>
      repeats && typeof value === 'string' && value.includes(' ') ? `${value}: ${repeats}` : value,
    ),
  )

export const sse = (data: unknown, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
