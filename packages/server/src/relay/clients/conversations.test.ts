import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ConversingUpstream,
  type SpokenDialectName,
  spokenDialects,
  startConversingUpstream,
} from '../../testing/conversing-upstream/index.ts'
import { RESULTS, STEPS, type Step, TOKENS } from '../../testing/conversing-upstream/script.ts'
import { startGateway, type TestGateway } from '../../testing/gateway.ts'
import type { Conversation, Heard } from './client.ts'
import { clients } from './index.ts'

const names = Object.keys(spokenDialects) as SpokenDialectName[] // the table's own keys
const upstreams = new Map<SpokenDialectName, ConversingUpstream>()
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  for (const name of names) {
    const upstream = startConversingUpstream(name)
    upstreams.set(name, upstream)
    await gateway.makeChannel(upstream.channel)
  }
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  for (const upstream of upstreams.values()) await upstream.stop()
})

const modelOf = (name: SpokenDialectName): string => spokenDialects[name].model

/** What every client must have understood of a step. */
const said = ({ thought, text, calls }: Step): Heard => ({
  thought,
  text,
  calls: [...calls],
  finish: calls.length > 0 ? 'calls' : 'stop',
  tokens: { input: TOKENS.input, output: TOKENS.output },
})

/** A whole conversation; each step may be answered by another model. */
async function converse(conversation: Conversation, [first, second, third]: readonly SpokenDialectName[]) {
  return [
    await conversation.ask(modelOf(first as SpokenDialectName)),
    await conversation.ask(modelOf(second as SpokenDialectName), RESULTS[0]),
    await conversation.ask(modelOf(third as SpokenDialectName), RESULTS[1]),
  ]
}

describe.each(clients)('$name', client => {
  describe.each(['whole', 'streamed'])('%s', manner => {
    test.each(names)('thinks, calls tools in parallel and again, and is answered by %s', async name => {
      const conversation = client.begin({ url: gateway.url, bearer }, manner === 'streamed')
      expect(await converse(conversation, [name, name, name])).toEqual(STEPS.map(said))
    })
  })
})
