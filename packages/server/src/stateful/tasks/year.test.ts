import { describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { databases } from '../../../test/support/databases.ts'
import { openTasksDesk, type TaskUser } from '../../../test/support/tasks-desk.ts'
import { startTaskUpstream, type UpstreamTask } from '../../../test/support/vendors/task-upstream.ts'
import { makePollBackOff } from './poll-back-off.ts'

/** Two months, unless set otherwise: the soak's tests take a year. */
const DAYS = Number(process.env.TASK_DAYS ?? 60)
const DAY = 86_400
const SEED = 20_260_722
const USERS = 4
const START = 1_000_000_000

/** mulberry32: the same year every time. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { below: (most: number) => Math.floor(next() * most), happens: (share: number) => next() < share }
}

/** Wrong answers that an upstream may give to any call. */
const MOODS: (() => Response)[] = [
  () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  () => Response.json({ code: 'error' }, { status: 500 }),
  () => new Response('slow down', { status: 429 }),
  () => Response.json({ nonsense: true }),
  () => Response.json({ error: { message: 'no', code: 'no' } }, { status: 404 }),
]

for (const { kind, open } of databases()) {
  describe(`${DAYS} days of tasks on ${kind}`, () => {
    test('end each task once, balance the books and leave nothing held', async () => {
      const database = await open()
      const upstream = startTaskUpstream()
      const desk = await openTasksDesk(database.place.DATABASE_URL)
      const { db } = desk.app
      const random = randomFrom(SEED)
      const backOff = makePollBackOff()
      const users: TaskUser[] = []
      for (let at = 0; at < USERS; at++) users.push(await desk.makeUser(START))
      await desk.gateway.setOption('ModelPrice', JSON.stringify({ suno_music: 0.1, suno_lyrics: 0.01, 'sora-2': 0.1 }))
      const channels = new Map<number, Channel>()
      const addChannel = async (type: number) => {
        const models = type === 36 ? 'suno_music,suno_lyrics' : 'sora-2'
        const made = await desk.gateway.makeChannel({ type, base_url: upstream.url, models, name: `of type ${type}` })
        channels.set(made.id, made)
      }
      await addChannel(36)
      await addChannel(1)

      const submit = (user: TaskUser) => {
        const seconds = 1 + random.below(12)
        const [path, body] = (
          [
            ['/suno/submit/music', { gpt_description_prompt: 'a song' }],
            ['/suno/submit/lyrics', { prompt: 'a verse' }],
            ['/v1/videos', { model: 'sora-2', prompt: 'a cat', seconds }],
          ] as const
        )[random.below(3)] ?? ['', {}]
        return user.call('POST', path, body)
      }
      const develop = (task: UpstreamTask) => {
        if (random.happens(0.03)) return upstream.forget(task.id)
        const isOver = task.state === 'succeeded' || task.state === 'failed'
        // Some upstreams retract a result.
        if (isOver && !random.happens(0.02)) return
        const state = (['queued', 'running', 'running', 'succeeded', 'succeeded', 'failed'] as const)[random.below(6)]
        Object.assign(task, { state, progress: random.below(130), reason: state === 'failed' ? 'no' : '' })
      }

      let submitted = 0
      for (let now = 0; now < DAYS * DAY; now += 1_800 + random.below(DAY / 2)) {
        desk.setAhead(now)
        for (let more = random.below(3); more > 0; more--) {
          upstream.misbehave(random.happens(0.1) ? MOODS[random.below(MOODS.length)] : undefined)
          const user = users[random.below(USERS)]
          if (user && (await submit(user)).status === 200) submitted += 1
        }
        upstream.misbehave(random.happens(0.25) ? MOODS[random.below(MOODS.length)] : undefined)
        for (const task of upstream.all()) develop(task)
        const nodes = random.happens(0.2) ? 2 : 1
        await Promise.all(Array.from({ length: nodes }, () => desk.pollDue(backOff)))
        if (random.happens(0.01)) {
          const [id, { type }] = [...channels][random.below(channels.size)] ?? [0, { type: 0 }]
          await desk.gateway.consoleCall('DELETE', `/api/channel/${id}`)
          channels.delete(id)
          await addChannel(type)
        }
        if (upstream.tasks.size > 200) for (const { id } of upstream.all().slice(0, 100)) upstream.forget(id)
      }
      // Tasks still open end at their deadline.
      upstream.misbehave(MOODS[2])
      desk.setAhead((DAYS + 2) * DAY)
      await desk.pollDue(backOff)

      const rows = await db.selectFrom('tasks').selectAll().execute()
      expect(rows.filter(({ is_open, held }) => is_open !== 0 || held !== 0)).toEqual([])
      expect(rows.filter(({ upstream_id }) => upstream_id !== '')).toHaveLength(submitted)
      expect(submitted).toBeGreaterThan(DAYS)
      const ends = new Set(rows.map(({ status }) => status))
      expect([...ends].toSorted()).toEqual(['FAILURE', 'SUCCESS'])
      for (const user of users) {
        const own = rows.filter(({ user_id }) => user_id === user.id)
        const paid = own.filter(({ status }) => status === 'SUCCESS').reduce((sum, { quota }) => sum + quota, 0)
        expect(await desk.money(user)).toEqual({
          balance: START - paid,
          used: paid,
          cap: START - paid,
          usedOfToken: paid,
        })
        expect(own.filter(({ status, quota, refunded }) => refunded !== (status === 'FAILURE' ? quota : 0))).toEqual([])
      }
      const entries = await db
        .selectFrom('ledger_entries')
        .select('reference')
        .where('kind', 'in', ['task-refund', 'task-adjust'])
        .execute()
      const failed = rows.filter(({ refunded }) => refunded > 0)
      expect(entries.map(({ reference }) => reference).toSorted()).toEqual(
        failed.map(({ id }) => `task-refund:tasks:${id}`).toSorted(),
      )
      await desk.expectBalanced()
      await desk.gateway.stop()
      upstream.stop()
      await database.close()
    }, 600_000)
  })
}
