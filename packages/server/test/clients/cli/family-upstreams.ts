import { type SpokenDialectName, spokenDialects } from '../../support/conversing-upstream/index.ts'
import { addStep, type Step, withoutNamespace } from '../../support/conversing-upstream/script.ts'
import type { SpokenDialect } from '../../support/conversing-upstream/spoken-dialect.ts'
import { strictHosts } from '../../support/strict-hosts/index.ts'
import { startWireUpstream, type WireUpstream } from '../../support/wire-upstream.ts'

/** What the model says next. */
export interface Turn extends Step {
  /** The stream stops halfway and stays open until the gateway closes it. */
  isHeld?: boolean
}

/** A request that an upstream received. */
export interface Played {
  family: SpokenDialectName
  body: string
  /** The answer: a scripted turn, a short text for a request without tools, or null for a refusal. */
  turn: Turn | 'aside' | null
  step: number
  refusal: string | null
}

/** One upstream per family. All play the same script, each as strict as the real host. */
export interface FamilyUpstreams {
  urls: Record<SpokenDialectName, string>
  /** Requests of the current scenario, oldest first. */
  played: Played[]
  /** Begins a scenario: answers requests that offer tools, or all requests, with these turns in order. */
  begin(turns: readonly Turn[], isForAll?: boolean): void
  /** Resolves when a held stream has reached its middle. */
  held: Promise<void>
  stop(): Promise<void>
}

/** The answer to a request without tools, which asks for a title or a summary. */
export const ASIDE = 'Reading two notes'

export const familyNames = Object.keys(spokenDialects) as SpokenDialectName[] // the table's own keys

export function startFamilyUpstreams(): FamilyUpstreams {
  let turns: Turn[] = []
  let isForAll = false
  let holding = Promise.withResolvers<void>()
  const played: Played[] = []
  const start = (family: SpokenDialectName) =>
    startWireUpstream(({ path, body }) => {
      const dialect: SpokenDialect = spokenDialects[family]
      const refusal = strictHosts[family].refuses(body) ?? dialect.rejection(body)
      if (refusal !== null) {
        played.push({ family, body, turn: null, step: -1, refusal })
        return Response.json({ error: { message: refusal, code: 400 } }, { status: 400 })
      }
      const turn = isForAll || offersTools(body) ? asOffered(family, turns.shift()) : undefined
      const step = addStep(turn ?? { thought: '', text: ASIDE, calls: [] })
      played.push({ family, body, turn: turn ?? 'aside', step, refusal })
      if (!dialect.isStream(path.split('?')[0] ?? '', body)) return dialect.whole(step)
      const bytes = Buffer.from(dialect.stream(step))
      const headers = { 'content-type': dialect.streamType ?? 'text/event-stream' }
      return new Response(turn?.isHeld ? halfOf(bytes, holding.resolve) : bytes, { headers })
    })
  const upstreams = new Map<SpokenDialectName, WireUpstream>(familyNames.map(family => [family, start(family)]))
  return {
    urls: Object.fromEntries([...upstreams].map(([family, { url }]) => [family, url])) as FamilyUpstreams['urls'], // of the same names
    played,
    get held() {
      return holding.promise
    },
    begin(next, all = false) {
      turns = [...next]
      isForAll = all
      played.length = 0
      holding = Promise.withResolvers()
    },
    async stop() {
      for (const upstream of upstreams.values()) await upstream.stop()
    },
  }
}

const asOffered = (family: SpokenDialectName, turn: Turn | undefined): Turn | undefined =>
  turn && family !== 'openai-responses' ? { ...turn, calls: turn.calls.map(withoutNamespace) } : turn

function offersTools(body: string): boolean {
  const { tools, toolConfig } = JSON.parse(body)
  return (tools ?? toolConfig?.tools ?? []).length > 0
}

/** A stream that sends its first half and then stays silent. */
const halfOf = (bytes: Buffer, tell: () => void): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length >> 1))
      tell()
    },
  })
