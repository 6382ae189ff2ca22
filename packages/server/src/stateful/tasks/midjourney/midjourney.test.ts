import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type DrawingDesk, openDrawingDesk } from '../../../../test/support/drawing-desk.ts'
import { until } from '../../../../test/support/until.ts'
import { startMidjourneyProxy } from '../../../../test/support/vendors/midjourney-proxy.ts'

const PICTURE = 'data:image/png;base64,iVBORw0KGgo='
/** A US dollar in quota. */
const UNIT = 500_000

for (const { kind, open } of databases()) {
  describe(`drawings on ${kind}`, () => {
    let database: TestDatabase
    let desk: DrawingDesk
    beforeAll(async () => {
      database = await open()
      desk = await openDrawingDesk(database)
    })
    afterEach(() => desk.proxy.answer())
    afterAll(async () => {
      await desk.close()
      await database.close()
    })

    test.each([
      ['/submit/imagine', { prompt: 'a cat', base64Array: [PICTURE] }, 'IMAGINE', 0.1],
      ['/submit/describe', { base64: PICTURE }, 'DESCRIBE', 0.05],
      ['/submit/shorten', { prompt: 'a very long cat' }, 'SHORTEN', 0.1],
      ['/submit/blend', { base64Array: [PICTURE, PICTURE], dimensions: 'SQUARE' }, 'BLEND', 0.1],
      ['/submit/video', { prompt: 'it moves', image: PICTURE, motion: 'low' }, 'VIDEO', 0.8],
      ['/submit/edits', { prompt: 'a hat', image: PICTURE }, 'EDITS', 0.1],
      ['/insight-face/swap', { sourceBase64: PICTURE, targetBase64: PICTURE }, 'SWAP_FACE', 0.05],
    ])('%s: held, sent as it is, charged, fetched, drawn', async (path, body, action, price) => {
      const user = await desk.makeUser()
      const { status, told } = await desk.call(user, `/mj${path}`, body)
      expect({ status, told }).toMatchObject({ status: 200, told: { code: 1, description: 'Submit success' } })
      const { result: id } = told
      expect(id).toMatch(/^task_\w{32}$/)
      expect(desk.proxy.requests.at(-1)).toEqual({
        method: 'POST',
        path: `/mj${path}`,
        secret: 'upstream-key',
        authorization: null,
        body,
      })
      expect(await desk.paidBy(user)).toMatchObject({ left: 5_000_000 - price * UNIT, used: price * UNIT })
      const upstreamId = desk.proxy.last().id
      expect(await desk.rowOf(id)).toMatchObject({
        action,
        code: 1,
        status: 'SUBMITTED',
        upstream_id: upstreamId,
        quota: price * UNIT,
        held: 0,
        is_open: 1,
        user_id: user.id,
        channel_id: desk.channel.id,
        channel_type: 2,
      })

      await desk.proxy.change(desk.proxy.last(), { status: 'IN_PROGRESS', progress: '40%' })
      await desk.poll()
      const halfWay = (await desk.call(user, `/mj/task/${id}/fetch`)).told
      expect(halfWay).toMatchObject({ id, action, status: 'IN_PROGRESS', progress: '40%', imageUrl: '' })

      await desk.proxy.change(desk.proxy.last(), desk.proxy.succeeded())
      await desk.poll()
      const done = (await desk.call(user, `/mj/task/${id}/fetch`)).told
      expect(done).toMatchObject({ id, status: 'SUCCESS', progress: '100%', failReason: '' })
      expect(done.buttons).toEqual([expect.objectContaining({ label: 'U1' })])
      expect(JSON.stringify(done)).not.toContain(upstreamId)
      expect(await desk.paidBy(user)).toMatchObject({ used: price * UNIT })
      const [row] = await desk.logsOf(user)
      expect(row).toMatchObject({ type: 2, quota: price * UNIT, channel_id: desk.channel.id, token_id: user.tokenId })
    })

    test.each([
      ['/submit/change', (taskId: string) => ({ taskId, action: 'UPSCALE', index: 1 }), 'UPSCALE', 0.05],
      ['/submit/change', (taskId: string) => ({ taskId, action: 'VARIATION', index: 2 }), 'VARIATION', 0.1],
      ['/submit/change', (taskId: string) => ({ taskId, action: 'REROLL' }), 'REROLL', 0.1],
      ['/submit/simple-change', (taskId: string) => ({ content: `${taskId} u3` }), 'UPSCALE', 0.05],
      ['/submit/action', (taskId: string) => ({ taskId, customId: 'MJ::JOB::pan_left::1::3d' }), 'PAN', 0.1],
      ['/submit/action', (taskId: string) => ({ taskId, customId: 'MJ::Outpaint::50::1::3d' }), 'ZOOM', 0.1],
      [
        '/submit/action',
        (taskId: string) => ({ taskId, customId: 'MJ::JOB::high_variation::1::3d' }),
        'HIGH_VARIATION',
        0.1,
      ],
      ['/submit/video', (taskId: string) => ({ taskId, action: 'extend', index: 1 }), 'VIDEO', 0.8],
    ])('%s %p goes to the channel of its origin, with that one’s key', async (path, bodyOf, action, price) => {
      const elsewhere = startMidjourneyProxy('another-key')
      const other = await desk.makeChannel(elsewhere, { key: 'another-key', priority: -1, type: 5 })
      const user = await desk.makeUser()
      const origin = await desk.drawn(user)
      const upstreamOrigin = (await desk.rowOf(origin)).upstream_id
      await desk.gateway.consoleCall('PUT', '/api/channel/', { id: other.id, priority: 100 })
      const before = [await desk.usedOf(desk.channel), await desk.usedOf(other)]
      const id = await desk.submit(user, path, bodyOf(origin))
      await desk.gateway.consoleCall('DELETE', `/api/channel/${other.id}`)
      expect(elsewhere.requests).toEqual([])
      await elsewhere.stop()
      const sent = desk.proxy.requests.filter(({ path }) => path.includes('/submit/')).at(-1)
      expect(sent?.secret).toBe('upstream-key')
      expect(JSON.stringify(sent?.body)).toContain(upstreamOrigin)
      expect(JSON.stringify(sent?.body)).not.toContain(origin)
      const row = await desk.rowOf(id)
      expect(row).toMatchObject({ action, channel_id: desk.channel.id, quota: price * UNIT })
      expect(row.origin_id).toBe((await desk.rowOf(origin)).id)
      expect(await desk.usedOf(desk.channel)).toBe((before[0] ?? 0) + price * UNIT)
      expect((await desk.logsOf(user)).at(-1)).toMatchObject({ channel_id: desk.channel.id, quota: price * UNIT })
    })

    test('uploads end at once and return URLs', async () => {
      const user = await desk.makeUser()
      const { told } = await desk.call(user, '/mj/submit/upload-discord-images', { base64Array: [PICTURE] })
      expect(told).toMatchObject({ code: 1, result: ['https://cdn.discordapp.test/attachments/1/2/one.png'] })
      const [row] = await desk.rowsOf(user)
      expect(row).toMatchObject({ action: 'UPLOAD', status: 'SUCCESS', is_open: 0, quota: 0.05 * UNIT, held: 0 })
    })

    test('a window is free and answered with 21; what is entered there is charged', async () => {
      const user = await desk.makeUser()
      const origin = await desk.drawn(user)
      const { used } = await desk.paidBy(user)
      const customId = 'MJ::CustomZoom::3dbb'
      const { told } = await desk.call(user, '/mj/submit/action', { taskId: origin, customId })
      expect(told.code).toBe(21)
      expect(await desk.rowOf(told.result)).toMatchObject({
        action: 'CUSTOM_ZOOM',
        status: 'MODAL',
        code: 21,
        quota: 0,
      })
      expect((await desk.paidBy(user)).used).toBe(used)

      const modal = await desk.submit(user, '/submit/modal', { taskId: told.result, prompt: 'a cat --zoom 2' })
      expect((await desk.paidBy(user)).used).toBe(used + 0.1 * UNIT)
      await desk.proxy.change(desk.proxy.last(), desk.proxy.succeeded())
      await desk.poll()
      expect((await desk.rowOf(modal)).status).toBe('SUCCESS')
      expect((await desk.rowOf(told.result)).status).toBe('SUCCESS')
    })

    test('an existing upscale is answered with 1 and has its picture at once; the row keeps 21', async () => {
      const user = await desk.makeUser()
      const origin = await desk.drawn(user)
      await desk.submit(user, '/submit/change', { taskId: origin, action: 'UPSCALE', index: 1 })
      await desk.proxy.change(desk.proxy.last(), desk.proxy.succeeded('two.png'))
      const { told } = await desk.call(user, '/mj/submit/change', { taskId: origin, action: 'UPSCALE', index: 1 })
      expect(told).toMatchObject({ code: 1, properties: { status: 'SUCCESS' } })
      expect(JSON.stringify(told)).not.toContain(desk.proxy.url)
      expect(await desk.rowOf(told.result)).toMatchObject({
        ...{
          code: 21,
          status: 'SUCCESS',
          progress: '100%',
          is_open: 0,
          image_url: `${desk.proxy.url}/pictures/two.png`,
        },
      })
    })

    test('a queued drawing is answered with 1; the row keeps 22', async () => {
      const user = await desk.makeUser()
      desk.proxy.answer(({ path }) =>
        path.endsWith('imagine')
          ? { code: '22', description: 'in queue', result: 17, properties: { numberOfQueues: 3 } }
          : undefined,
      )
      const { told } = await desk.call(user, '/mj/submit/imagine', { prompt: 'a cat' })
      expect(told).toMatchObject({ code: 1, description: 'in queue', properties: { numberOfQueues: 3 } })
      expect(await desk.rowOf(told.result)).toMatchObject({ code: 22, upstream_id: '17', quota: 0.1 * UNIT })
    })

    test.each([3, 4, 9, 23, 24, 77])('the upstream’s code %i is passed on, stored and free', async code => {
      const user = await desk.makeUser()
      const properties = { promptEn: 'gore', bannedWord: 'gore' }
      const description = `no, says ${new URL(desk.proxy.url).host} to upstream-key`
      desk.proxy.answer(({ path }) => (path.endsWith('imagine') ? { code, description, properties } : undefined))
      const { status, told } = await desk.call(user, '/mj/submit/imagine', { prompt: 'gore' })
      expect({ status, told }).toMatchObject({ status: 200, told: { code, properties } })
      expect(JSON.stringify(told)).not.toContain('upstream-key')
      expect(JSON.stringify(told)).not.toContain(new URL(desk.proxy.url).host)
      expect(await desk.paidBy(user)).toMatchObject({ left: 5_000_000, used: 0, tokenUsed: 0 })
      const row = (await desk.rowsOf(user)).at(-1)
      expect(row).toMatchObject({ code, status: 'FAILURE', progress: '100%', is_open: 0, quota: 0, held: 0 })
      expect(row?.fail_reason).toContain('no, says')
      const [log] = await until(
        () => desk.logsOf(user),
        rows => rows.length > 0,
      )
      expect(log).toMatchObject({ type: 5, quota: 0, error_code: `midjourney_${code}` })
      await desk.gateway.consoleCall('PUT', '/api/channel/', { id: desk.channel.id, status: 1 })
    })

    test.each([
      ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
      ['nothing', () => new Response('')],
      ['no code', () => Response.json({ ok: true })],
      ['code 1 without an id', () => Response.json({ code: 1, description: 'ok' })],
      ['a failure', () => new Response('busy', { status: 500 })],
      ['a wrong secret', () => Response.json({ description: 'Invalid secret' }, { status: 401 })],
    ])('%s in the place of an answer costs nothing', async (_name, answer) => {
      const user = await desk.makeUser()
      desk.proxy.answer(({ path }) => (path.endsWith('imagine') ? answer() : undefined))
      const { status, told } = await desk.call(user, '/mj/submit/imagine', { prompt: 'a cat' })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(told).toMatchObject({ type: 'upstream_error', code: expect.any(Number), description: expect.any(String) })
      expect(await desk.paidBy(user)).toMatchObject({ left: 5_000_000, used: 0 })
      expect(await desk.books()).toEqual({ findings: [], held: 0, holds: 0 })
      await desk.gateway.consoleCall('PUT', '/api/channel/', { id: desk.channel.id, status: 1 })
    })

    test.each([
      ['/mj/submit/imagine', {}, 400, 4, 'prompt_is_required'],
      ['/mj/submit/imagine', 'no json', 400, 4, 'bind_request_body_failed'],
      ['/mj/submit/change', { taskId: 'task_x', action: 'UPSCALE', index: 1 }, 404, 4, 'task_not_found'],
      ['/mj/submit/nothing', {}, 404, 4, 'route_unknown'],
      ['/mj-slow/mj/submit/imagine', { prompt: 'a' }, 404, 4, 'route_unknown'],
    ])('%s %j is refused before anything is sent', async (path, body, status, code, description) => {
      const user = await desk.makeUser()
      const sent = desk.proxy.requests.length
      const refused = await desk.call(user, path, body)
      expect(refused.status).toBe(status)
      expect(refused.told).toMatchObject({ code, description, type: 'upstream_error' })
      expect(String(refused.told.message)).toContain('request id')
      expect(desk.proxy.requests.slice(sent)).toEqual([])
      expect(await desk.rowsOf(user)).toEqual([])
    })

    test('a drawing beyond the wallet, the cap or the period’s limit is refused', async () => {
      const poor = await desk.makeUser(1000)
      expect((await desk.call(poor, '/mj/submit/imagine', { prompt: 'a' })).told).toMatchObject({
        code: 4,
        description: 'quota_not_enough',
      })
      const capped = await desk.makeUser(5_000_000, { unlimited_quota: false, remain_quota: 60_000 })
      await desk.submit(capped, '/submit/imagine', { prompt: 'a' })
      expect((await desk.call(capped, '/mj/submit/imagine', { prompt: 'a' })).told.description).toBe('quota_not_enough')
      expect(await desk.paidBy(capped)).toMatchObject({ used: 50_000, cap: 10_000 })
    })

    test('the speed in the path is sent upstream and may have its own price', async () => {
      const prices = await desk.gateway.consoleCall<{ key: string; value: string }[]>('GET', '/api/option/')
      const own = JSON.parse(prices.find(({ key }) => key === 'ModelPrice')?.value ?? '{}')
      await desk.gateway.setOption('ModelPrice', JSON.stringify({ ...own, mj_turbo_imagine: 0.4 }))
      const user = await desk.makeUser()
      for (const [mode, price] of [
        ['turbo', 0.4],
        ['relax', 0.1],
        ['fast', 0.1],
      ] as const) {
        const { told } = await desk.call(user, `/mj-${mode}/mj/submit/imagine`, { prompt: 'a cat' })
        expect(desk.proxy.requests.at(-1)?.path).toBe(`/mj-${mode}/mj/submit/imagine`)
        expect(await desk.rowOf(told.result)).toMatchObject({ mode, quota: price * UNIT })
        expect((await desk.call(user, `/mj-${mode}/mj/task/${told.result}/fetch`)).told.id).toBe(told.result)
      }
    })

    test('the operator’s options are obeyed', async () => {
      const user = await desk.makeUser()
      const body = {
        prompt: 'a cat --turbo',
        accountFilter: { modes: ['FAST'] },
        notifyHook: 'https://client.example/h',
      }
      const sent = async () => {
        await desk.submit(user, '/submit/imagine', body)
        return desk.proxy.requests.at(-1)?.body
      }
      expect(await sent()).toEqual({ prompt: 'a cat --turbo' })
      await desk.gateway.setOption('MjAccountFilterEnabled', true)
      await desk.gateway.setOption('MjModeClearEnabled', true)
      expect(await sent()).toEqual({ prompt: 'a cat', accountFilter: body.accountFilter })
      await desk.gateway.setOption('MjAccountFilterEnabled', false)
      await desk.gateway.setOption('MjModeClearEnabled', false)

      const origin = await desk.submit(user, '/submit/imagine', { prompt: 'a' })
      const change = { taskId: origin, action: 'VARIATION', index: 1 }
      expect((await desk.call(user, '/mj/submit/change', change)).told.description).toBe('task_status_not_success')
      await desk.gateway.setOption('MjActionCheckSuccessEnabled', false)
      // Now the upstream itself refuses.
      expect((await desk.call(user, '/mj/submit/change', change)).told.code).toBe(9)
      await desk.gateway.setOption('MjActionCheckSuccessEnabled', true)
    })

    test('a follow-up needs its origin’s channel, enabled', async () => {
      const other = await desk.makeChannel(desk.proxy, { priority: 50 })
      const user = await desk.makeUser()
      const origin = await desk.drawn(user)
      expect((await desk.rowOf(origin)).channel_id).toBe(other.id)
      await desk.gateway.consoleCall('PUT', '/api/channel/', { id: other.id, status: 2 })
      const change = { taskId: origin, action: 'VARIATION', index: 1 }
      expect((await desk.call(user, '/mj/submit/change', change)).told).toMatchObject({
        code: 5,
        description: 'get_channel_info_failed',
      })
      await desk.gateway.consoleCall('DELETE', `/api/channel/${other.id}`)
      expect((await desk.call(user, `/mj/task/${origin}/image-seed`)).told.description).toBe('get_channel_info_failed')
    })

    test('an unreachable channel is skipped', async () => {
      await desk.gateway.setOption('RetryTimes', 1)
      const gone = await desk.makeChannel({ ...desk.proxy, url: 'http://127.0.0.1:1' }, { priority: 90 })
      const user = await desk.makeUser()
      const id = await desk.submit(user, '/submit/imagine', { prompt: 'a cat' })
      expect((await desk.rowOf(id)).channel_id).toBe(desk.channel.id)
      expect((await desk.rowsOf(user)).map(({ status }) => status)).toEqual(['FAILURE', 'SUBMITTED'])
      expect((await desk.paidBy(user)).used).toBe(0.1 * UNIT)
      await desk.gateway.consoleCall('DELETE', `/api/channel/${gone.id}`)
      await desk.gateway.setOption('RetryTimes', 0)
    })

    test('lists contain only the caller’s tasks, and an unknown id is not found', async () => {
      const user = await desk.makeUser()
      const ids = [await desk.submit(user, '/submit/imagine', { prompt: '1' }), await desk.drawn(user)]
      const list = (asked: unknown) => desk.call(user, '/mj/task/list-by-condition', { ids: asked })
      const { told } = await list([...ids, 'task_unknown', ids[0]])
      expect((told as unknown as { id: string }[]).map(({ id }) => id)).toEqual(ids)
      for (const none of [[], null, undefined]) expect((await list(none)).told as unknown).toEqual([])
    })

    test('another user’s tasks are not found', async () => {
      const [owner, stranger] = [await desk.makeUser(), await desk.makeUser()]
      const id = await desk.drawn(owner)
      const sent = desk.proxy.requests.length
      const calls: [string, object?][] = [
        [`/mj/task/${id}/fetch`],
        [`/mj/task/${id}/image-seed`],
        ['/mj/submit/change', { taskId: id, action: 'UPSCALE', index: 1 }],
        ['/mj/submit/simple-change', { content: `${id} U1` }],
        ['/mj/submit/action', { taskId: id, customId: 'MJ::JOB::upsample::1::x' }],
        ['/mj/submit/modal', { taskId: id }],
        ['/mj/submit/video', { taskId: id, action: 'extend', index: 1 }],
      ]
      for (const [path, body] of calls) {
        const [real, made] = await Promise.all([
          desk.call(stranger, path, body),
          desk.call(
            stranger,
            path.replace(id, 'task_none'),
            body && JSON.parse(JSON.stringify(body).replace(id, 'task_none')),
          ),
        ])
        expect(real.told).toMatchObject({ description: 'task_not_found' })
        expect([real.status, made.status]).toEqual([404, 404])
      }
      const listed = await desk.call(stranger, '/mj/task/list-by-condition', { ids: [id] })
      expect(listed.told as unknown).toEqual([])
      expect(desk.proxy.requests.slice(sent)).toEqual([])
    })

    test('the channel that drew it is asked for the seed', async () => {
      const user = await desk.makeUser()
      const id = await desk.drawn(user)
      const { told } = await desk.call(user, `/mj/task/${id}/image-seed`)
      expect<unknown>(told).toEqual({ code: 1, description: 'success', result: '1259687673' })
    })

    test('mj-api-secret is read only if Authorization has no key', async () => {
      const user = await desk.makeUser()
      const ask = async (headers: Record<string, string>) =>
        (await fetch(`${desk.gateway.url}/mj/task/list-by-condition`, { method: 'POST', body: '{}', headers })).status
      expect(await ask({ 'mj-api-secret': user.bearer })).toBe(200)
      expect(await ask({ 'mj-api-secret': user.bearer, authorization: 'midjourney-proxy' })).toBe(200)
      expect(await ask({ 'mj-api-secret': user.bearer, authorization: 'Bearer midjourney-proxy' })).toBe(200)
      expect(await ask({ 'mj-api-secret': user.bearer, authorization: 'Bearer sk-wrong' })).toBe(401)
      expect(await ask({})).toBe(401)
    })

    test('in the end nothing is held and the books balance', async () => {
      expect(await desk.books()).toEqual({ findings: [], held: 0, holds: 0 })
    })
  })
}
