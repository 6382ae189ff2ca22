import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, receiptOf } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { openTasksDesk, type TasksDesk, type TaskUser } from '../../../../test/support/tasks-desk.ts'
import { startTaskUpstream, type TaskUpstream } from '../../../../test/support/vendors/task-upstream.ts'

const KEY = 'suno-key-of-the-channel'
/** 0.1 US dollars; lyrics cost 0.01. */
const MUSIC = 50_000
const LYRICS = 5_000

for (const { kind, open } of databases()) {
  describe(`Suno on ${kind}`, () => {
    let database: TestDatabase
    let desk: TasksDesk
    let upstream: TaskUpstream
    let user: TaskUser
    let channelId: number

    beforeAll(async () => {
      database = await open()
      upstream = startTaskUpstream()
      desk = await openTasksDesk(database.place.DATABASE_URL)
      const models = 'suno_music,suno_lyrics'
      const { id } = await desk.gateway.makeChannel({ type: 36, base_url: upstream.url, key: KEY, models })
      channelId = id
      user = await desk.makeUser()
    }, 60_000)
    afterAll(async () => {
      await desk.gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const music = (body: object = { gpt_description_prompt: 'a song' }, who = user) =>
      who.call('POST', '/suno/submit/music', body)
    const fetchTask = async (id: string, who = user) => who.call('GET', `/suno/fetch/${id}`)

    test('music is submitted, charged at once, polled and delivered under our own id', async () => {
      const mine = await desk.makeUser()
      const submitted = await music(undefined, mine)
      expect(submitted.status).toBe(200)
      const id = submitted.body.data
      expect(submitted.body).toEqual({ code: 'success', message: '', data: expect.stringMatching(/^task_\w{32}$/) })
      const made = upstream.last()
      expect(made).toMatchObject({ action: 'MUSIC', key: KEY, asked: { gpt_description_prompt: 'a song' } })
      expect(await desk.money(mine)).toEqual({
        balance: 1_000_000 - MUSIC,
        used: MUSIC,
        cap: 1_000_000 - MUSIC,
        usedOfToken: MUSIC,
      })

      made.state = 'running'
      made.progress = 40
      expect(await desk.poll()).toBe(0)
      expect((await fetchTask(id, mine)).body.data).toMatchObject({ status: 'IN_PROGRESS', progress: '40%' })
      // Progress never goes back.
      made.progress = 10
      await desk.poll()
      expect((await fetchTask(id, mine)).body.data.progress).toBe('40%')

      made.state = 'succeeded'
      expect(await desk.poll()).toBe(1)
      const { data } = (await fetchTask(id, mine)).body
      expect(data).toMatchObject({ task_id: id, action: 'MUSIC', status: 'SUCCESS', progress: '100%', fail_reason: '' })
      expect(data.data[0].id).toBe(`clip-of-${made.id}`)
      expect(data.finish_time).toBeGreaterThan(0)

      // An ended task never changes.
      made.state = 'failed'
      made.reason = 'after all'
      expect(await desk.poll()).toBe(0)
      expect((await fetchTask(id, mine)).body.data.status).toBe('SUCCESS')
      const rows = await desk.logs(mine.id)
      expect(rows.map(({ type, model_name, quota }) => [type, model_name, quota])).toEqual([
        [LOG_TYPE.consume, 'suno_music', MUSIC],
      ])
      expect(receiptOf(rows[0]?.parsed ?? {}).total).toBe(MUSIC)
      expect(rows[0]?.parsed.task).toEqual({ id, factors: {} })
      await desk.expectBalanced()
    })

    test('a song keeps its upstream’s own times, limited to between its submission and now', async () => {
      const mine = await desk.makeUser()
      const submit = async () => [(await music(undefined, mine)).body.data, upstream.last()] as const
      const [[kept, first], [bounded, second]] = [await submit(), await submit()]
      const times = async (id: string) => (await fetchTask(id, mine)).body.data
      const { submit_time } = await times(kept)
      const earliest = (await times(bounded)).submit_time
      try {
        desk.setAhead(20)
        Object.assign(first, { state: 'running', startTime: submit_time + 2 })
        Object.assign(second, { state: 'running', startTime: submit_time - 60 })
        await desk.poll()
        expect((await times(kept)).start_time).toBe(submit_time + 2)
        expect((await times(bounded)).start_time).toBe(earliest)
        desk.setAhead(40)
        Object.assign(first, { state: 'succeeded', finishTime: submit_time + 9 })
        Object.assign(second, { state: 'failed', reason: 'no', finishTime: submit_time + 365 * 24 * 3600 })
        const latest = desk.app.relay.tasks.now() + 3600
        await desk.poll()
        expect(await times(kept)).toMatchObject({ start_time: submit_time + 2, finish_time: submit_time + 9 })
        const ended = await times(bounded)
        expect(ended.start_time).toBe(earliest)
        expect(ended.finish_time).toBeGreaterThanOrEqual(earliest + 20)
        expect(ended.finish_time).toBeLessThan(latest)
      } finally {
        desk.setAhead(0)
      }
    })

    test('a failed one is refunded once to user and token, with a log row', async () => {
      const mine = await desk.makeUser()
      const { body } = await mine.call('POST', '/suno/submit/LYRICS', { prompt: 'a verse' })
      expect((await desk.money(mine)).balance).toBe(1_000_000 - LYRICS)
      Object.assign(upstream.last(), { state: 'failed', reason: `no, said ${KEY}` })
      expect(await desk.poll()).toBe(1)
      await desk.poll()
      expect(await desk.money(mine)).toEqual({ balance: 1_000_000, used: 0, cap: 1_000_000, usedOfToken: 0 })
      const { data } = (await fetchTask(body.data, mine)).body
      expect(data).toMatchObject({ status: 'FAILURE', progress: '100%' })
      expect(data.fail_reason).toContain('no, said')
      expect(JSON.stringify(data)).not.toContain(KEY)
      const [charged, back, ...more] = await desk.logs(mine.id)
      expect(more).toEqual([])
      expect([back?.type, back?.code, back?.request_id]).toEqual([
        LOG_TYPE.system,
        'task_refunded',
        charged?.request_id,
      ])
      expect((await desk.rows(mine.id)).map(({ quota, refunded }) => [quota, refunded])).toEqual([[LYRICS, LYRICS]])
      await desk.expectBalanced()
    })

    test('another user’s task is not found by either path', async () => {
      const stranger = await desk.makeUser()
      const { body } = await music()
      const id = body.data
      const asked = await fetchTask(id, stranger)
      expect([asked.status, asked.body.code]).toEqual([404, 'task_not_exist'])
      expect((await stranger.call('POST', '/suno/fetch', { ids: [id] })).body.data).toEqual([])
      expect((await user.call('POST', '/suno/fetch', { ids: [id, 'task_unknown'] })).body.data).toHaveLength(1)
      const going = await music({ prompt: 'on', continue_clip_id: 'x', task_id: id }, stranger)
      expect([going.status, going.body.code]).toEqual([404, 'task_not_exist'])
    })

    test('a clip is continued on the channel and key that made it', async () => {
      const { body } = await music()
      const origin = upstream.last()
      origin.state = 'succeeded'
      await desk.poll()
      const elsewhere = startTaskUpstream()
      const models = 'suno_music'
      const other = await desk.gateway.makeChannel({ type: 36, base_url: elsewhere.url, models, priority: 9 })
      try {
        const clip = `clip-of-${origin.id}`
        for (const more of [{ task_id: body.data }, {}]) {
          const going = await music({ prompt: 'on', continue_clip_id: clip, ...more })
          expect(going.status).toBe(200)
          expect(upstream.last().asked).toEqual({ prompt: 'on', continue_clip_id: clip, task_id: origin.id })
        }
        expect(elsewhere.all()).toEqual([])
        const unknown = await music({ prompt: 'on', continue_clip_id: 'nobody' })
        expect([unknown.status, unknown.body.code]).toEqual([400, 'get_origin_task_failed'])
      } finally {
        await desk.gateway.consoleCall('DELETE', `/api/channel/${other.id}`)
        elsewhere.stop()
      }
    })

    test('a refused task costs nothing and gets a reason with Suno’s codes', async () => {
      const poor = await desk.makeUser(MUSIC - 1)
      expect((await music(undefined, poor)).body.code).toBe('quota_not_enough')
      expect((await user.call('POST', '/suno/submit/lyrics', {})).body.code).toBe('invalid_request')
      expect((await user.call('POST', '/suno/submit/film', { prompt: 'x' })).body.code).toBe('invalid_request')
      expect((await user.call('POST', '/suno/submit/music', 'no json')).body.code).toBe('invalid_request')
      const long = { prompt: 'x'.repeat(1024 * 1024) }
      expect((await user.call('POST', '/suno/submit/lyrics', long)).status).toBe(413)
      const before = await desk.money(user)
      upstream.misbehave(() => Response.json({ code: 'busy', message: `too busy for ${KEY}`, data: null }))
      const busy = await music()
      upstream.misbehave(() => new Response('<html>a proxy</html>', { headers: { 'content-type': 'text/html' } }))
      const page = await music()
      upstream.misbehave(() => Response.json({ error: 'down' }, { status: 503 }))
      const down = await music()
      upstream.misbehave()
      expect([busy.status, page.status, down.status]).toEqual([502, 502, 503])
      expect(busy.body.message).toContain('too busy')
      expect(JSON.stringify(busy.body)).not.toContain(KEY)
      expect(await desk.money(user)).toEqual(before)
      await desk.expectBalanced()
    })

    test('a refund lowers the channel’s usage again', async () => {
      const used = async () =>
        (await desk.app.db.selectFrom('channels').select('used_quota').where('id', '=', channelId).executeTakeFirst())
          ?.used_quota
      const before = await used()
      await music()
      expect(await used()).toBe((before ?? 0) + MUSIC)
      Object.assign(upstream.last(), { state: 'failed', reason: 'no' })
      await desk.poll()
      expect(await used()).toBe(before)
    })
  })
}
