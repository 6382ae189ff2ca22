import type { Received } from '../../wire-upstream.ts'

/** How a video host behaves. */
export interface VideoScript {
  /** The state of every task, in the host's own word. */
  says: string
  /** Refuses new tasks with this. */
  refuses?: VideoRefusal
  /** The answer to polls, instead of the task's state. */
  polled?: 'web page' | 'nonsense' | 'too many' | 'busy' | 'unknown'
  /** The content type of its file. */
  fileType: string
}

/** A failure in the host's own words, and what clients are told. */
export interface VideoRefusal {
  name: string
  status: number
  body: object
  /** The error that clients get. */
  means: { status: number; message: string }
}

/** A kind of channel that makes videos, with a host as strict as the real one. */
export interface VideoVendor {
  name: string
  type: number
  key: string
  other?: string
  model: string
  /** Video lengths: the default, an unsupported one, and another supported one with its price factor. */
  lengths: { usual: number; tooLong: number; other: number; factors: Record<string, number> }
  /** Its words for a task's state, and ours. */
  words: readonly [word: string, state: 'queued' | 'in_progress' | 'completed' | 'failed'][]
  succeeded: string
  failed: string
  /** The reason it gives for a failed task. */
  reason: string
  refusals: readonly VideoRefusal[]
  /** It reports 429 in a poll's answer with status 200. */
  saysBusyAt200?: true
  /** How many pictures it takes: 1 is the first, 2 the first and the last. */
  pictures: 0 | 1 | 2
  /** It takes pictures only as data. */
  takesData?: true
  /** The answer to a poll contains the file itself. */
  tellsFile?: Buffer<ArrayBuffer>
  start(): VideoStandIn
}

/** A task, as its host remembers it. */
export interface VideoJob {
  id: string
  path: string
  asked: Record<string, unknown>
}

export interface VideoStandIn {
  url: string
  requests: Received[]
  /** The accepted tasks, oldest first. */
  jobs: VideoJob[]
  script: VideoScript
  stop(): Promise<void> | void
}

/** The beginning of a video file, as far as anything reads it. */
export const FILM = Buffer.from('\u0000\u0000\u0000\u0018ftypmp42film of a harbour')
export const FILE_PATH = '/files/film.mp4'
const WEB_PAGE = '<html><body>502 Bad Gateway</body></html>'

/** The wire format of a host. */
export interface VideoWire {
  /** Why it refuses any request: a wrong key, an unknown path or body; null: it accepts it. */
  refuses(received: Received): Response | null
  /** Parses a request for a new task; null: it is not one. */
  readsNew(received: Received): Record<string, unknown> | null
  /** The answer to an accepted task. */
  taken(job: VideoJob): object
  /** Returns the id of the polled task; null: the request is not a poll. */
  readsAsked(received: Received): string | null
  /** @param url the stand-in's address */
  told(job: VideoJob, word: string, url: string): object
  /** The answer for an unknown task. */
  unknown: () => Response
  /** The answer to too many requests, with HTTP 200. */
  busy?: () => Response
  /** Makes the id of a task from its number. */
  idOf?(count: number, asked: Record<string, unknown>): string
  /** Handles further addresses, such as those of files; null: not one of them. */
  besides?(received: Received, standIn: VideoStandIn): Response | null
}

export function startVideoVendor(wire: VideoWire, says: string): VideoStandIn {
  const standIn: VideoStandIn = {
    url: '',
    requests: [],
    jobs: [],
    script: { says, fileType: 'video/mp4' },
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
      return answer(received, wire, standIn)
    },
  })
  standIn.url = server.url.href.replace(/\/$/, '')
  return standIn
}

function answer(received: Received, wire: VideoWire, standIn: VideoStandIn): Response {
  const { script, jobs, url } = standIn
  if (received.path === FILE_PATH) return fileOf(standIn)
  const refused = wire.refuses(received)
  if (refused) return refused
  const other = wire.besides?.(received, standIn)
  if (other) return other
  const asked = wire.readsNew(received)
  if (asked) {
    if (script.refuses) return Response.json(script.refuses.body, { status: script.refuses.status })
    const id = wire.idOf?.(jobs.length + 1, asked) ?? `upstream-task-${jobs.length + 1}`
    const job = { id, path: received.path, asked }
    jobs.push(job)
    return Response.json(wire.taken(job))
  }
  const id = wire.readsAsked(received)
  if (id === null) return new Response('no such path', { status: 404 })
  if (script.polled === 'web page') return new Response(WEB_PAGE, { headers: { 'content-type': 'text/html' } })
  if (script.polled === 'nonsense') return Response.json({ nothing: 'to see' })
  if (script.polled === 'too many') return Response.json({ message: 'slow down' }, { status: 429 })
  if (script.polled === 'busy' && wire.busy) return wire.busy()
  const job = jobs.find(known => known.id === id)
  return job && script.polled !== 'unknown' ? Response.json(wire.told(job, script.says, url)) : wire.unknown()
}

export const fileOf = ({ script }: VideoStandIn): Response =>
  new Response(new Uint8Array(FILM), { headers: { 'content-type': script.fileType } })

/** Returns the last part of a path if the rest is as expected. */
export const lastOf = ({ method, path }: Received, before: string, after = ''): string | null =>
  method === 'GET' && path.startsWith(before) && path.endsWith(after)
    ? decodeURIComponent(path.slice(before.length, path.length - after.length))
    : null
