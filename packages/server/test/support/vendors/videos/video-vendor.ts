import type { Received } from '../../wire-upstream.ts'

/** How a host of videos behaves. */
export interface VideoScript {
  /** What it says of every task, in its own word. */
  says: string
  /** What it answers to a new task instead of taking it. */
  refuses?: VideoRefusal
  /** What it answers instead, when it is asked how far a task is. */
  polled?: 'web page' | 'nonsense' | 'too many' | 'busy' | 'unknown'
  /** What its file claims to be. */
  fileType: string
}

/** A failure in the host's own words, and what clients are told of it. */
export interface VideoRefusal {
  name: string
  status: number
  body: object
  /** What clients get. */
  means: { status: number; message: string }
}

/** A kind of channel that makes videos, and the host behind it as strict as the real one. */
export interface VideoVendor {
  name: string
  type: number
  key: string
  other?: string
  model: string
  /** Of what it is asked for when nothing is said; a length it does not make; one it makes, with the factor of the price. */
  lengths: { usual: number; tooLong: number; other: number; factors: Record<string, number> }
  /** Its words for how far a task is, and ours. */
  words: readonly [word: string, state: 'queued' | 'in_progress' | 'completed' | 'failed'][]
  succeeded: string
  failed: string
  /** What it says of a task that failed. */
  reason: string
  refusals: readonly VideoRefusal[]
  /** Of 429 in an answer at status 200, while it is asked how far a task is. */
  saysBusyAt200?: true
  /** Makes a video of a picture, and of two: the first and the last of it. */
  pictures: 0 | 1 | 2
  /** Takes them as data alone. */
  takesData?: true
  /** Its file stands in what it tells of a task. */
  tellsFile?: Buffer
  start(): VideoStandIn
}

/** A task as its host remembers it. */
export interface VideoJob {
  id: string
  path: string
  asked: Record<string, unknown>
}

export interface VideoStandIn {
  url: string
  requests: Received[]
  /** Tasks it took, oldest first. */
  jobs: VideoJob[]
  script: VideoScript
  stop(): Promise<void> | void
}

/** Half a film, as far as anybody looks at it. */
export const FILM = Buffer.from('\u0000\u0000\u0000\u0018ftypmp42film of a harbour')
export const FILE_PATH = '/files/film.mp4'
const WEB_PAGE = '<html><body>502 Bad Gateway</body></html>'

/** What a host does with a request. */
export interface VideoWire {
  /** Why it refuses any request: a wrong key, a path or a body it does not know; null: it does not. */
  refuses(received: Received): Response | null
  /** A request for a new task; null: it is none. */
  readsNew(received: Received): Record<string, unknown> | null
  /** What it answers when it took it. */
  taken(job: VideoJob): object
  /** Whose state is asked for; null: that is not what is asked. */
  readsAsked(received: Received): string | null
  /** @param url of the stand-in */
  told(job: VideoJob, word: string, url: string): object
  /** What it answers of a task that it does not know. */
  unknown: () => Response
  /** That it is asked too often, at HTTP 200. */
  busy?: () => Response
  /** Of its tasks, by number. */
  idOf?(count: number, asked: Record<string, unknown>): string
  /** Further addresses, such as those of files; null: none of them. */
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

/** The last part of a path, where the rest of it is as expected. */
export const lastOf = ({ method, path }: Received, before: string, after = ''): string | null =>
  method === 'GET' && path.startsWith(before) && path.endsWith(after)
    ? decodeURIComponent(path.slice(before.length, path.length - after.length))
    : null
