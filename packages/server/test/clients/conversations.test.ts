import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ConversingUpstream,
  type SpokenDialectName,
  spokenDialects,
  startConversingUpstream,
} from '../support/conversing-upstream/index.ts'
import { FOLLOW_UP, RESULTS, STEPS, type Step, signatureOf, TOKENS } from '../support/conversing-upstream/script.ts'
import type { SpokenDialect } from '../support/conversing-upstream/spoken-dialect.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import type { Client, Understood } from './client.ts'
import { clients } from './index.ts'

const names = Object.keys(spokenDialects) as SpokenDialectName[] // the table's own keys
const upstreams = {} as Record<SpokenDialectName, ConversingUpstream> // filled before any test
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  for (const name of names) {
    upstreams[name] = startConversingUpstream(spokenDialects[name])
    await gateway.makeChannel(upstreams[name].channel)
  }
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  for (const name of names) await upstreams[name].stop()
})

/** What every client must read from a step. */
const said = ({ thought, text, calls }: Step): Understood => ({
  thought,
  text,
  calls: [...calls],
  finish: calls.length > 0 ? 'calls' : 'stop',
  tokens: { input: TOKENS.input, output: TOKENS.output },
})

/**
 * Plays a whole conversation, each step with the given upstream. Returns everything the client read, and how to
 * continue.
 */
async function converse(client: Client, manner: Manner, answering: Record<0 | 1 | 2, SpokenDialectName>) {
  const conversation = client.begin({ url: gateway.url, bearer }, manner === 'streamed')
  const understood = [
    await conversation.send(upstreams[answering[0]].model),
    await conversation.send(upstreams[answering[1]].model, RESULTS[0]),
    await conversation.send(upstreams[answering[2]].model, RESULTS[1]),
  ]
  return { understood, goOn: (at: SpokenDialectName) => conversation.send(upstreams[at].model, [], FOLLOW_UP) }
}

type Manner = 'whole' | 'streamed'
const MANNERS: readonly Manner[] = ['whole', 'streamed']

/** Whether a client returns an upstream's signatures to that upstream. */
function returnsSignatures(
  { dropsSignedThoughts: drops }: Client,
  manner: Manner,
  upstream: SpokenDialectName,
): boolean {
  const { signs }: SpokenDialect = spokenDialects[upstream]
  return signs === 'calls' || (signs === 'thoughts' && drops !== 'always' && drops !== manner)
}

/** The same for the signature of the last text. */
function returnsSignedTexts({ dropsSignedTexts: drops }: Client, manner: Manner, upstream: SpokenDialectName): boolean {
  const { signsTexts }: SpokenDialect = spokenDialects[upstream]
  return signsTexts === true && drops !== 'always' && drops !== manner
}

/** The steps signed by one upstream whose signatures appear in the last request to this or another upstream. */
const signaturesIn = (receiver: SpokenDialectName, maker: SpokenDialectName): number[] =>
  [...STEPS.keys()].filter(step => upstreams[receiver].requests.at(-1)?.body.includes(signatureOf(maker, step)))

describe.each(clients)('$name', client => {
  describe.each(MANNERS)('%s', manner => {
    test.each(names)('thinks, calls tools in parallel and again, and is answered by %s', async name => {
      const { understood, goOn } = await converse(client, manner, [name, name, name])
      expect(understood).toEqual(STEPS.map(said))
      const returned = returnsSignatures(client, manner, name) ? [0, 1] : []
      expect(signaturesIn(name, name)).toEqual(returned)

      expect(await goOn(name)).toEqual(said(STEPS[2]))
      expect(signaturesIn(name, name)).toEqual(returnsSignedTexts(client, manner, name) ? [...returned, 2] : returned)
    })

    const moves = names.flatMap(home => names.filter(other => other !== home).map(other => [home, other] as const))
    test.each(moves)('continues from %s at %s and returns', async (home, other) => {
      const { understood } = await converse(client, manner, [home, other, home])
      expect(understood).toEqual(STEPS.map(said))
      expect(signaturesIn(home, home)).toEqual(returnsSignatures(client, manner, home) ? [0] : [])
      expect([signaturesIn(other, home), signaturesIn(home, other)]).toEqual([[], []])
    })
  })
})
