import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE, type Token } from '@tollgate/contract'
import OpenAI from 'openai'
import type { Response as StoredByOpenAi } from 'openai/resources/responses/responses'
import { claude, SIGNATURE } from '../../../test/support/claude-answer.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'
import { removeExpired, removeOldest } from './store/store.ts'

const SECRET = 'the-zebra-sleeps-at-noon'

const native = { object: 'response', status: 'completed', model: 'gpt-4o', output: [], created_at: 1 }

for (const { kind, open } of databases()) {
  describe(`stored responses on ${kind}`, () => {
    let database: TestDatabase
    let gateway: TestGateway
    let app: RunningApp
    let upstream: WireUpstream
    let openai: OpenAI
    /** Another user's client. */
    let stranger: OpenAI
    let held: PromiseWithResolvers<void> | null = null

    const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    const sent = () => upstream.lastJson() as { messages: { role: string; content: unknown }[] }
    const ask = (fields: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>): Promise<StoredByOpenAi> =>
      openai.responses.create({ model: 'claude-sonnet-4-5', input: 'Hi', stream: false, ...fields })

    beforeAll(async () => {
      upstream = startWireUpstream(async received => {
        const { pathname } = new URL(received.path, 'http://upstream')
        if (pathname === '/v1/messages/count_tokens') return { input_tokens: 41 }
        if (pathname === '/v1/messages') {
          await held?.promise
          return claude(received)
        }
        if (pathname.endsWith('/input_items')) return { object: 'list', data: [] }
        const id = pathname.split('/')[3] ?? `resp_native_${upstream.requests.length}`
        return { ...native, id, usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } }
      })
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL, async (...building) => {
        app = await buildAppContext(...building)
        return app
      })
      await gateway.makeChannel({ type: 14, models: 'claude-sonnet-4-5', base_url: upstream.url })
      await gateway.makeChannel({ type: 1, models: 'gpt-4o', base_url: upstream.url })
      openai = clientOf((await gateway.makeToken()).bearer)
      stranger = clientOf(await strangersToken())
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

    test('a response can be fetched again, and continued with its content, including signatures', async () => {
      const first = await ask({ store: true })
      expect(first).toMatchObject({ store: true, previous_response_id: null, output_text: '1 messages' })
      const again = await openai.responses.retrieve(first.id)
      expect(again.output).toEqual(first.output)

      const second = await ask({ previous_response_id: first.id, input: 'And now?' })
      expect(second).toMatchObject({ previous_response_id: first.id, output_text: '3 messages' })
      expect(sent().messages[1]?.content).toEqual([
        { type: 'thinking', thinking: 'hm', signature: SIGNATURE },
        { type: 'text', text: '1 messages' },
      ])
      const third = await ask({ previous_response_id: second.id, input: 'And then?' })
      expect(third.output_text).toBe('5 messages')

      const items = await openai.responses.inputItems.list(third.id, { order: 'asc' })
      expect(items.data.map(({ type }) => String(type))).toEqual([
        'message',
        'reasoning',
        'message',
        'message',
        'reasoning',
        'message',
        'message',
      ])
    })

    test('a stream is stored before its end is read, even without a store member', async () => {
      const stream = await openai.responses.create({ model: 'claude-sonnet-4-5', input: 'Hi', stream: true })
      let id = ''
      for await (const event of stream) if (event.type === 'response.completed') id = event.response.id
      expect((await ask({ previous_response_id: id })).output_text).toBe('3 messages')
    })

    test('a response with store false is not stored, and a deleted one is gone', async () => {
      const unstored = await ask({ store: false })
      await expect404(openai.responses.retrieve(unstored.id))
      const stored = await ask({ store: true })
      await openai.responses.delete(stored.id)
      await expect404(openai.responses.retrieve(stored.id))
      const refused = await rejectionOf(ask({ previous_response_id: stored.id }))
      expect(refused).toMatchObject({ status: 400, code: 'previous_response_not_found' })
    })

    test('items are found by reference', async () => {
      const { output } = await ask({ store: true })
      const message = output.find(({ type }) => type === 'message')
      const input = [
        { type: 'item_reference' as const, id: String(message?.id) },
        { role: 'user' as const, content: 'So?' },
      ]
      await ask({ input })
      expect(sent().messages[1]).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: '1 messages' }] })
    })

    test('a response that an upstream stores is fetched and continued there', async () => {
      const { id } = await openai.responses.create({ model: 'gpt-4o', input: 'Hi', store: true })
      expect(id).toStartWith('resp_native')
      await openai.responses.create({ model: 'gpt-4o', input: 'More', previous_response_id: id })
      expect(upstream.lastJson()).toMatchObject({ previous_response_id: id })
      expect(await openai.responses.retrieve(id)).toMatchObject({ id })
      expect(upstream.requests.at(-1)).toMatchObject({ method: 'GET', path: `/v1/responses/${id}` })
      const refused = await rejectionOf(ask({ previous_response_id: id }))
      expect(refused).toMatchObject({ status: 410, code: 'response_channel_gone' })
      await openai.responses.delete(id)
      expect(upstream.requests.at(-1)).toMatchObject({ method: 'DELETE' })
      await expect404(openai.responses.retrieve(id))
    })

    test('a conversation grows with its responses', async () => {
      const conversation = await openai.conversations.create({
        metadata: { topic: 'zebras' },
        items: [{ type: 'message', role: 'user', content: 'Earlier' }],
      })
      const response = await ask({ conversation: conversation.id })
      expect(response).toMatchObject({ conversation: { id: conversation.id }, output_text: '1 messages' })
      expect((await ask({ conversation: conversation.id })).output_text).toBe('3 messages')
      const { data } = await openai.conversations.items.list(conversation.id, { order: 'asc', limit: 3 })
      expect(data.map(({ type }) => String(type))).toEqual(['message', 'message', 'reasoning'])
      const first = String((data[0] as { id?: string }).id)
      expect(await openai.conversations.items.retrieve(first, { conversation_id: conversation.id })).toMatchObject({
        role: 'user',
        content: [{ type: 'input_text', text: 'Earlier' }],
      })
      await openai.conversations.items.delete(first, { conversation_id: conversation.id })
      await openai.conversations.update(conversation.id, { metadata: { topic: 'lions' } })
      expect(await openai.conversations.retrieve(conversation.id)).toMatchObject({ metadata: { topic: 'lions' } })
      await openai.conversations.delete(conversation.id)
      await expect404(openai.conversations.retrieve(conversation.id))
    })

    test('a conversation whose owner may store no more refuses items, and says how much that is', async () => {
      const conversation = await openai.conversations.create({})
      const items = [{ type: 'message' as const, role: 'user' as const, content: 'a' }]
      const add = (id: string) => openai.conversations.items.create(id, { items })
      await add(conversation.id)
      await app.db
        .updateTable('conversation_items')
        .set({ bytes: 2 ** 30 })
        .execute()
      expect(await rejectionOf(add(conversation.id))).toMatchObject({ code: 'conversation_full' })
      await openai.conversations.delete(conversation.id)
      expect(await rejectionOf(add(conversation.id))).toMatchObject({ code: 'conversation_not_found' })
    })

    test('a background response is a separate call and can be fetched when it has ended', async () => {
      held = Promise.withResolvers()
      const queued = await ask({ background: true, store: true })
      expect(queued).toMatchObject({ status: 'queued', background: true, output: [] })
      expect((await openai.responses.retrieve(queued.id)).status).not.toBe('completed')
      held.resolve()
      held = null
      const ended = await until(
        () => openai.responses.retrieve(queued.id),
        ({ status }) => status === 'completed',
      )
      expect(ended).toMatchObject({ id: queued.id, background: true, output_text: '1 messages' })
      const events = await openai.responses.retrieve(queued.id, { stream: true, starting_after: 0 })
      const numbers: number[] = []
      for await (const event of events) numbers.push(event.sequence_number)
      expect(numbers[0]).toBe(1)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect((await ask({ previous_response_id: queued.id })).output_text).toBe('3 messages')
    })

    test('a background response adds to its conversation once it has ended', async () => {
      const conversation = await openai.conversations.create()
      await ask({ background: true, conversation: conversation.id })
      const items = await until(
        async () => (await openai.conversations.items.list(conversation.id, { order: 'asc' })).data,
        data => data.length > 0,
      )
      expect(items.map(({ type }) => String(type))).toEqual(['message', 'reasoning', 'message'])
      expect((await ask({ conversation: conversation.id })).output_text).toBe('3 messages')
    })

    test('a background response can be cancelled, even twice', async () => {
      held = Promise.withResolvers()
      const queued = await ask({ background: true })
      expect((await openai.responses.cancel(queued.id)).status).toBe('cancelled')
      held.resolve()
      held = null
      expect((await openai.responses.cancel(queued.id)).status).toBe('cancelled')
    })

    test('a token count includes the conversation that a request continues', async () => {
      const alone = await openai.responses.inputTokens.count({ model: 'claude-sonnet-4-5', input: 'Hi' })
      expect(alone).toEqual({ object: 'response.input_tokens', input_tokens: 41 })
      const { id } = await ask({ store: true })
      await openai.responses.inputTokens.count({ model: 'claude-sonnet-4-5', previous_response_id: id, input: 'So?' })
      expect(sent().messages).toHaveLength(3)
      const estimated = await openai.responses.inputTokens.count({ model: 'gpt-4o', input: 'Hi' })
      expect(estimated.input_tokens).toBeGreaterThan(0)
    })

    test('a conversation is compacted to the user’s messages and a summary', async () => {
      const { id } = await ask({ store: true, input: 'Count the zebras' })
      const short = await openai.responses.compact({ model: 'claude-sonnet-4-5', previous_response_id: id })
      expect(short).toMatchObject({ object: 'response.compaction', usage: { input_tokens: 20, output_tokens: 10 } })
      expect(JSON.stringify(short.output[0])).toContain('Count the zebras')
      expect(JSON.stringify(short.output[1])).toContain('3 messages')
      const input = [...short.output, { role: 'user', content: 'Go on' }] as OpenAI.Responses.ResponseInput
      expect((await ask({ input })).status).toBe('completed')
    })

    test('a response whose process died has failed', async () => {
      held = Promise.withResolvers()
      const { id } = await ask({ background: true })
      const dead = { seen_at: 1, status: 'in_progress' }
      await app.db.updateTable('stored_responses').set(dead).where('id', '=', id).execute()
      expect(await openai.responses.retrieve(id)).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
      held.resolve()
      held = null
    })

    test('a background response is charged and logged once, like any call', async () => {
      const { data, response } = await openai.responses
        .create({ model: 'claude-sonnet-4-5', input: 'Hi', background: true })
        .withResponse()
      const call = response.headers.get('x-request-id') ?? ''
      await until(
        () => openai.responses.retrieve(data.id),
        ({ status }) => status === 'completed',
      )
      const rows = await until(
        () => gateway.logsOf(call),
        rows => rows.length > 0,
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ prompt_tokens: 20, completion_tokens: 10 })
      expect(rows[0]?.quota).toBeGreaterThan(0)
    })

    test('an operator and a user can switch storing off', async () => {
      const off = (refused: unknown) => expect(refused).toMatchObject({ status: 400, code: 'background_not_stored' })
      await gateway.setOption('stored_responses.enabled', false)
      const unstored = await ask({ store: true })
      expect(unstored).toMatchObject({ store: false })
      await expect404(openai.responses.retrieve(unstored.id))
      off(await rejectionOf(ask({ background: true })))
      await gateway.setOption('stored_responses.enabled', true)
      await gateway.setOption('stored_responses.unasked', false)
      await expect404(openai.responses.retrieve((await ask({})).id))
      await gateway.setOption('stored_responses.unasked', true)
      await gateway.consoleCall('PUT', '/api/user/setting', { notify_type: 'email', store_responses: false })
      off(await rejectionOf(ask({ background: true })))
      expect(await rejectionOf(openai.conversations.create())).toMatchObject({ status: 403, code: 'storing_off' })
      await gateway.consoleCall('PUT', '/api/user/setting', { notify_type: 'email' })
    })

    test('expired responses are removed, and a user’s responses beyond the limit', async () => {
      const responses = () => app.db.selectFrom('stored_responses').select('id').orderBy('created_at')
      const { id } = await ask({ store: true })
      await app.db.updateTable('stored_responses').set({ expires_at: 1 }).where('id', '=', id).execute()
      await expect404(openai.responses.retrieve(id))
      await removeExpired(app.db, app.now(), 100)
      expect((await responses().execute()).map(row => row.id)).not.toContain(id)
      const { user_id } = await app.db.selectFrom('stored_responses').select('user_id').executeTakeFirstOrThrow()
      const newest = await ask({ store: true })
      await app.db.updateTable('stored_responses').set({ created_at: 9e9 }).where('id', '=', newest.id).execute()
      const row = await app.db.selectFrom('stored_responses').select('bytes').where('id', '=', newest.id).execute()
      await removeOldest(app.db, user_id, Number(row[0]?.bytes))
      expect(await responses().where('user_id', '=', user_id).where('bytes', '>', 0).execute()).toEqual([
        { id: newest.id },
      ])
    })

    test('a stored response is not readable in the database', async () => {
      await ask({ store: true, input: SECRET })
      await ask({ store: true, input: SECRET })
      // The test upstream answers with the number of messages, so only the request contains the word.
      const everything = JSON.stringify([
        await app.db.selectFrom('stored_responses').selectAll().execute(),
        await app.db.selectFrom('conversation_items').selectAll().execute(),
      ])
      expect(everything).not.toContain(SECRET)
    })

    const expect404 = async (call: Promise<unknown>) => expect(await rejectionOf(call)).toMatchObject({ status: 404 })
    const rejectionOf = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error: unknown) => error,
      )

    test('another user’s objects are not found on any path', async () => {
      const { id } = await ask({ store: true })
      const conversation = await openai.conversations.create({ items: [{ role: 'user', content: 'Mine' }] })
      const { data } = await openai.conversations.items.list(conversation.id)
      const item = String((data[0] as { id?: string }).id)
      const paths = [
        ['GET', `/responses/${id}`],
        ['GET', `/responses/${id}?stream=true`],
        ['GET', `/responses/${id}/input_items`],
        ['POST', `/responses/${id}/cancel`],
        ['DELETE', `/responses/${id}`],
        ['GET', `/conversations/${conversation.id}`],
        ['POST', `/conversations/${conversation.id}`],
        ['GET', `/conversations/${conversation.id}/items`],
        ['POST', `/conversations/${conversation.id}/items`],
        ['GET', `/conversations/${conversation.id}/items/${item}`],
        ['DELETE', `/conversations/${conversation.id}/items/${item}`],
        ['DELETE', `/conversations/${conversation.id}`],
      ] as const
      for (const [method, path] of paths) {
        const answer = await fetch(`${gateway.url}/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${stranger.apiKey}` },
          ...(method === 'POST' && { body: '{}' }),
        })
        expect([path, answer.status]).toEqual([path, 404])
      }
      const calls = [
        [{ previous_response_id: id }, 400, 'previous_response_not_found'],
        [{ conversation: conversation.id }, 404, 'conversation_not_found'],
        [{ background: true, previous_response_id: id }, 400, 'previous_response_not_found'],
        [{ input: [{ type: 'item_reference', id: `msg_${id}_1` }] }, 404, 'item_not_found'],
      ] as const
      for (const [members, status, code] of calls)
        for (const path of ['/responses', '/responses/compact']) {
          const body = { model: 'claude-sonnet-4-5', input: 'Hi', ...members }
          const answer = await fetch(`${gateway.url}/v1${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${stranger.apiKey}` },
            body: JSON.stringify(body),
          })
          expect([members, answer.status]).toEqual([members, status])
          expect(await answer.json()).toMatchObject({ error: { code } })
        }
      expect((await openai.responses.retrieve(id)).id).toBe(id)
      expect((await openai.conversations.items.list(conversation.id)).data).toHaveLength(1)
    })
  })
}
