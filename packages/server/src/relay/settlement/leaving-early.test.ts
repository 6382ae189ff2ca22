import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import type { Log, LogOther } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'

const SAID = 'The gate stands open till the evening bell.'
const data = (...events: (object | string)[]) =>
  events.map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
const chat = (delta: object, more: object = {}, finish_reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})
const counted = (completion_tokens: number) => ({ usage: { prompt_tokens: 100, completion_tokens } })
const gemini = (text: string, thoughtsTokenCount: number, finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason }],
  usageMetadata: {
    promptTokenCount: 100,
    candidatesTokenCount: 10,
    thoughtsTokenCount,
    totalTokenCount: 110 + thoughtsTokenCount,
  },
})
const chatFinish = data(chat({}, {}, 'stop'))
const chatUsage = data({ id: 'c', choices: [], ...counted(5_000) }, '[DONE]')

/** By our estimate. */
const IMAGE_TOKENS = 2_000

/** The client's name of each model, and its upstream's. */
const CHAT = { 'gpt-5-pro': 'gpt-4o', fast: 'gpt-5.2-pro', plain: 'gpt-4o', unlisted: 'brand-new-1' }
const GEMINI = { 'gemini-pro-latest': 'gemini-pro-latest' }

for (const { kind, open } of databases()) {
  describe(`a client that leaves a stream, on ${kind}`, () => {
    let database: TestDatabase
    let upstream: ScriptedUpstream
    let gateway: TestGateway
    let bearer: string

    beforeAll(async () => {
      upstream = await startScriptedUpstream()
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL)
      for (const [type, models] of [
        [1, CHAT],
        [24, GEMINI],
      ] as const)
        await gateway.makeChannel({
          type,
          base_url: upstream.url,
          models: Object.keys(models).join(','),
          model_mapping: JSON.stringify(models),
        })
      const ones = JSON.stringify(Object.fromEntries(Object.keys({ ...CHAT, ...GEMINI }).map(model => [model, 1])))
      await gateway.setOption('ModelRatio', ones)
      await gateway.setOption('CompletionRatio', ones)
      bearer = (await gateway.makeToken()).bearer
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    /** Calls, reads what the upstream sent, leaves, and returns the upstream's side. */
    async function leave(model: string, path: string, sent: string, more: object = {}) {
      const id = crypto.randomUUID()
      const controller = new AbortController()
      const asked = Promise.withResolvers<ServerResponse>()
      upstream.answer = response => asked.resolve(response)
      const calling = fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify(
          path.startsWith('/v1beta')
            ? { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
            : { model, stream: true, max_tokens: 10_000, messages: [{ role: 'user', content: 'Hi' }], ...more },
        ),
        signal: controller.signal,
      })
      const answering = await asked.promise
      answering.writeHead(200, { 'content-type': 'text/event-stream' })
      answering.write(sent)
      const reader = (await calling).body?.getReader()
      let heard = ''
      while (!heard.includes('evening bell')) heard += new TextDecoder().decode((await reader?.read())?.value)
      controller.abort()
      return { id, answering }
    }
    async function rowOf(id: string): Promise<Log & { charged: string | undefined }> {
      const [row] = await until(
        () => gateway.logsOf(id),
        found => found.length > 0,
        15_000,
      )
      if (!row) throw new Error('no row')
      return { ...row, charged: (JSON.parse(row.other) as LogOther).charge_rule?.charged }
    }
    const isHungUp = (answering: ServerResponse) => until(async () => answering.destroyed, Boolean)

    test.each(['plain', 'unlisted', 'fast'])('of %s after its finish pays the usage that follows', async model => {
      const { id, answering } = await leave(model, '/v1/chat/completions', data(chat({ content: SAID })) + chatFinish)
      // nothing is charged before the usage arrives
      for (let time = 0; time < 5; time++)
        await fetch(`${gateway.url}/api/status`, { headers: { connection: 'close' } })
      expect(await gateway.logsOf(id)).toEqual([])
      answering.write(chatUsage)
      expect(await rowOf(id)).toMatchObject({ charged: 'reported', completion_tokens: 5_000 })
    })

    test.each(['plain', 'unlisted'])('of %s in Messages over a Chat upstream does so as well', async model => {
      const { id, answering } = await leave(model, '/v1/messages', data(chat({ content: SAID })) + chatFinish)
      for (let time = 0; time < 5; time++)
        await fetch(`${gateway.url}/api/status`, { headers: { connection: 'close' } })
      expect(await gateway.logsOf(id)).toEqual([])
      answering.write(chatUsage)
      expect(await rowOf(id)).toMatchObject({ charged: 'reported', completion_tokens: 5_000 })
    })

    test.each(['/v1/chat/completions', '/v1beta/models/gemini-pro-latest:streamGenerateContent?alt=sse'])(
      'of a host that reports a running count of its thoughts, at %s, pays that count, and the call ends upstream',
      async path => {
        const { id, answering } = await leave('gemini-pro-latest', path, data(gemini(SAID, 300)))
        expect(await rowOf(id)).toMatchObject({ charged: 'so_far', prompt_tokens: 100, completion_tokens: 310 })
        await isHungUp(answering)
      },
    )

    test('of a Chat host that reports a running count pays that count, whatever the model', async () => {
      const { id, answering } = await leave('fast', '/v1/chat/completions', data(chat({ content: SAID }, counted(90))))
      expect(await rowOf(id)).toMatchObject({ charged: 'so_far', prompt_tokens: 100, completion_tokens: 90 })
      await isHungUp(answering)
    })

    test('of an unknown model that has shown its reasoning pays what was seen', async () => {
      const sent = data(chat({ reasoning_content: 'Hm' }), chat({ content: SAID }))
      const { id, answering } = await leave('unlisted', '/v1/chat/completions', sent)
      expect(await rowOf(id)).toMatchObject({ charged: 'seen' })
      await isHungUp(answering)
    })

    test('of an unknown model without any sign of its reasoning is read on for its usage', async () => {
      const { id, answering } = await leave('unlisted', '/v1/chat/completions', data(chat({ content: SAID })))
      answering.write(chatFinish + chatUsage)
      expect(await rowOf(id)).toMatchObject({ charged: 'reported', completion_tokens: 5_000 })
    })

    test('of a model that shows all its output is read on for the predicted tokens that it did not use', async () => {
      const prediction = { type: 'content', content: 'The door is shut.' }
      const { id, answering } = await leave(
        ...(['plain', '/v1/chat/completions', data(chat({ content: SAID })), { prediction }] as const),
      )
      for (let time = 0; time < 5; time++)
        await fetch(`${gateway.url}/api/status`, { headers: { connection: 'close' } })
      expect(await gateway.logsOf(id)).toEqual([])
      answering.write(chatFinish + chatUsage)
      expect(await rowOf(id)).toMatchObject({ charged: 'reported', completion_tokens: 5_000 })
    })

    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
    const shown = data(chat({ images: [image] }), chat({ content: SAID }))

    test('of a model that shows all its output is read on for its usage once an image has come', async () => {
      const { id, answering } = await leave('plain', '/v1/chat/completions', shown)
      answering.write(chatFinish + chatUsage)
      expect(await rowOf(id)).toMatchObject({ charged: 'reported', completion_tokens: 5_000 })
    })

    test('with an image that no usage counts still pays for it', async () => {
      const { id, answering } = await leave('plain', '/v1/chat/completions', shown)
      answering.destroy()
      const { charged, completion_tokens, other } = await rowOf(id)
      expect(charged).toBe('seen')
      expect(completion_tokens).toBeGreaterThan(IMAGE_TOKENS)
      expect(JSON.parse(other)).toMatchObject({ image_output: IMAGE_TOKENS })
    })

    test.each([
      ['gpt-5-pro', 'seen'],
      ['fast', 'time'],
    ])('of %s is charged by the model its upstream runs, not by its alias: %s', async (model, charged) => {
      await gateway.setOption('relay_setting.read_on_seconds', 1)
      const { id } = await leave(model, '/v1/chat/completions', data(chat({ content: SAID })))
      expect(await rowOf(id)).toMatchObject({ charged })
      await gateway.setOption('relay_setting.read_on_seconds', 60)
    })
  })
}
