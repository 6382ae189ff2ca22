import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type DrawingDesk, openDrawingDesk } from '../../../../test/support/drawing-desk.ts'
import { until } from '../../../../test/support/until.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/support/webhook-receiver.ts'
import { makeOutbound } from '../../../platform/http/outbound.ts'

const PRICE = 50_000

for (const { kind, open } of databases()) {
  describe(`callbacks of drawings on ${kind}`, () => {
    let database: TestDatabase
    let desk: DrawingDesk
    let hook: WebhookReceiver
    beforeAll(async () => {
      database = await open()
      desk = await openDrawingDesk(database)
      hook = await startWebhookReceiver()
      await desk.gateway.setOption('MjNotifyEnabled', true)
      await desk.gateway.setOption('ServerAddress', desk.gateway.url)
    })
    beforeEach(() => {
      hook.received = []
      desk.proxy.answer()
    })
    afterAll(async () => {
      await desk.close()
      hook.stop()
      await database.close()
    })

    const submit = (user: { bearer: string }) =>
      desk.submit(user, '/submit/imagine', { prompt: 'a cat', notifyHook: `http://127.0.0.1:${hook.port}/mine` })
    const told = (id: string) =>
      hook.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>).filter(task => task.id === id)
    const post = async (url: string, body: unknown) =>
      (await fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })).status

    test('the upstream notifies us, and we notify the client under our own id', async () => {
      const user = await desk.makeUser()
      const id = await submit(user)
      const task = desk.proxy.last()
      expect(task.notifyHook).toMatch(new RegExp(`^${RegExp.escape(desk.gateway.url)}/mj/notify/\\w{32}$`))
      expect(await desk.proxy.change(task, { status: 'IN_PROGRESS', progress: '30%' })).toBe(200)
      await until(
        async () => told(id).length,
        count => count === 1,
      )
      expect(await desk.proxy.change(task, desk.proxy.succeeded())).toBe(200)
      await until(
        async () => told(id).length,
        count => count === 2,
      )
      expect(told(id)).toMatchObject([
        { id, status: 'IN_PROGRESS', progress: '30%' },
        { id, status: 'SUCCESS', progress: '100%' },
      ])
      expect(JSON.stringify(told(id))).not.toContain(task.id)
      expect(JSON.stringify(told(id))).not.toContain(desk.proxy.url)
      expect(hook.received.map(({ path }) => path)).toEqual(['/mine', '/mine'])
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUCCESS', is_open: 0, quota: PRICE })
    })

    test('one that comes twice refunds once and notifies the client once', async () => {
      const user = await desk.makeUser()
      const id = await submit(user)
      const task = desk.proxy.last()
      const failed = { ...desk.proxy.told(task), ...desk.proxy.failed(`no, says ${new URL(desk.proxy.url).host}`) }
      const statuses = await Promise.all(Array.from({ length: 5 }, () => post(task.notifyHook, failed)))
      expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0)
      expect(await post(task.notifyHook, failed)).toBe(404)
      await desk.poll()
      expect(await desk.paidBy(user)).toMatchObject({ left: 5_000_000, used: 0, tokenUsed: 0 })
      const row = await desk.rowOf(id)
      expect(row).toMatchObject({ status: 'FAILURE', progress: '100%', is_open: 0, refunded: PRICE })
      expect(row.fail_reason).not.toContain(new URL(desk.proxy.url).host)
      await until(
        async () => told(id).length,
        count => count === 1,
      )
      expect((await desk.logsOf(user)).map(({ type }) => type)).toEqual([2, 4])
    })

    test('a forged one changes nothing', async () => {
      const user = await desk.makeUser()
      const id = await submit(user)
      const task = desk.proxy.last()
      const other = { ...desk.proxy.told(task), ...desk.proxy.succeeded() }
      const site = `${desk.gateway.url}/mj/notify`
      const forged: [string, unknown, number][] = [
        [`${site}/${'a'.repeat(32)}`, other, 404],
        [`${site}/${task.id}`, other, 404],
        [`${site}/${id}`, other, 404],
        [task.notifyHook, { ...other, id: '999' }, 400],
        [task.notifyHook, { ...other, id }, 400],
        [task.notifyHook, 'no json', 400],
        [task.notifyHook, [other], 400],
        [task.notifyHook, 'x'.repeat(2 * 1024 * 1024), 400],
      ]
      for (const [url, body, status] of forged) expect([url, await post(url, body)]).toEqual([url, status])
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUBMITTED', progress: '0%', is_open: 1 })
      expect(hook.received).toEqual([])
    })

    test('a late one finds its drawing ended', async () => {
      const user = await desk.makeUser()
      const id = await submit(user)
      const task = desk.proxy.last()
      await desk.poll(3601)
      expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', refunded: PRICE })
      expect(await desk.proxy.change(task, desk.proxy.succeeded())).toBe(404)
      expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', image_url: '' })
      expect((await desk.paidBy(user)).left).toBe(5_000_000)
      await until(
        async () => told(id),
        all => all.length === 1 && all[0]?.status === 'FAILURE',
      )
    })

    test('one that comes before the submission is answered does no harm', async () => {
      const user = await desk.makeUser()
      const early: number[] = []
      desk.proxy.answer(async ({ path, body }) => {
        if (path.endsWith('/imagine'))
          early.push(await post(String(body.notifyHook), { id: 'any', status: 'SUCCESS', progress: '100%' }))
        return undefined
      })
      const id = await submit(user)
      expect(early).toEqual([400])
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUBMITTED', is_open: 1 })
      expect(await desk.proxy.change(desk.proxy.last(), desk.proxy.succeeded())).toBe(200)
      expect((await desk.rowOf(id)).status).toBe('SUCCESS')
    })

    test('the client is also notified of what polling finds', async () => {
      const user = await desk.makeUser()
      const id = await submit(user)
      Object.assign(desk.proxy.last(), desk.proxy.succeeded())
      await desk.poll()
      await until(
        async () => told(id),
        all => all.length === 1 && all[0]?.id === id,
      )
    })

    test('a client’s hook is called only on the public internet', async () => {
      const { outbound } = desk.app.relay
      desk.app.relay.outbound = makeOutbound()
      try {
        const user = await desk.makeUser()
        const id = await submit(user)
        expect(await desk.proxy.change(desk.proxy.last(), desk.proxy.succeeded())).toBe(200)
        expect((await desk.rowOf(id)).status).toBe('SUCCESS')
        expect(hook.received).toEqual([])
      } finally {
        desk.app.relay.outbound = outbound
      }
    })

    test('in the end nothing is held and the books balance', async () => {
      expect(await desk.books()).toEqual({ findings: [], held: 0, holds: 0 })
    })
  })
}
