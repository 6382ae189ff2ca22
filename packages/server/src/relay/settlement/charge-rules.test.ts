import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import type { Charged, EndedBy, Known, Log, LogOther } from '@tollgate/contract'
import { estimateInput } from '@tollgate/gateway'
import { type BreakableProtocol, FINAL, PROTOCOLS, RUNNING, SAID } from '../../../test/support/broken-answers.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const NAMES = Object.keys(PROTOCOLS) as (keyof typeof PROTOCOLS)[]
/** For each protocol, a model that shows all its output and one that hides its reasoning. */
const PLAIN = (name: string) => `gpt-4o-${name}`
const HIDDEN: Readonly<Record<string, string>> = {
  chat: 'gpt-5-mini',
  responses: 'o3',
  messages: 'claude-opus-4-1',
  gemini: 'gemini-2.5-pro',
}
const THINKING = { thinking: { type: 'enabled', budget_tokens: 1_024 } }

let upstream: ScriptedUpstream
let gateway: TestGateway
let app: RunningApp
let bearer: string

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  gateway = await startGateway(undefined, async (...given) => {
    app = await buildAppContext(...given)
    return app
  })
  const models = NAMES.flatMap(name => [PLAIN(name), HIDDEN[name] ?? ''])
  for (const name of NAMES) {
    const { channelType: type } = PROTOCOLS[name]
    await gateway.makeChannel({ type, base_url: upstream.url, models: `${PLAIN(name)},${HIDDEN[name]}` })
  }
  for (const [option, ratio] of [
    ['ModelRatio', 1],
    ['CompletionRatio', 4],
  ] as const)
    await gateway.setOption(option, JSON.stringify(Object.fromEntries(models.map(model => [model, ratio]))))
  await gateway.setOption('RetryTimes', 0)
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** What breaks an answer off: what the upstream does at some point, and what the client does. */
interface Break {
  upstream?(response: ServerResponse, protocol: BreakableProtocol): void
  leaves?: boolean
}

const BREAKS: Partial<Record<EndedBy, Break>> = {
  complete: { upstream: (response, { rest }) => response.end(rest) },
  client_during: { leaves: true },
  upstream_closed: { upstream: response => response.destroy() },
  upstream_error: { upstream: (response, { error }) => response.end(error) },
  time_limit: {},
}

const TABLE: Readonly<Record<Known, Charged>> = {
  final_usage: 'reported',
  running_usage: 'so_far',
  visible_text: 'seen',
  nothing: 'free',
}

interface Made {
  id: string
  /** The prompt by our own count. */
  prompt: number
  controller: AbortController
  response: Promise<Response | null>
  /** The upstream's side, once the call has arrived. */
  asked: Promise<ServerResponse>
}

function call(name: keyof typeof PROTOCOLS, model: string, isStream: boolean, more: object = {}): Made {
  const { path, body } = PROTOCOLS[name]
  const id = crypto.randomUUID()
  const controller = new AbortController()
  const text = JSON.stringify({ ...body(model, isStream), ...more })
  const asked = Promise.withResolvers<ServerResponse>()
  upstream.answer = response => asked.resolve(response)
  const response = fetch(gateway.url + path(model, isStream), {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-request-id': id },
    body: text,
    signal: controller.signal,
  }).catch(() => null)
  return { id, prompt: estimateInput(text), controller, response, asked: asked.promise }
}

function begin(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(text)
}

/** Reads this much of an answer. Returns a function that reads the rest. */
async function readSoFar(response: Response | null, length: number) {
  const reader = response?.body?.getReader()
  for (let read = 0; reader && read < length; ) {
    const { value, done } = await reader.read()
    if (done) break
    read += value.length
  }
  return async () => {
    while (reader && !(await reader.read().catch(() => ({ done: true }))).done);
  }
}

async function rowOf(id: string): Promise<Log & { parsed: LogOther }> {
  const rows = await until(
    () => gateway.logsOf(id),
    found => found.length > 0,
    15_000,
  )
  expect(rows).toHaveLength(1)
  const [row] = rows as [Log]
  return { ...row, parsed: JSON.parse(row.other) }
}

/** The estimate for `SAID`. */
const SAID_TOKENS = 10
/** The charged input and output of a plain model. */
const amounts = (charged: Charged, prompt: number, known: Known): [number, number] => {
  switch (charged) {
    case 'reported':
      return [FINAL.input, FINAL.output]
    case 'so_far':
      return [RUNNING.input, SAID_TOKENS]
    case 'seen':
      return [prompt, SAID_TOKENS]
    default:
      return [prompt, known === 'nothing' ? 0 : SAID_TOKENS]
  }
}

async function expectCell(made: Made, endedBy: EndedBy, known: Known, charged: Charged) {
  const { parsed, quota, ...row } = await rowOf(made.id)
  expect(parsed.charge_rule).toEqual({ ended_by: endedBy, known, charged })
  const [input, output] = amounts(charged, made.prompt, known)
  expect(quota).toBe(charged === 'free' ? 0 : input + 4 * output)
  if (charged !== 'free') expect([row.prompt_tokens, row.completion_tokens]).toEqual([input, output])
}

describe.each(NAMES)('an answer in %s', name => {
  const protocol = PROTOCOLS[name]
  const states = (Object.keys(protocol.upTo) as Known[]).filter(known => protocol.upTo[known] !== null)

  for (const [ender, how] of Object.entries(BREAKS) as [EndedBy, Break][]) {
    const reached = ender === 'complete' ? states.slice(0, 1) : states
    test.each(reached)(`streamed, ended by ${ender}, of which %s is known`, async state => {
      if (ender === 'time_limit') await gateway.setOption('relay_setting.idle_timeout_seconds', 1)
      const made = call(name, PLAIN(name), true)
      const sent = protocol.upTo[state] ?? ''
      const answering = await made.asked
      begin(answering, sent)
      const readOn = await readSoFar(await made.response, sent.length)
      how.upstream?.(answering, protocol)
      if (how.leaves) made.controller.abort()
      await readOn()
      if (ender === 'time_limit') await gateway.setOption('relay_setting.idle_timeout_seconds', 300)
      const known = ender === 'complete' ? 'final_usage' : state
      const leavesPrompt = ender === 'client_during' && known === 'nothing'
      await expectCell(made, ender, known, leavesPrompt ? 'prompt' : TABLE[known])
      answering.destroy()
    })
  }

  test.each([true, false])(
    'whose client leaves before its first byte pays for the prompt (streamed: %p)',
    async isStream => {
      const made = call(name, PLAIN(name), isStream)
      const answering = await made.asked
      made.controller.abort()
      await expectCell(made, 'client_before', 'nothing', 'prompt')
      await until(async () => answering.destroyed, Boolean)
    },
  )

  test.each(['visible_text', 'final_usage'] as const)('whole and complete, of which %s is known', async known => {
    const made = call(name, PLAIN(name), false)
    answerJson(await made.asked, 200, protocol.whole[known])
    await (await made.response)?.text()
    await expectCell(made, 'complete', known, TABLE[known])
  })

  test('whole, if its upstream breaks it off in any way, is free', async () => {
    for (const [ender, breakOff] of [
      ['upstream_error', (response: ServerResponse) => answerJson(response, 500, { error: { message: 'no' } })],
      ['upstream_closed', cutShort],
    ] as const) {
      const made = call(name, PLAIN(name), false)
      breakOff(await made.asked)
      await (await made.response)?.text()
      await expectCell(made, ender, 'nothing', 'free')
    }
  })

  test('streamed by a model that hides its reasoning is read on for its usage when its client leaves', async () => {
    const made = call(name, HIDDEN[name] ?? '', true, name === 'messages' ? THINKING : {})
    const sent = protocol.upTo.visible_text ?? ''
    const answering = await made.asked
    begin(answering, sent)
    await readSoFar(await made.response, sent.length)
    made.controller.abort()
    await leftIsSeen()
    expect(await gateway.logsOf(made.id)).toEqual([])
    answering.write(protocol.rest)
    await expectCell(made, 'client_during', 'final_usage', 'reported')
    answering.destroy()
  })

  test.each([true, false])(
    'of a model that hides its reasoning is read on when its client leaves early (streamed: %p)',
    async isStream => {
      const made = call(name, HIDDEN[name] ?? '', isStream, name === 'messages' ? THINKING : {})
      const answering = await made.asked
      made.controller.abort()
      await leftIsSeen()
      if (isStream) {
        begin(answering, protocol.upTo.visible_text ?? '')
        answering.end(protocol.rest)
      } else answerJson(answering, 200, protocol.whole.final_usage)
      await expectCell(made, 'client_before', 'final_usage', 'reported')
    },
  )

  test.each([true, false])(
    'of a model that hides its reasoning is charged by time if no usage comes (streamed: %p)',
    async isStream => {
      await gateway.setOption('relay_setting.read_on_seconds', 1)
      const made = call(name, HIDDEN[name] ?? '', isStream, name === 'messages' ? THINKING : {})
      const answering = await made.asked
      made.controller.abort()
      const { parsed, quota, prompt_tokens, completion_tokens } = await rowOf(made.id)
      await gateway.setOption('relay_setting.read_on_seconds', 60)
      expect(parsed.charge_rule).toEqual({ ended_by: 'client_before', known: 'nothing', charged: 'time' })
      expect(parsed.usage_source).toBe('estimated')
      expect(prompt_tokens).toBe(made.prompt)
      // fifty tokens for each second; more on a slow machine
      expect(completion_tokens).toBeGreaterThanOrEqual(50)
      expect(parsed.reasoning_tokens).toBe(completion_tokens)
      expect(quota).toBe(prompt_tokens + 4 * completion_tokens)
      await until(async () => answering.destroyed, Boolean)
    },
  )
})

/** Must come last: it stops the server. */
test('an answer that a stopping server cuts off is charged for what was delivered', async () => {
  const runs = []
  for (const name of NAMES) {
    for (const [known, sent] of Object.entries(PROTOCOLS[name].upTo) as [Known, string | null][]) {
      if (sent === null) continue
      const made = call(name, PLAIN(name), true)
      begin(await made.asked, sent)
      runs.push({ made, known, readOn: await readSoFar(await made.response, sent.length) })
    }
  }
  const thinking = call('chat', HIDDEN.chat ?? '', true)
  const sent = PROTOCOLS.chat.upTo.visible_text ?? ''
  begin(await thinking.asked, sent)
  await readSoFar(await thinking.response, sent.length)
  thinking.controller.abort()
  await leftIsSeen()

  let isDrained = false
  const drained = app.relay.inFlight.close().then(() => {
    isDrained = true
  })
  // The server also waits for an answer that is read on without its client.
  expect(isDrained).toBe(false)
  app.relay.inFlight.cutOff()
  await drained
  const { parsed } = await rowOf(thinking.id)
  expect(parsed.charge_rule).toEqual({ ended_by: 'client_during', known: 'visible_text', charged: 'time' })
  for (const { made, known, readOn } of runs) {
    await readOn()
    await expectCell(made, 'drain', known, TABLE[known])
  }
})

/** Sends half of what it announces. */
function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
  response.write(`{"said":${JSON.stringify(SAID)}`, () => response.destroy())
}

/** Makes calls over new connections; once they are answered, the gateway has noticed that a client left. */
async function leftIsSeen(): Promise<void> {
  for (let time = 0; time < 5; time++) await fetch(`${gateway.url}/api/status`, { headers: { connection: 'close' } })
}
