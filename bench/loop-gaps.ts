import { gzipSync } from 'node:zlib'
import { say } from '../scripts/lib/script.mjs'
import { benchModel } from './lib/bodies.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import { gapDuring } from './lib/loop-gap.ts'
import type { Outcome, Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'
import { type hostileAnswers, startHostileUpstream } from './tools/hostile-upstream.ts'

const MOST_MS = 50
const MIB = 2 ** 20
const ROUNDS = 2

interface Input {
  name: string
  path?: string
  /** The request; absent: a small one. */
  body?: () => Uint8Array | string
  gzipped?: boolean
  /** The name of the upstream's answer; absent: a short answer. */
  answer?: keyof typeof hostileAnswers
}

const CHAT = '/v1/chat/completions'
const MESSAGES = '/v1/messages'
const COUNT = '/v1/messages/count_tokens'

/** A request with one message of any length. */
const asking = (content: string, more = ''): string =>
  `{"model":"${benchModel}","max_tokens":9,"messages":[{"role":"user","content":"${content}"}]${more}}`
const words = (bytes: number): string => 'to and fro '.repeat(bytes / 11)

const inputs: Input[] = [
  { name: 'an error of 60,000 spaces', answer: 'spaces' },
  { name: '60 MiB of words, gzipped, to be counted', path: COUNT, body: () => asking(words(60 * MIB)), gzipped: true },
  { name: '60 MiB of words, gzipped, to be answered', body: () => asking(words(60 * MIB)), gzipped: true },
  { name: '60 MiB of escaped quotes, to be counted', path: COUNT, body: () => asking('\\"'.repeat(30 * MIB)) },
  { name: '1,900,000 escaped quotes', body: () => asking('\\"'.repeat(1_900_000)) },
  { name: '4 million members', body: () => asking('', `,"x":{${'"a":1,'.repeat(4_000_000)}"b":1}`) },
  { name: '4 million members at the top', body: () => asking('', `${',"a":1'.repeat(4_000_000)}`) },
  { name: '100,000 levels', body: () => asking('', `,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
  { name: '30 million brackets', body: () => asking('', `,"x":${'['.repeat(30 * MIB)}`) },
  { name: '60 MiB of spaces', body: () => asking('', `,"x":[${' '.repeat(60 * MIB)}]`) },
  {
    name: '60 MiB of spaces, to be converted',
    path: MESSAGES,
    body: () => asking('', `,"x":[${' '.repeat(60 * MIB)}]`),
  },
  { name: '900,000 numbers', body: () => asking('', `,"x":[${'1,'.repeat(900_000)}1]`) },
  {
    name: '900,000 numbers, to be converted',
    path: MESSAGES,
    body: () => asking('', `,"x":[${'1,'.repeat(900_000)}1]`),
  },
  {
    name: '45,000 names, each another, to be converted',
    path: MESSAGES,
    body: () => asking('', `,"x":{${Array.from({ length: 45_000 }, (_, index) => `"n${index}":1`)}}`),
  },
  { name: '4 MiB of words, to be converted', path: MESSAGES, body: () => asking(words(4 * MIB)) },
  { name: '16 MiB of words, to be converted', path: MESSAGES, body: () => asking(words(16 * MIB)) },
  { name: 'a stream of newlines', body: () => asking('Go on', ',"stream":true'), answer: 'newlines' },
  { name: 'a stream of comments', body: () => asking('Go on', ',"stream":true'), answer: 'comments' },
  { name: 'a stream of empty events', body: () => asking('Go on', ',"stream":true'), answer: 'emptyEvents' },
  { name: 'a stream of small events', body: () => asking('Go on', ',"stream":true'), answer: 'smallEvents' },
  {
    name: 'a stream of small events, converted',
    path: MESSAGES,
    body: () => asking('Go on', ',"stream":true'),
    answer: 'smallEvents',
  },
  { name: 'an answer of 4 million members', answer: 'members' },
  { name: 'an answer of 4 million members, converted', path: MESSAGES, answer: 'members' },
  { name: 'an answer of 100,000 levels', answer: 'levels' },
]

export const loopGaps: Scenario = {
  name: 'loop-gaps',
  title: 'The longest a hostile input holds up all other calls',
  async run({ stage }) {
    const upstream = startHostileUpstream()
    const gateway = await startGateway(stage, { program: 'watched', provider: upstream.port })
    try {
      // excludes what is compiled and started for the first call of each kind
      await measure(gateway, upstream, { name: 'warm-up', body: () => asking(words(MIB)) })
      await measure(gateway, upstream, { name: 'warm-up', path: MESSAGES, body: () => asking(words(MIB)) })
      const rows: Row[] = []
      for (const input of inputs) {
        say(`${input.name} …`)
        const rounds: Row[] = []
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(gateway, upstream, input))
        rows.push(rounds.reduce((worst, row) => (row.gapMs > worst.gapMs ? row : worst)))
      }
      return outcomeOf(rows)
    } finally {
      await gateway.stop()
      upstream.stop()
    }
  },
}

interface Row {
  name: string
  status: number
  seconds: number
  gapMs: number
  workMs: number
}

async function measure(
  { process: watched, port, bearer }: Gateway,
  upstream: ReturnType<typeof startHostileUpstream>,
  { name, path = CHAT, body = () => asking('Hello'), gzipped, answer }: Input,
): Promise<Row> {
  upstream.answer = answer ?? 'short'
  const sent = gzipped ? gzipSync(body()) : body()
  const call = () =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...(gzipped && { 'content-encoding': 'gzip' }) },
      body: sent as BodyInit,
    })
  return { name, ...(await gapDuring(watched, call)) }
}

function outcomeOf(rows: Row[]): Outcome {
  const cells = rows.map(({ name, status, seconds, gapMs, workMs }) => [
    name,
    String(status),
    rounded(seconds),
    rounded(gapMs),
    rounded(workMs),
  ])
  return {
    table: [['', 'status', 'seconds', 'largest gap, ms', 'worked in one, ms'], ...cells],
    findings: rows.map(({ name, gapMs }) => ({
      name: `largest gap, ${name}`,
      value: gapMs,
      unit: 'ms',
      aim: { atMost: MOST_MS },
    })),
    measured: rows,
  }
}
