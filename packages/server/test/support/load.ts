import { until } from './until.ts'

/** How one call ended. */
export interface Ended {
  /** The call's X-Request-Id. */
  id: string
  /** `full`: an answer with its final event; a code: refused with it; `cut off`: neither. */
  outcome: 'full' | 'cut off' | (string & {})
  status: number
  tookMs: number
}

/** Clients that keep calling, alternately streamed and whole. */
export interface Load {
  /** Resolves once this many more answers have come in full. */
  untilAnswered(more: number): Promise<void>
  /** Starts no more calls; resolves to how every call ended. */
  stop(): Promise<Ended[]>
}

const PATIENCE_MS = 30_000

/** @param model a behaviour of the evil upstream */
export function startLoad(url: string, bearer: string, { clients = 12, model = 'good' } = {}): Load {
  const ended: Ended[] = []
  let isOver = false

  async function callAgainAndAgain(client: number) {
    for (let turn = client; !isOver; turn++) ended.push(await callOnce(url, bearer, model, turn % 2 === 0))
  }
  const running = Promise.all(Array.from({ length: clients }, (_, client) => callAgainAndAgain(client)))
  const answered = async () => ended.filter(({ outcome }) => outcome === 'full').length

  return {
    async untilAnswered(more) {
      const before = await answered()
      await until(answered, count => count >= before + more, PATIENCE_MS)
    },
    async stop() {
      isOver = true
      await running
      return ended
    },
  }
}

/** Makes one call; resolves to how it ended. */
export async function callOnce(url: string, bearer: string, model = 'good', stream = false): Promise<Ended> {
  const [id, startedAt] = [crypto.randomUUID(), performance.now()]
  const ended = (status: number, outcome: Ended['outcome']): Ended => ({
    id,
    status,
    outcome,
    tookMs: performance.now() - startedAt,
  })
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    const text = await response.text()
    if (!response.ok) return ended(response.status, JSON.parse(text).error.code)
    const isFull = stream ? text.endsWith('data: [DONE]\n\n') : JSON.parse(text).usage !== undefined
    return ended(response.status, isFull ? 'full' : 'cut off')
  } catch {
    return ended(0, 'cut off')
  }
}
