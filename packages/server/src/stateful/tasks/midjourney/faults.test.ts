import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type DrawingDesk, openDrawingDesk } from '../../../../test/support/drawing-desk.ts'
import { startMidjourneyProxy } from '../../../../test/support/vendors/midjourney-proxy.ts'

const PRICE = 50_000
const HOUR = 3600

for (const { kind, open } of databases()) {
  describe(`drawings under faults on ${kind}`, () => {
    let database: TestDatabase
    let desk: DrawingDesk
    beforeAll(async () => {
      database = await open()
      desk = await openDrawingDesk(database)
    })
    beforeEach(() => desk.proxy.answer())
    afterAll(async () => {
      await desk.close()
      await database.close()
    })

    const imagine = (user: { bearer: string }) => desk.submit(user, '/submit/imagine', { prompt: 'a cat' })
    const onPolls = (answer: () => Response) =>
      desk.proxy.answer(({ path }) => (path.includes('list-by-condition') ? answer() : undefined))

    test('a failed one is refunded once: to user and token, and in their and the channel’s usage', async () => {
      const user = await desk.makeUser(5_000_000, { unlimited_quota: false, remain_quota: 100_000 })
      const before = await desk.usedOf(desk.channel)
      const id = await imagine(user)
      expect(await desk.paidBy(user)).toEqual({ left: 4_950_000, used: PRICE, tokenUsed: PRICE, cap: 50_000 })
      await desk.proxy.change(desk.proxy.last(), desk.proxy.failed('Banned prompt'))
      await Promise.all([desk.poll(), desk.poll(), desk.poll()])
      await desk.poll()
      expect(await desk.paidBy(user)).toEqual({ left: 5_000_000, used: 0, tokenUsed: 0, cap: 100_000 })
      expect(await desk.usedOf(desk.channel)).toBe(before)
      const { told } = await desk.call(user, `/mj/task/${id}/fetch`)
      expect(told).toMatchObject({ status: 'FAILURE', progress: '100%', failReason: 'Banned prompt' })
      expect((await desk.logsOf(user)).map(({ type }) => type)).toEqual([2, 4])
    })

    test('one that the upstream forgets ends by our own clock, and later reports change nothing', async () => {
      const user = await desk.makeUser()
      const id = await imagine(user)
      const task = desk.proxy.last()
      desk.proxy.tasks.delete(task.id)
      for (let times = 0; times < 8; times++) await desk.poll(times * 400)
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUBMITTED', is_open: 1, misread: 0 })
      await desk.poll(HOUR + 1)
      expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', is_open: 0, refunded: PRICE })
      desk.proxy.tasks.set(task.id, Object.assign(task, desk.proxy.succeeded()))
      await desk.poll(HOUR + 20)
      expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', image_url: '' })
      expect((await desk.paidBy(user)).left).toBe(5_000_000)
    })

    test.each([
      ['pages', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
      ['an object', () => Response.json({ code: 4 })],
      ['other members', () => Response.json([{ id: desk.proxy.last().id, status: 7 }])],
    ])('%s in the place of an answer change nothing, until they repeat', async (_name, answer) => {
      const user = await desk.makeUser()
      const id = await imagine(user)
      onPolls(answer)
      for (let times = 0; times < 4; times++) await desk.poll()
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUBMITTED', is_open: 1 })
      await desk.poll()
      expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', is_open: 0, refunded: PRICE })
      expect((await desk.paidBy(user)).left).toBe(5_000_000)
    })

    test.each([429, 401, 500, 503])('status %i says nothing about drawings', async status => {
      const user = await desk.makeUser()
      const id = await imagine(user)
      onPolls(() => new Response('later', { status }))
      for (let times = 0; times < 8; times++) await desk.poll()
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUBMITTED', is_open: 1 })
      desk.proxy.answer()
      Object.assign(desk.proxy.last(), desk.proxy.succeeded())
      await desk.poll()
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUCCESS', quota: PRICE })
    })

    test('with a lying upstream, progress never goes back and an ended drawing stays ended', async () => {
      const user = await desk.makeUser()
      const id = await imagine(user)
      const task = desk.proxy.last()
      for (const progress of ['60%', '10%', '250%', '-5%', 'soon']) {
        Object.assign(task, { status: 'IN_PROGRESS', progress })
        await desk.poll()
      }
      expect((await desk.rowOf(id)).progress).toBe('99%')
      Object.assign(task, desk.proxy.succeeded())
      await desk.poll()
      Object.assign(task, desk.proxy.failed())
      await desk.poll()
      expect(await desk.rowOf(id)).toMatchObject({ status: 'SUCCESS', progress: '100%', refunded: 0 })
      expect((await desk.paidBy(user)).used).toBe(PRICE)
    })

    test('a drawing keeps its upstream’s own times, limited to between its submission and now', async () => {
      const user = await desk.makeUser()
      const [kept, bounded] = [await imagine(user), await imagine(user)]
      const [first, second] = [...desk.proxy.tasks.values()].slice(-2)
      if (!first || !second) throw new Error('there are no two')
      const submitted = (await desk.rowOf(kept)).submit_time
      Object.assign(first, { status: 'IN_PROGRESS', startTime: submitted + 2000 })
      Object.assign(second, { status: 'IN_PROGRESS', startTime: submitted - 60_000 })
      await desk.poll(20)
      const begun = (await desk.rowOf(bounded)).submit_time
      expect((await desk.rowOf(kept)).start_time).toBe(submitted + 2000)
      expect((await desk.rowOf(bounded)).start_time).toBe(begun)
      Object.assign(first, { ...desk.proxy.succeeded(), finishTime: submitted + 9000 })
      Object.assign(second, { ...desk.proxy.failed('no'), finishTime: submitted + 365 * 24 * HOUR * 1000 })
      await desk.poll(40)
      expect(await desk.rowOf(kept)).toMatchObject({ start_time: submitted + 2000, finish_time: submitted + 9000 })
      const { start_time, finish_time } = await desk.rowOf(bounded)
      expect(start_time).toBe(begun)
      expect(finish_time).toBeLessThan(submitted + HOUR * 1000)
    })

    test('an answer with a server error is not an answer of the protocol', async () => {
      const user = await desk.makeUser()
      const words = { code: 4, description: 'Internal Server Error' }
      desk.proxy.answer(({ path }) => (path.includes('submit') ? Response.json(words, { status: 500 }) : undefined))
      const { status, told } = await desk.call(user, '/mj/submit/imagine', { prompt: 'a cat' })
      expect(status).toBeGreaterThanOrEqual(500)
      expect(told).toMatchObject({ type: 'upstream_error', code: 5 })
      expect((await desk.paidBy(user)).left).toBe(5_000_000)
    })

    test('drawings are refunded if their channel is deleted or becomes another kind', async () => {
      for (const change of ['delete', 'retype'] as const) {
        const own = startMidjourneyProxy()
        const channel = await desk.makeChannel(own, { priority: 80 })
        const user = await desk.makeUser()
        const id = await imagine(user)
        expect((await desk.rowOf(id)).channel_id).toBe(channel.id)
        if (change === 'delete') await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
        else await desk.gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, type: 1 })
        await desk.poll()
        expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', refunded: PRICE })
        expect((await desk.paidBy(user)).left).toBe(5_000_000)
        if (change === 'retype') await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
        await own.stop()
      }
    })

    test('a disabled channel continues what it has begun', async () => {
      const own = startMidjourneyProxy()
      const channel = await desk.makeChannel(own, { priority: 80 })
      const user = await desk.makeUser()
      const id = await imagine(user)
      await desk.gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, status: 2 })
      Object.assign(own.last(), own.succeeded())
      await desk.poll()
      expect((await desk.rowOf(id)).status).toBe('SUCCESS')
      await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
      await own.stop()
    })

    test('a hundred drawings of a channel are polled at once', async () => {
      const user = await desk.makeUser(50_000_000)
      const { id: channel_id } = desk.channel
      const made = await desk.rowOf(await imagine(user))
      const rows = Array.from({ length: 220 }, (_, at) => {
        const { id: _id, ...row } = made
        return { ...row, mj_id: `many-${at}`, upstream_id: `up-${at}`, quota: 0, channel_id }
      })
      for (let at = 0; at < rows.length; at += 20)
        await desk.app.db
          .insertInto('midjourneys')
          .values(rows.slice(at, at + 20))
          .execute()
      const asked = desk.proxy.requests.length
      await desk.poll()
      const sizes = desk.proxy.requests.slice(asked).map(({ body }) => (body.ids as string[]).length)
      expect(sizes.every(size => size <= 100)).toBe(true)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(220)
      await desk.app.db.deleteFrom('midjourneys').where('mj_id', 'like', 'many-%').execute()
      Object.assign(desk.proxy.last(), desk.proxy.succeeded())
      await desk.poll()
    })

    test('in the end nothing is held and the books balance', async () => {
      await desk.poll(2 * HOUR)
      expect(await desk.books()).toEqual({ findings: [], held: 0, holds: 0 })
    })
  })
}
