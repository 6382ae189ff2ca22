import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, receiptOf } from '@tollgate/contract'
import fc from 'fast-check'
import OpenAI, { toFile } from 'openai'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { openTasksDesk, type TasksDesk, type TaskUser } from '../../../../test/support/tasks-desk.ts'
import { until } from '../../../../test/support/until.ts'
import { startTaskUpstream, type TaskUpstream, VIDEO_BYTES } from '../../../../test/support/vendors/task-upstream.ts'
import { MOST_SECONDS } from '../vendor.ts'

/** 0.1 US dollars a second. */
const SECOND = 50_000
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

for (const { kind, open } of databases()) {
  describe(`videos in OpenAI’s shape on ${kind}`, () => {
    let database: TestDatabase
    let desk: TasksDesk
    let upstream: TaskUpstream
    let user: TaskUser
    let openai: OpenAI
    const clientOf = ({ bearer }: TaskUser) =>
      new OpenAI({ baseURL: `${desk.gateway.url}/v1`, apiKey: bearer, maxRetries: 0 })

    beforeAll(async () => {
      database = await open()
      upstream = startTaskUpstream()
      desk = await openTasksDesk(database.place.DATABASE_URL)
      await desk.gateway.makeChannel({
        base_url: upstream.url,
        models: 'sora-2,mapped',
        model_mapping: '{"mapped":"sora-2"}',
      })
      await desk.gateway.setOption('ModelPrice', JSON.stringify({ 'sora-2': 0.1, mapped: 0.1 }))
      user = await desk.makeUser(100_000_000)
      openai = clientOf(user)
    }, 60_000)
    afterAll(async () => {
      await desk.gateway.stop()
      await upstream.stop()
      await database.close()
    })
    const create = (more: object = {}, who = user) =>
      who.call('POST', '/v1/videos', { model: 'sora-2', prompt: 'a cat', ...more })

    test('OpenAI’s own client makes one, waits for it and gets the file', async () => {
      const before = (await desk.money(user)).balance
      const video = await openai.videos.create({ model: 'sora-2', prompt: 'a cat', seconds: '8', size: '1280x720' })
      expect(video).toMatchObject({ object: 'video', status: 'queued', progress: 0, seconds: '8', size: '1280x720' })
      expect(video.id).toMatch(/^task_\w{32}$/)
      expect(upstream.last().asked).toEqual({ model: 'sora-2', prompt: 'a cat', seconds: '8', size: '1280x720' })
      expect(before - (await desk.money(user)).balance).toBe(8 * SECOND)

      const early = await user.call('GET', `/v1/videos/${video.id}/content`)
      expect([early.status, early.body.error.code]).toEqual([400, 'task_not_finished'])
      Object.assign(upstream.last(), { state: 'running', progress: 60 })
      await desk.poll()
      expect(await openai.videos.retrieve(video.id)).toMatchObject({ status: 'in_progress', progress: 60 })
      upstream.last().state = 'succeeded'
      expect(await desk.poll()).toBe(1)
      const done = await openai.videos.retrieve(video.id)
      expect(done).toMatchObject({ status: 'completed', progress: 100, error: null })
      expect(done.completed_at).toBeGreaterThan(0)
      const content = await openai.videos.downloadContent(video.id)
      expect(content.headers.get('content-type')).toBe('video/mp4')
      expect(new Uint8Array(await content.arrayBuffer())).toEqual(VIDEO_BYTES)
      expect(JSON.stringify(done)).not.toContain('up-video')
      await desk.expectBalanced()
    })

    test('the receipt lists the price factors and adds up to the charge', async () => {
      const mine = await desk.makeUser(10_000_000)
      await create({ seconds: 12, size: '1792x1024' }, mine)
      const [row] = await desk.logs(mine.id)
      const charged = Math.round(0.1 * 500_000 * 12 * 1.666667)
      expect(row?.quota).toBe(charged)
      expect(row?.parsed.task?.factors).toEqual({ seconds: 12, size: 1.666667 })
      expect(receiptOf(row?.parsed ?? {}).total).toBe(charged)
      expect((await desk.money(mine)).balance).toBe(10_000_000 - charged)
    })

    test('a form with a picture is sent as a form with the picture', async () => {
      const picture = await toFile(PNG, 'cat.png', { type: 'image/png' })
      const video = await openai.videos.create({ model: 'mapped' as never, prompt: 'a cat', input_reference: picture })
      expect(video.model as string).toBe('mapped')
      expect(upstream.last().asked).toEqual({
        model: 'sora-2',
        prompt: 'a cat',
        input_reference: { type: 'image/png', bytes: PNG.length },
      })
      const data = `data:image/png;base64,${PNG.toString('base64')}`
      expect((await create({ input_reference: { image_url: data } })).status).toBe(200)
      expect(upstream.last().asked.input_reference).toEqual({ type: 'image/png', bytes: PNG.length })
      expect((await create({ input_reference: 'https://pictures.example/cat.png' })).status).toBe(200)
      expect(upstream.last().asked.input_reference).toEqual({ image_url: 'https://pictures.example/cat.png' })
    })

    test('a picture at a private or invalid URL is refused', async () => {
      const made = upstream.all().length
      for (const input_reference of [
        'http://127.0.0.1/x.png',
        'http://169.254.169.254/latest',
        'http://localhost/x',
        'https://[::1]/x',
        'ftp://x.example/x',
        'data:image/svg+xml;base64,PHN2Zz4=',
        '<svg>',
        7,
      ])
        expect((await create({ input_reference })).status).toBe(400)
      const form = new FormData()
      for (const [name, value] of Object.entries({ model: 'sora-2', prompt: 'x' })) form.set(name, value)
      form.set(
        'input_reference',
        new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png', { type: 'image/png' }),
      )
      const headers = { authorization: `Bearer ${user.bearer}` }
      const response = await fetch(`${desk.gateway.url}/v1/videos`, { method: 'POST', headers, body: form })
      expect(response.status).toBe(400)
      expect(upstream.all().length).toBe(made)
    })

    test('clients cannot exceed the length limit, make several videos or use another model', async () => {
      const numbers = fc.oneof(
        fc.double(),
        fc.integer(),
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
        fc.constantFrom('Infinity', '-1', '1e3', '0x10', '٣', '8 ', ' 8', 'null', '', [], {}, true),
      )
      await fc.assert(
        fc.asyncProperty(numbers, fc.constantFrom('seconds', 'duration'), async (told, member) => {
          const before = (await desk.money(user)).balance
          const made = upstream.all().length
          const { status } = await create({ [member]: told })
          const paid = before - (await desk.money(user)).balance
          if (status === 400) return expect([paid, upstream.all().length]).toEqual([0, made])
          expect(status).toBe(200)
          const seconds = Number(upstream.last().asked.seconds ?? 4)
          expect(seconds).toBeGreaterThanOrEqual(1)
          expect(seconds).toBeLessThanOrEqual(MOST_SECONDS)
          expect(paid).toBe(seconds * SECOND)
        }),
        { seed: 13, numRuns: 60 },
      )
      for (const more of [{ n: 2 }, { n: 'x' }, { size: '99999x10' }, { size: '720p' }, { seconds: MOST_SECONDS + 1 }])
        expect((await create(more)).status).toBe(400)
      const dodge = { model: 'sora-2-pro', MODEL: 'x', input: { model_name: 'x', seconds: 60 }, seconds: 60, n: 9 }
      expect((await create({ metadata: dodge })).status).toBe(200)
      expect(upstream.last().asked).toEqual({ model: 'sora-2', prompt: 'a cat' })
    })

    test('a remix goes to the channel of the original video, is charged for its length and names it', async () => {
      const { body } = await create({ seconds: 8 })
      const origin = upstream.last()
      expect((await user.call('POST', `/v1/videos/${body.id}/remix`, { prompt: 'a dog' })).body.error.code).toBe(
        'task_not_finished',
      )
      origin.state = 'succeeded'
      await desk.poll()
      const before = (await desk.money(user)).balance
      const remix = await openai.videos.remix(body.id, { prompt: 'a dog' })
      expect(remix.remixed_from_video_id).toBe(body.id)
      expect(upstream.last().asked).toEqual({ prompt: 'a dog', of: origin.id })
      expect(before - (await desk.money(user)).balance).toBe(8 * SECOND)
    })

    test('users list their own videos in pages, and deleted ones are gone here and upstream', async () => {
      const mine = await desk.makeUser(10_000_000)
      const client = clientOf(mine)
      const ids: string[] = []
      for (let at = 0; at < 5; at++) ids.push((await create({}, mine)).body.id)
      const listed: string[] = []
      for await (const { id } of client.videos.list({ limit: 2 })) listed.push(id)
      expect(listed).toEqual(ids.toReversed())
      const [first = ''] = ids
      expect((await mine.call('DELETE', `/v1/videos/${first}`)).body.error.code).toBe('task_not_finished')
      for (const task of upstream.all()) task.state = 'succeeded'
      await desk.poll()
      const had = upstream.all().length
      expect(await client.videos.delete(first)).toMatchObject({ id: first, deleted: true })
      expect(upstream.all().length).toBe(had - 1)
      for (const path of ['', '/content']) {
        const gone = await mine.call('GET', `/v1/videos/${first}${path}`)
        expect([gone.status, gone.body.error.code]).toEqual([404, 'task_unknown'])
      }
    })

    test('another user’s video is not found by any call', async () => {
      const stranger = await desk.makeUser()
      const { body } = await create()
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/content'],
        ['DELETE', ''],
        ['POST', '/remix'],
      ] as const) {
        const asked = await stranger.call(method, `/v1/videos/${body.id}${path}`, method === 'POST' ? {} : undefined)
        expect([path, asked.status, asked.body.error.code]).toEqual([path, 404, 'task_unknown'])
      }
      const older = await stranger.call('GET', `/v1/video/generations/${body.id}`)
      expect(older.status).toBe(404)
      expect((await stranger.call('GET', '/v1/videos')).body.data).toEqual([])
      expect((await stranger.call('GET', `/v1/videos?after=${body.id}`)).status).toBe(404)
    })

    test('the older general form submits and fetches the same tasks', async () => {
      const asked = { model: 'sora-2', prompt: 'a cat', duration: 8, metadata: { model: 'other' } }
      const made = await user.call('POST', '/v1/video/generations', asked)
      expect(JSON.parse(made.headers.get('x-new-api-other-ratios') ?? '')).toEqual({ seconds: 8 })
      Object.assign(upstream.last(), { state: 'failed', reason: 'not allowed' })
      await desk.poll()
      const { body } = await user.call('GET', `/v1/video/generations/${made.body.task_id}`)
      expect(body.data).toMatchObject({ status: 'FAILURE', fail_reason: 'not allowed', progress: '100%' })
    })

    test('an upstream’s refusal is passed on in its own words and costs nothing', async () => {
      const before = await desk.money(user)
      const refusal = {
        error: { message: 'Your prompt was flagged', type: 'invalid_request_error', code: 'moderation' },
      }
      upstream.misbehave(() => Response.json(refusal, { status: 400 }))
      const refused = await create()
      upstream.misbehave()
      expect([refused.status, refused.body.error.code]).toEqual([400, 'moderation'])
      expect(refused.body.error.message).toContain('flagged')
      expect(await desk.money(user)).toEqual(before)
      await until(
        async () => (await desk.logs(user.id)).at(-1)?.type,
        type => type === LOG_TYPE.error,
      )
      await desk.expectBalanced()
    })

    test('a file that is missing or not a video is refused before a byte is sent', async () => {
      const { body } = await create()
      upstream.last().state = 'succeeded'
      await desk.poll()
      const content = () => user.call('GET', `/v1/videos/${body.id}/content`)
      const answers: [Response, string][] = [
        [new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'task_result_wrong_type'],
        [new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }), 'task_result_wrong_type'],
        [new Response('', { headers: { 'content-type': 'video/mp4' } }), 'task_result_wrong_type'],
        [new Response('gone', { status: 404 }), 'task_result_gone'],
        [Response.redirect('http://127.0.0.1:1/', 302), 'task_result_gone'],
      ]
      for (const [answer, code] of answers) {
        upstream.misbehave(call => (call.endsWith('/content') ? answer : undefined))
        const told = await content()
        expect([told.status, told.body.error.code]).toEqual([502, code])
      }
      upstream.misbehave()
    })

    test('a file counts as a running call until its last byte is sent', async () => {
      const { body } = await create()
      upstream.last().state = 'succeeded'
      await desk.poll()
      const { inFlight } = desk.app.relay
      const before = inFlight.size()
      const rest = Promise.withResolvers<void>()
      const file = new ReadableStream({
        async start(controller) {
          controller.enqueue(VIDEO_BYTES)
          await rest.promise
          controller.close()
        },
      })
      const answer = new Response(file, { headers: { 'content-type': 'video/mp4' } })
      upstream.misbehave(call => (call.endsWith('/content') ? answer : undefined))
      const headers = { authorization: `Bearer ${user.bearer}` }
      const response = await fetch(`${desk.gateway.url}/v1/videos/${body.id}/content`, { headers })
      expect(inFlight.size()).toBe(before + 1)
      rest.resolve()
      await response.arrayBuffer()
      upstream.misbehave()
      await until(
        async () => inFlight.size(),
        size => size === before,
      )
    })

    test('a model that nobody offers is refused, and so is one whose channels make no videos', async () => {
      const codeOf = async (model: string) => (await create({ model })).body.error.code
      expect(await codeOf('nobody-offers-this')).toBe('model_unknown')
      await desk.gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'claude-writes' })
      expect(await codeOf('claude-writes')).toBe('task_no_channel')
    })

    test('a channel that the caller chose and that does not exist is named', async () => {
      const { headers, ...admin } = { headers: {}, ...(await desk.gateway.makeToken()) }
      const response = await fetch(`${desk.gateway.url}/v1/videos`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${admin.bearer}-999`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'sora-2', prompt: 'a cat' }),
      })
      expect(((await response.json()) as { error: { code: string } }).error.code).toBe('channel_choice_unknown')
    })

    test('a model without a price is refused, and so is a price by tokens that no vendor counts', async () => {
      await desk.gateway.setOption('ModelPrice', '{}')
      await desk.gateway.setOption('ModelRatio', '{"sora-2": 1}')
      const refused = await create()
      await desk.gateway.setOption('ModelPrice', JSON.stringify({ 'sora-2': 0.1, mapped: 0.1 }))
      expect([refused.status, refused.body.error.code]).toEqual([400, 'model_price_missing'])
    })

    test('a model without a price is free on a site of one’s own, not for a user who takes models without one', async () => {
      const chosen = await desk.makeUser()
      const setting = { accept_unset_model_ratio_model: true, notify_type: 'email', quota_warning_threshold: 0 }
      await chosen.consoleCall(desk.gateway.url, 'PUT', '/api/user/setting', setting)
      await desk.gateway.setOption('ModelPrice', '{}')
      const refused = await create({ model: 'mapped' }, chosen)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'model_price_missing'])
      await desk.gateway.setOption('SelfUseModeEnabled', true)
      expect((await create({ model: 'mapped' }, chosen)).status).toBe(200)
      await desk.gateway.setOption('SelfUseModeEnabled', false)
      await desk.gateway.setOption('ModelPrice', JSON.stringify({ 'sora-2': 0.1, mapped: 0.1 }))
    })
  })
}
