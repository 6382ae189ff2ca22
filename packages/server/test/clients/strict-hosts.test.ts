import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  type ConversingUpstream,
  type SpokenDialectName,
  spokenDialects,
  startConversingUpstream,
} from '../support/conversing-upstream/index.ts'
import { RESULTS, STEPS } from '../support/conversing-upstream/script.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { strictHosts } from '../support/strict-hosts/index.ts'
import { clients } from './index.ts'

const names = Object.keys(spokenDialects) as SpokenDialectName[] // the table's own keys
const upstreams = {} as Record<SpokenDialectName, ConversingUpstream> // filled before any test
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  for (const name of names) {
    upstreams[name] = startConversingUpstream(spokenDialects[name], strictHosts[name])
    await gateway.makeChannel(upstreams[name].channel)
  }
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  for (const name of names) await upstreams[name].stop()
})

/**
 * In streams it adds `parsed_arguments` to what it sends back, which OpenAI refuses.
 * https://github.com/openai/openai-python/issues/2720
 */
const ADDS_MEMBERS = 'openai, responses'

// `npm run clients` is the long form, with command-line agents.
test.each(clients.flatMap(client => names.map(name => [client.name, name, client] as const)))(
  '%s holds its conversation with a host of %s that refuses unknown fields',
  async (_, name, client) => {
    const { model } = upstreams[name]
    const isStream = !client.name.startsWith(ADDS_MEMBERS)
    const conversation = client.begin({ url: gateway.url, bearer }, isStream)
    await conversation.send(model)
    await conversation.send(model, RESULTS[0])
    expect((await conversation.send(model, RESULTS[1])).text).toBe(STEPS[2].text)
  },
)
