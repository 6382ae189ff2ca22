import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { openTasksDesk, type TasksDesk, type TaskUser } from '../../../test/support/tasks-desk.ts'
import { until } from '../../../test/support/until.ts'
import { startTaskUpstream, type TaskUpstream } from '../../../test/support/vendors/task-upstream.ts'
import { makePollBackOff } from './poll-back-off.ts'

const MUSIC = 50_000
const START = 1_000_000
const HOUR = 3600

const html = () => new Response('<html>Sign in to the network</html>', { headers: { 'content-type': 'text/html' } })

/** Answers that say nothing about a task, so they must never change it. */
const SILENCES: Record<string, () => Response> = {
  'too many requests': () => new Response('slow down', { status: 429, headers: { 'retry-after': '30' } }),
  'an internal error': () => Response.json({ code: 'error' }, { status: 500 }),
  'a bad gateway': () => new Response('<html>502</html>', { status: 502 }),
  'a key that is wrong': () => Response.json({ code: 'error' }, { status: 401 }),
}

/** Answers that cannot be understood. */
const RIDDLES: Record<string, () => Response> = {
  'a page': html,
  'no JSON': () => new Response('{"code":"succ', { headers: { 'content-type': 'application/json' } }),
  'another object': () => Response.json({ ok: true }),
  'a list': () => Response.json([1, 2]),
  null: () => Response.json(null),
  'an error at 200': () => Response.json({ code: 'fail', message: 'no', data: null }),
  'not found': () => new Response('not found', { status: 404 }),
  'no list of tasks': () => Response.json({ code: 'success', data: { a: 1 } }),
}

for (const { kind, open } of databases()) {
  describe(`tasks whose upstream misbehaves, on ${kind}`, () => {
    let database: TestDatabase
    let desk: TasksDesk
    let upstream: TaskUpstream
    let user: TaskUser
    let channel: Channel

    beforeAll(async () => {
      database = await open()
      desk = await openTasksDesk(database.place.DATABASE_URL)
    }, 60_000)
    afterAll(async () => {
      await desk.gateway.stop()
      await database.close()
    })
    beforeEach(async () => {
      upstream = startTaskUpstream()
      channel = await desk.gateway.makeChannel({ type: 36, base_url: upstream.url, models: 'suno_music', priority: 1 })
      user = await desk.makeUser(START)
    })
    afterEach(async () => {
      upstream.misbehave()
      desk.setAhead(0)
      // Tasks still open end with their channel.
      await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`).catch(() => undefined)
      await desk.poll()
      await desk.expectBalanced()
      upstream.stop()
    })

    const submit = () => user.call('POST', '/suno/submit/music', { gpt_description_prompt: 'a song' })
    const row = async () => {
      const [only] = await desk.rows(user.id)
      if (!only) throw new Error('no task was made')
      return only
    }
    const balance = async () => (await desk.money(user)).balance
    const refunds = async () =>
      (await desk.logs(user.id)).filter(({ code }) => code === 'task_refunded').map(({ model_name }) => model_name)
    /** Expects the task to have failed and everything else to be unchanged. */
    const expectPaidBack = async () => {
      expect(await row()).toMatchObject({ is_open: 0, status: 'FAILURE', progress: '100%', refunded: MUSIC, held: 0 })
      expect(await desk.money(user)).toEqual({ balance: START, used: 0, cap: START, usedOfToken: 0 })
      expect(await refunds()).toEqual(['suno_music'])
    }

    test('a task that its upstream forgot ends at its deadline by our clock and is refunded', async () => {
      await submit()
      upstream.forget(upstream.last().id)
      for (const later of [0, HOUR / 2, HOUR - 60]) {
        desk.setAhead(later)
        expect(await desk.poll()).toBe(0)
        expect(await balance()).toBe(START - MUSIC)
      }
      desk.setAhead(HOUR + 1)
      expect(await desk.poll()).toBe(1)
      await expectPaidBack()
    })

    test('one that reappears after an hour has still failed', async () => {
      await submit()
      const [made] = upstream.all()
      upstream.forget(made?.id ?? '')
      desk.setAhead(HOUR + 1)
      await desk.poll()
      if (made) upstream.tasks.set(made.id, { ...made, state: 'succeeded' })
      desk.setAhead(2 * HOUR)
      expect(await desk.poll()).toBe(0)
      await expectPaidBack()
    })

    test('a clock that jumps back or a little ahead changes nothing', async () => {
      await submit()
      for (const ahead of [-10 * HOUR, HOUR / 2, -1, 0]) {
        desk.setAhead(ahead)
        expect(await desk.poll()).toBe(0)
      }
      expect(await row()).toMatchObject({ is_open: 1, status: 'QUEUED' })
      upstream.last().state = 'succeeded'
      expect(await desk.poll()).toBe(1)
      expect(await balance()).toBe(START - MUSIC)
    })

    for (const [name, answer] of Object.entries(SILENCES))
      test(`${name}: changes nothing, however often, and the task continues`, async () => {
        await submit()
        upstream.misbehave(answer)
        const before = await row()
        for (let times = 0; times < 12; times++) expect(await desk.poll()).toBe(0)
        expect({ ...(await row()), poll_at: 0 }).toEqual({ ...before, poll_at: 0 })
        upstream.misbehave()
        upstream.last().state = 'succeeded'
        expect(await desk.poll()).toBe(1)
        expect(await balance()).toBe(START - MUSIC)
      })

    for (const [name, answer] of Object.entries(RIDDLES))
      test(`an answer that is ${name} changes nothing until it comes five times`, async () => {
        await submit()
        upstream.misbehave(answer)
        for (let times = 0; times < 4; times++) expect(await desk.poll()).toBe(0)
        expect(await row()).toMatchObject({ is_open: 1, status: 'SUBMITTED', misread: 4 })
        // An understood answer in between restarts the count.
        upstream.misbehave()
        await desk.poll()
        expect((await row()).misread).toBe(0)
        upstream.misbehave(answer)
        for (let times = 0; times < 4; times++) expect(await desk.poll()).toBe(0)
        expect(await balance()).toBe(START - MUSIC)
        expect(await desk.poll()).toBe(1)
        await expectPaidBack()
      })

    test('an unknown state is not understood, but only for that task', async () => {
      await submit()
      await submit()
      const [first, second] = upstream.all()
      const told = (id?: string, status?: string) => ({ task_id: id, action: 'MUSIC', status, data: null })
      upstream.misbehave(() =>
        Response.json({
          code: 'success',
          data: [told(first?.id, 'DANCING'), told(second?.id, 'SUCCESS'), told('another', 'SUCCESS'), { odd: 1 }, 7],
        }),
      )
      expect(await desk.poll()).toBe(1)
      expect((await desk.rows(user.id)).map(({ status, misread }) => [status, misread])).toEqual([
        ['SUBMITTED', 1],
        ['SUCCESS', 0],
      ])
    })

    test('one reported as succeeded, then failed, then running has succeeded', async () => {
      await submit()
      for (const state of ['succeeded', 'failed', 'running', 'queued', 'failed'] as const) {
        Object.assign(upstream.last(), { state, reason: state === 'failed' ? 'no' : '', progress: 5 })
        await desk.poll()
      }
      expect(await row()).toMatchObject({ status: 'SUCCESS', progress: '100%', refunded: 0 })
      expect(await balance()).toBe(START - MUSIC)
      expect(await refunds()).toEqual([])
    })

    test('invalid progress stays within bounds and never goes back', async () => {
      await submit()
      const seen: number[] = []
      for (const progress of [10, -5, 1e9, 50, Number.NaN, 3]) {
        Object.assign(upstream.last(), { state: 'running', progress })
        await desk.poll()
        seen.push(Number.parseInt((await row()).progress, 10))
      }
      expect(seen).toEqual([10, 10, 99, 99, 99, 99])
    })

    test('a disabled channel is still polled; tasks of a deleted one are refunded', async () => {
      await submit()
      await submit()
      await desk.gateway.consoleCall('PUT', '/api/channel/', { ...channel, status: 2 })
      const [first] = upstream.all()
      if (first) first.state = 'succeeded'
      expect(await desk.poll()).toBe(1)
      expect(await balance()).toBe(START - 2 * MUSIC)
      await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
      expect(await desk.poll()).toBe(1)
      expect((await desk.rows(user.id)).map(({ status, refunded }) => [status, refunded])).toEqual([
        ['SUCCESS', 0],
        ['FAILURE', MUSIC],
      ])
      expect(await balance()).toBe(START - MUSIC)
    })

    test('a channel that became another kind of upstream counts as deleted', async () => {
      await submit()
      await desk.app.db.updateTable('channels').set({ type: 1 }).where('id', '=', channel.id).execute()
      expect(await desk.poll()).toBe(1)
      await expectPaidBack()
    })

    test('one that ends while many nodes poll ends once, however it ends', async () => {
      for (let at = 0; at < 10; at++) await submit()
      upstream.all().forEach((task, at) => {
        Object.assign(task, at % 2 === 0 ? { state: 'failed', reason: 'no' } : { state: 'succeeded' })
      })
      await desk.app.db.updateTable('tasks').set({ poll_at: 0 }).execute()
      // Like nodes that lost their lease of the job while polling.
      const nodes = await Promise.all(Array.from({ length: 4 }, () => desk.pollDue()))
      expect(nodes.reduce((sum, ended) => sum + ended, 0)).toBe(10)
      expect(await balance()).toBe(START - 5 * MUSIC)
      expect(await refunds()).toHaveLength(5)
    })

    test('a deadline and an answer at the same moment end it once', async () => {
      await submit()
      upstream.last().state = 'succeeded'
      await desk.app.db.updateTable('tasks').set({ poll_at: 0 }).execute()
      const early = desk.pollDue()
      desk.setAhead(HOUR + 1)
      const [one, other] = await Promise.all([early, desk.pollDue()])
      expect(one + other).toBe(1)
      const { status, refunded } = await row()
      expect(await balance()).toBe(status === 'SUCCESS' ? START - MUSIC : START)
      expect(refunded).toBe(status === 'SUCCESS' ? 0 : MUSIC)
    })

    test('a failing channel is polled less and less often', async () => {
      await submit()
      upstream.misbehave(SILENCES['an internal error'])
      const backOff = makePollBackOff()
      const asked = () => upstream.calls.filter(call => call === 'POST /suno/fetch').length
      for (let seconds = 15; seconds <= 40 * 60; seconds += 15) {
        desk.setAhead(seconds)
        await desk.pollDue(backOff)
      }
      // After 15, 30, 60, 120, 240, 480, 600 and 600 seconds, instead of 160 times.
      expect(asked()).toBeGreaterThan(4)
      expect(asked()).toBeLessThan(12)
    })

    test('a task whose submission takes too long is given up: its hold is refunded and it is not charged', async () => {
      const held = Promise.withResolvers<undefined>()
      const reached = Promise.withResolvers<void>()
      upstream.misbehave(call => {
        if (!call.startsWith('POST /suno/submit')) return undefined
        reached.resolve()
        return held.promise
      })
      const submitting = submit()
      await reached.promise
      expect(await row()).toMatchObject({ status: '', is_open: 1, held: MUSIC, quota: 0 })
      expect(await balance()).toBe(START - MUSIC)
      desk.setAhead(24 * HOUR)
      expect(await desk.poll()).toBe(1)
      expect(await balance()).toBe(START)
      held.resolve(undefined)
      expect((await submitting).status).toBe(502)
      expect(await row()).toMatchObject({ status: 'FAILURE', is_open: 0, held: 0, quota: 0, refunded: 0 })
      expect(await desk.money(user)).toEqual({ balance: START, used: 0, cap: START, usedOfToken: 0 })
    })

    test('a client that leaves during the submission still has its task', async () => {
      const held = Promise.withResolvers<undefined>()
      const reached = Promise.withResolvers<void>()
      upstream.misbehave(() => {
        reached.resolve()
        return held.promise
      })
      const leaving = new AbortController()
      const left = fetch(`${desk.gateway.url}/suno/submit/music`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.bearer}` },
        body: '{"prompt":"a song"}',
        signal: leaving.signal,
      }).catch(() => 'left')
      await reached.promise
      leaving.abort()
      expect(await left).toBe('left')
      upstream.misbehave()
      held.resolve(undefined)
      await until(row, ({ status }) => status === 'SUBMITTED')
      expect(await balance()).toBe(START - MUSIC)
    })

    test('a task that was not accepted goes to another channel; one that may have been accepted does not', async () => {
      const second = startTaskUpstream()
      const models = 'suno_music'
      const { id } = await desk.gateway.makeChannel({ type: 36, base_url: second.url, models, priority: 0 })
      await desk.gateway.setOption('RetryTimes', 2)
      try {
        const answers: [Response, number][] = [
          [new Response('slow down', { status: 429 }), 200],
          [Response.json({ code: 'error' }, { status: 500 }), 500],
          [html(), 502],
        ]
        for (const [answer, status] of answers) {
          const before = [await balance(), second.all().length] as const
          upstream.misbehave(call => (call.includes('submit') ? answer.clone() : undefined))
          expect((await submit()).status).toBe(status)
          const taken = status === 200 ? 1 : 0
          expect([await balance(), second.all().length]).toEqual([before[0] - taken * MUSIC, before[1] + taken])
          // Ends its rest, so that the next call tries it again.
          desk.app.relay.health.succeeded(channel.id)
          desk.app.relay.health.succeeded(channel.id, 'suno_music')
        }
        const rows = await desk.rows(user.id)
        expect(rows.filter(({ status }) => status === 'SUBMITTED')).toHaveLength(1)
        expect(rows.filter(({ is_open, held }) => held !== 0 && is_open === 0)).toEqual([])
      } finally {
        await desk.gateway.setOption('RetryTimes', 0)
        await desk.gateway.consoleCall('DELETE', `/api/channel/${id}`)
        second.stop()
      }
    })

    test('money for three serves three of twenty concurrent tasks', async () => {
      const poor = await desk.makeUser(3 * MUSIC + 1)
      const body = { gpt_description_prompt: 'a song' }
      const answers = await Promise.all(Array.from({ length: 20 }, () => poor.call('POST', '/suno/submit/music', body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect((await desk.money(poor)).balance).toBe(1)
    })
  })
}
