import type { Recording } from './recordings.ts'

/** An upstream that plays one recording at a time and remembers its last request. */
export interface ReplayingUpstream {
  url: string
  /** The token endpoint for Google service accounts. */
  tokenUri: string
  play(answer: Playable): void
  /** The last request since this recording began, unchanged; null: none. */
  received(): Received | null
  stop(): Promise<void>
}

export interface Received {
  path: string
  body: string
}

/** The response of an upstream. */
export type Playable = Pick<Recording, 'status' | 'contentType' | 'responseBody' | 'isStream'>

const TOKEN_PATH = '/token'

/** Cuts streams at arbitrary places, which depend only on the seed. */
export function startReplayingUpstream(seed: number): ReplayingUpstream {
  const random = seededRandom(seed)
  let playing: Playable | undefined
  let received: Received | null = null

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (pathname === TOKEN_PATH) return Response.json({ access_token: 'an access token', expires_in: 3600 })
      received = { path: pathname + search, body: await request.text() }
      if (!playing) return new Response('nothing is playing', { status: 500 })
      const { status, contentType, responseBody, isStream } = playing
      const body = isStream ? cutUp(responseBody, random) : (responseBody as Uint8Array<ArrayBuffer>)
      return new Response(body, { status, headers: { 'content-type': contentType } })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    tokenUri: url + TOKEN_PATH,
    play: answer => {
      playing = answer
      received = null
    },
    received: () => received,
    stop: () => server.stop(true),
  }
}

const LARGEST_PIECE = 700

function cutUp(bytes: Uint8Array, random: () => number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      const size = 1 + Math.floor(random() ** 3 * LARGEST_PIECE)
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

/**
 * Mulberry32: a small generator with the same output everywhere.
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
