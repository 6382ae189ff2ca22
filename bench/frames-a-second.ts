import { type DialectId, dialects } from '../packages/gateway/src/dialects/index.ts'
import { type AnswerEvent, context, readRecordings } from '../packages/gateway/src/dialects/laws/index.ts'
import { converted } from '../packages/gateway/src/passage/index.ts'
import { splitSse } from '../packages/gateway/src/stage/sse.ts'
import { median } from './lib/results.ts'
import type { Finding, Outcome, Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'

const AIM = { atLeast: 100_000 }
const WARM_UP_ROUNDS = 3
const MEASURED_ROUNDS = 5
const SLICE_MS = 150
const PIECES_OF_LONG_ANSWER = 300

const ids = Object.keys(dialects) as DialectId[] // the registry's own keys

/** A stream as its frames' bytes: each comes on its own, which is the most work. */
type Frames = Uint8Array[]

/** What is played, by the dialect of the upstream. */
const programmes: { name: string; streamsOf(upstream: DialectId): Frames[] }[] = [
  { name: `an answer in ${PIECES_OF_LONG_ANSWER} pieces`, streamsOf: upstream => [longAnswer(upstream)] },
  { name: 'our recordings, 2 to 13 frames each', streamsOf: ownRecordings },
]

export const framesASecond: Scenario = {
  name: 'frames-a-second',
  title: 'Frames a second through reading, writing and encoding on one core: upstreams down, clients across',
  async run() {
    const outcomes = programmes.map(({ name, streamsOf }) => outcomeOf(name, ratesOf(streamsOf)))
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

/** The median of each pair's turns; pairs take turns, so that all see the same machine and the same compiled code. */
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

function framesPerSecond(upstream: DialectId, client: DialectId, streams: Frames[]): number {
  const start = performance.now()
  let frames = 0
  while (performance.now() - start < SLICE_MS) {
    for (const stream of streams) {
      play(stream, upstream, client)
      frames += stream.length
    }
  }
  return (frames / (performance.now() - start)) * 1000
}

function play(stream: Frames, upstream: DialectId, client: DialectId): void {
  const follower = converted({
    customTools: new Set(),
    client: dialects[client],
    upstream: dialects[upstream],
    framing: splitSse,
    answer: context,
    losses: [],
  }).stream('text/event-stream')
  for (const frame of stream) follower.push(frame)
  follower.end()
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

/** Those of real traffic have no quirk. */
function ownRecordings(upstream: DialectId): Frames[] {
  return readRecordings()
    .filter(({ quirk, dialect }) => quirk !== null && dialect === upstream)
    .flatMap(({ stream }) => (stream ? [new TextDecoder().decode(stream)] : []))
    .filter(text => !text.startsWith('['))
    .map(framesOf)
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
