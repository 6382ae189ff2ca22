import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { GoogleGenAI, type Interactions } from '@google/genai'
import { ROLE, type Token } from '@tollgate/contract'
import { claude, SIGNATURE } from '../../../../test/support/claude-answer.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { until } from '../../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../../test/support/wire-upstream.ts'
import { buildAppContext, type RunningApp } from '../../../start/build-app-context.ts'

const MODEL = 'claude-sonnet-4-5'

/** Prompts that make the upstream refuse, or break a stream off after its first text. */
const REFUSE = 'Refuse this'
const BREAK = 'Break this off'

const overloaded = (type: string) => ({ type: 'error', error: { type, message: 'Not today' } })

/** A stream that breaks off in its first block, once its client has read something. */
function breaking(stream: string, isRead: Promise<void>): Response {
  const frames = [
    stream.slice(0, stream.indexOf('event: content_block_stop')),
    `event: error\ndata: ${JSON.stringify(overloaded('overloaded_error'))}\n\n`,
  ]
  const body = new ReadableStream({
    async pull(controller) {
      if (frames.length === 1) await isRead
      controller.enqueue(new TextEncoder().encode(frames.shift()))
      if (frames.length === 0) controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

for (const { kind, open } of databases()) {
  describe(`interactions on ${kind}`, () => {
    let database: TestDatabase
    let gateway: TestGateway
    let app: RunningApp
    let upstream: WireUpstream
    let bearer: string
    let client: GoogleGenAI
    /** Another user's key. */
    let stranger: string
    let held: PromiseWithResolvers<void> | null = null
    const read = Promise.withResolvers<void>()

    const sent = () => upstream.lastJson() as { messages: { role: string; content: unknown }[] }
    type Asked = Partial<Interactions.CreateModelInteractionParamsNonStreaming>
    const ask = (members: Asked = {}) =>
      client.interactions.create({ model: MODEL, input: 'Hi', ...members, stream: false })
    const raw = (method: string, path: string, body?: object, key = bearer) =>
      fetch(`${gateway.url}/v1beta/interactions${path}`, {
        method,
        headers: { 'x-goog-api-key': key },
        ...(body && { body: JSON.stringify(body) }),
      })

    beforeAll(async () => {
      upstream = startWireUpstream({
        async '/v1/messages'(received) {
          await held?.promise
          if (received.body.includes(REFUSE)) return Response.json(overloaded('invalid_request_error'), { status: 400 })
          if (received.body.includes(BREAK)) return breaking(await claude(received).text(), read.promise)
          return claude(received)
        },
      })
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL, async (...building) => {
        app = await buildAppContext(...building)
        return app
      })
      await gateway.makeChannel({ type: 14, models: MODEL, base_url: upstream.url })
      bearer = (await gateway.makeToken()).bearer
      client = new GoogleGenAI({ apiKey: bearer, httpOptions: { baseUrl: gateway.url } })
      stranger = await strangersToken()
    })

    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    async function strangersToken(): Promise<string> {
      const user = await signUp(app, ROLE.user)
      const body = { name: 'stranger', unlimited_quota: true }
      const [token] = await user.consoleCall<Token[]>(gateway.url, 'POST', '/api/token/', body)
      return `sk-${token?.key}`
    }

    test('an interaction has its steps and usage', async () => {
      const interaction = await ask()
      expect(interaction).toMatchObject({
        object: 'interaction',
        model: MODEL,
        status: 'completed',
        output_text: '1 messages',
        steps: [
          { type: 'thought', summary: [{ type: 'text', text: 'hm' }] },
          { type: 'model_output', content: [{ type: 'text', text: '1 messages' }] },
        ],
        usage: { total_input_tokens: 20, total_output_tokens: 10, total_tokens: 30 },
      })
      expect(interaction.id).toMatch(/^int_[0-9a-f]{32}$/)
      expect(interaction.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    })

    test('one continues another with its content, including signatures', async () => {
      const first = await ask()
      const second = await ask({ previous_interaction_id: first.id, input: [{ type: 'text', text: 'And now?' }] })
      expect(second).toMatchObject({ previous_interaction_id: first.id, output_text: '3 messages' })
      expect(sent().messages[1]?.content).toEqual([
        { type: 'thinking', thinking: 'hm', signature: SIGNATURE },
        { type: 'text', text: '1 messages' },
      ])
      expect((await ask({ previous_interaction_id: second.id })).output_text).toBe('5 messages')
    })

    test('numbers in arguments keep every digit', async () => {
      const call = '{"type":"function_call","id":"c","name":"f","arguments":{"n":12345678901234567890}}'
      const result = '{"type":"function_result","call_id":"c","result":"ok"}'
      const answer = await fetch(`${gateway.url}/v1beta/interactions`, {
        method: 'POST',
        headers: { 'x-goog-api-key': bearer },
        body: `{"model":"${MODEL}","input":[{"type":"text","text":"Hi"},${call},${result}]}`,
      })
      const { id } = (await answer.json()) as { id: string }
      await ask({ previous_interaction_id: id })
      expect(upstream.requests.at(-1)?.body).toContain('{"n":12345678901234567890}')
      expect(await (await raw('GET', `/${id}`)).text()).toContain('{"n":12345678901234567890}')
    })

    test('it can be fetched later, with the user’s input', async () => {
      const { id, steps } = await ask({ input: 'Once' })
      const said = { type: 'user_input', content: [{ type: 'text', text: 'Once' }] }
      const again = await client.interactions.get(id)
      expect(again).toMatchObject({ id, status: 'completed', steps: [said, ...steps], output_text: '1 messages' })
      expect(again).not.toHaveProperty('input')
      expect((await client.interactions.get(id, { include_input: true })).input).toEqual([said] as never)

      const contents = [{ type: 'text', text: 'One' } as const, { type: 'text', text: 'turn' } as const]
      const both = await ask({ input: contents })
      const { input } = await client.interactions.get(both.id, { include_input: true })
      expect(input).toEqual([{ type: 'user_input', content: contents }] as never)
    })

    test('a stream has each step once, is stored before its end is read, and can be read again', async () => {
      const stream = await client.interactions.create({ model: MODEL, input: 'Hi', stream: true })
      const told = await Array.fromAsync(stream)
      expect(told.map(({ event_type }) => event_type)).toEqual([
        'interaction.created',
        'interaction.status_update',
        'step.start',
        'step.delta',
        'step.delta',
        'step.stop',
        'step.start',
        'step.delta',
        'step.stop',
        'interaction.completed',
      ])
      const id = idIn(told)
      expect((await ask({ previous_interaction_id: id })).output_text).toBe('3 messages')

      const again = await Array.fromAsync(await client.interactions.get(id, { stream: true }))
      const starts = again.flatMap(event => (event.event_type === 'step.start' ? event.step : []))
      expect(starts).toEqual((await client.interactions.get(id)).steps.slice(1))
      expect(again.at(-1)).toMatchObject({ event_type: 'interaction.completed', interaction: { status: 'completed' } })
    })

    test('the frames of a stream are named, and the last one is Google’s', async () => {
      const frames = (await (await raw('POST', '', { model: MODEL, input: 'Hi', stream: true })).text()).split('\n\n')
      for (const frame of frames.slice(0, -2)) {
        const [, name, data] = /^event: (\S+)\ndata: (.+)$/.exec(frame) ?? []
        expect(JSON.parse(data ?? '{}').event_type).toBe(name)
      }
      expect(frames.slice(-2)).toEqual(['event: done\ndata: [DONE]', ''])
    })

    test('one with store false is not stored, and a deleted one is gone', async () => {
      const unstored = await ask({ store: false })
      expect(unstored.output_text).toBe('1 messages')
      await expectError(raw('GET', `/${unstored.id}`), 404, `The interaction ${unstored.id} does not exist`)
      const { id } = await ask()
      const last = await ask({ store: false, previous_interaction_id: id })
      expect(last.output_text).toBe('3 messages')
      await expectError(raw('GET', `/${last.id}`), 404, `The interaction ${last.id} does not exist`)
      expect(await (await raw('DELETE', `/${id}`)).json()).toEqual({})
      await expectError(raw('GET', `/${id}`), 404, `The interaction ${id} does not exist`)
    })

    test('one in the background can be fetched when it has ended, and its events are numbered', async () => {
      held = Promise.withResolvers()
      const queued = await ask({ background: true })
      expect(queued).toMatchObject({ status: 'in_progress', steps: [] })
      expect((await client.interactions.get(queued.id)).status).toBe('in_progress')
      await expectError(
        raw('POST', '', { model: MODEL, input: 'Hi', previous_interaction_id: queued.id }),
        400,
        `The response ${queued.id} is still in progress; wait until it has ended`,
      )
      held.resolve()
      held = null
      const ended = await until(
        () => client.interactions.get(queued.id),
        ({ status }) => status !== 'in_progress',
      )
      expect(ended).toMatchObject({ id: queued.id, status: 'completed', output_text: '1 messages' })
      const late = await client.interactions.get(queued.id, { stream: true, last_event_id: '1' })
      const ids = (await Array.fromAsync(late)).map(({ event_id }) => Number(event_id))
      expect(ids).toEqual(ids.map((_, at) => at + 2))
      expect((await ask({ previous_interaction_id: queued.id })).output_text).toBe('3 messages')
    })

    test('only one in the background can be cancelled, even twice', async () => {
      held = Promise.withResolvers()
      const queued = await ask({ background: true })
      expect((await client.interactions.cancel(queued.id)).status).toBe('cancelled')
      held.resolve()
      held = null
      expect((await client.interactions.cancel(queued.id)).status).toBe('cancelled')
      const { id } = await ask()
      await expectError(
        raw('POST', `/${id}/cancel`, {}),
        400,
        'Only a background response that is still in progress can be cancelled',
      )
    })

    test('one whose process died has failed', async () => {
      const { id } = await ask({ store: true })
      const dead = { seen_at: 1, status: 'in_progress' }
      await app.db.updateTable('stored_responses').set(dead).where('id', '=', id).execute()
      expect(await client.interactions.get(id)).toMatchObject({
        status: 'failed',
        errors: [{ code: 'server_error', message: 'The server was stopped' }],
      })
    })

    test('one in the background that fails says why', async () => {
      const { id } = await ask({ background: true, input: REFUSE })
      const ended = await until(
        () => client.interactions.get(id),
        ({ status }) => status !== 'in_progress',
      )
      expect(ended).toMatchObject({
        status: 'failed',
        errors: [{ code: 'invalid_argument', message: expect.stringContaining('Not today') }],
      })
    })

    test('a stream that breaks off ends with an error and is not stored', async () => {
      const told: Interactions.InteractionSSEEvent[] = []
      for await (const event of await client.interactions.create({ model: MODEL, input: BREAK, stream: true })) {
        told.push(event)
        if (event.event_type === 'step.delta') read.resolve()
      }
      expect(told.at(-1)).toMatchObject({
        event_type: 'error',
        error: { code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringContaining('Not today') },
      })
      await expectError(raw('GET', `/${idIn(told)}`), 404, `The interaction ${idIn(told)} does not exist`)
    })

    test('Google’s client understands what went wrong', async () => {
      const refused = await ask({ model: 'nobody-serves-this' }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 404, message: expect.stringContaining('nobody-serves-this') })
    })

    test('it is charged and logged once, like any call', async () => {
      const answer = await raw('POST', '', { model: MODEL, input: 'Hi' })
      await answer.text()
      const rows = await until(
        () => gateway.logsOf(answer.headers.get('x-request-id') ?? ''),
        found => found.length > 0,
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ prompt_tokens: 20, completion_tokens: 10 })
      expect(rows[0]?.quota).toBeGreaterThan(0)
    })

    test('what another dialect cannot express is reported', async () => {
      const answer = await raw('POST', '', { model: MODEL, input: 'Hi', labels: { team: 'a' } })
      expect(answer.headers.get('x-tollgate-losses')).toContain('"labels": only gemini-interactions knows it')
    })

    test('an interaction is not found as a response, nor a response as an interaction', async () => {
      const { id } = await ask()
      const call = (path: string, body?: object) =>
        fetch(`${gateway.url}${path}`, {
          headers: { authorization: `Bearer ${bearer}` },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        })
      expect((await call(`/v1/responses/${id}`)).status).toBe(404)
      expect((await call('/v1/responses', { model: MODEL, input: 'Hi', previous_response_id: id })).status).toBe(400)
      const response = (await (await call('/v1/responses', { model: MODEL, input: 'Hi' })).json()) as { id: string }
      await expectError(raw('GET', `/${response.id}`), 404, `The interaction ${response.id} does not exist`)
      await expectUnknown({ previous_interaction_id: response.id }, response.id)
    })

    test('another user’s interactions are not found on any path', async () => {
      const { id } = await ask()
      const gone = `The interaction ${id} does not exist`
      await expectError(raw('GET', `/${id}`, undefined, stranger), 404, gone)
      await expectError(raw('GET', `/${id}?stream=true`, undefined, stranger), 404, gone)
      await expectError(raw('DELETE', `/${id}`, undefined, stranger), 404, gone)
      await expectError(raw('POST', `/${id}/cancel`, {}, stranger), 404, gone)
      await expectUnknown({ previous_interaction_id: id }, id, stranger)
      await expectUnknown({ previous_interaction_id: id, background: true }, id, stranger)
      expect((await client.interactions.get(id)).id).toBe(id)
    })

    test('a request’s error is one sentence in Gemini’s form', async () => {
      await expectUnknown({ previous_interaction_id: 'v1_nobody' }, 'v1_nobody')
      await expectUnknown({ previous_interaction_id: 7 }, '7')
      const post = (members: object) => raw('POST', '', { model: MODEL, input: 'Hi', ...members })
      const parts = { input: [{ type: 'user_input', content: [{ type: 'film' }] }] }
      await expectError(post(parts), 400, 'input[0].content[0] has the unknown type "film"')
      await expectError(post({ input: [{ type: 'function_result', result: 'a' }] }), 400, 'input[0] must name its call')
      await expectError(post({ agent: 'deep-research' }), 400, 'only Google runs its agents')
      await expectError(post({ model: 'nobody-serves-this' }), 404, 'nobody-serves-this')
      await expectError(post({ background: true, store: false }), 400, 'A background response must be stored')
      await expectError(raw('GET', ''), 405, 'GET')
      await expectError(raw('PUT', '/int_1'), 405, 'PUT')
    })

    const expectUnknown = (members: object, id: string, key = bearer) =>
      expectError(
        raw('POST', '', { model: MODEL, input: 'Hi', ...members }, key),
        400,
        `Previous interaction with id ${id} not found; send the whole conversation as input`,
      )

    async function expectError(answering: Promise<Response>, status: number, sentence: string): Promise<void> {
      const answer = await answering
      const { error } = (await answer.json()) as { error: { code: number; message: string; status: string } }
      expect([answer.status, error.code]).toEqual([status, status])
      expect(error.message).toContain(sentence)
      expect(error.status).toMatch(/^[A-Z_]+$/)
    }
  })
}

function idIn(events: readonly Interactions.InteractionSSEEvent[]): string {
  const [first] = events
  return first?.event_type === 'interaction.created' ? first.interaction.id : ''
}
