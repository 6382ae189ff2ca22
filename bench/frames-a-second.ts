import { type DialectId, dialects } from '../packages/gateway/src/protocols/index.ts'
import { type AnswerEvent, context, readRecordings } from '../packages/gateway/src/protocols/laws/index.ts'
import { converted } from '../packages/gateway/src/response-pipeline/index.ts'
import { splitSse } from '../packages/gateway/src/stage/sse.ts'
import { median } from './lib/figures.ts'
import type { Finding, Outcome, Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'

const AIM = { atLeast: 100_000 }
const WARM_UP_ROUNDS = 3
const MEASURED_ROUNDS = 5
const SLICE_MS = 150
const PIECES_OF_LONG_ANSWER = 300

const ids = Object.keys(dialects) as DialectId[] // the registry's own keys

/** A stream as the bytes of its frames. Each arrives separately, which is the most work. */
type Frames = Uint8Array[]

export const framesASecond: Scenario = {
  name: 'frames-a-second',
  title: 'Frames through reading, writing and encoding in a second of CPU: upstreams down, clients across',
  async run() {
    const recorded = ownRecordings()
    const outcomes = [
      outcomeOf(
        `an answer in ${PIECES_OF_LONG_ANSWER} pieces`,
        ratesOf(upstream => [longAnswer(upstream)]),
      ),
      outcomeOf(
        'our recordings, 2 to 13 frames each',
        ratesOf(upstream => recorded.get(upstream) ?? []),
      ),
    ]
    return {
      table: outcomes.flatMap(({ table }) => table),
      findings: outcomes.flatMap(({ findings }) => findings),
      measured: outcomes.map(({ measured }) => measured),
    }
  },
}

interface Rate {
  upstream: DialectId
  client: DialectId
  framesPerSecond: number
}

/** The median rate of each pair. Pairs take turns, so that all see the same machine and the same compiled code. */
function ratesOf(streamsOf: (upstream: DialectId) => Frames[]): Rate[] {
  const pairs = ids.flatMap(upstream => {
    const streams = streamsOf(upstream)
    return ids.map(client => ({ upstream, client, streams, turns: [] as number[] }))
  })
  for (let round = 0; round < WARM_UP_ROUNDS + MEASURED_ROUNDS; round++) {
    for (const { upstream, client, streams, turns } of pairs) turns.push(framesPerSecond(upstream, client, streams))
  }
  return pairs.map(({ upstream, client, turns }) => {
    return { upstream, client, framesPerSecond: median(turns.slice(WARM_UP_ROUNDS)) }
  })
}

/** Measured in CPU time, so that other work on the machine counts little. Includes compiling and garbage collection. */
function framesPerSecond(upstream: DialectId, client: DialectId, streams: Frames[]): number {
  const [start, before] = [performance.now(), process.cpuUsage()]
  let frames = 0
  while (performance.now() - start < SLICE_MS) {
    for (const stream of streams) {
      play(stream, upstream, client)
      frames += stream.length
    }
  }
  const { user, system } = process.cpuUsage(before)
  return (frames / (user + system)) * 1_000_000
}

function play(stream: Frames, upstream: DialectId, client: DialectId): void {
  const observer = converted({
    customTools: new Set(),
    client: dialects[client],
    upstream: dialects[upstream],
    framing: splitSse,
    answer: context,
    losses: [],
  }).stream('text/event-stream')
  for (const frame of stream) observer.push(frame)
  observer.end()
}

function longAnswer(upstream: DialectId): Frames {
  const pieces = Array.from({ length: PIECES_OF_LONG_ANSWER }, (_, at) => ({ type: 'delta', index: 0, text: ` ${at}` }))
  const events = [
    { type: 'start', id: 'answer-1', model: 'model-1', created: 1 },
    { type: 'open', index: 0, part: { type: 'text' } },
    ...pieces,
    { type: 'close', index: 0 },
    { type: 'finish', reason: 'stop', usage: null },
  ] as AnswerEvent[]
  const writer = dialects[upstream].writeStream(context)
  return framesOf([...events.flatMap(event => writer.push(event)), ...writer.end()].join(''))
}

/** Recordings in server-sent events, by the upstream's dialect. Recordings of real traffic have no quirk. */
function ownRecordings(): Map<string, Frames[]> {
  const sent = readRecordings().flatMap(({ quirk, dialect, stream }) => {
    const text = quirk !== null && stream ? new TextDecoder().decode(stream) : ''
    return text.startsWith('data:') || text.startsWith('event:') ? [{ dialect, frames: framesOf(text) }] : []
  })
  return new Map(ids.map(id => [id, sent.filter(({ dialect }) => dialect === id).map(({ frames }) => frames)]))
}

const framesOf = (text: string): Frames => text.split(/(?<=\n\n)/).map(frame => new TextEncoder().encode(frame))

function outcomeOf(name: string, rates: Rate[]): Outcome {
  const rateOf = (upstream: DialectId, client: DialectId) =>
    rates.find(rate => rate.upstream === upstream && rate.client === client)?.framesPerSecond ?? Number.NaN
  const rows = ids.map(upstream => [upstream, ...ids.map(client => rounded(rateOf(upstream, client)))])
  const slowest = Math.min(...rates.map(rate => rate.framesPerSecond))
  const finding: Finding = {
    name: `frames a second of the slowest pair, ${name}`,
    value: slowest,
    unit: '/s',
    aim: AIM,
  }
  return { table: [[name, ...ids], ...rows], findings: [finding], measured: { name, rates } }
}
