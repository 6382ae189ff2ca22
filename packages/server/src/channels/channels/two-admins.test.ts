import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import fc from 'fast-check'
import { type ChannelsDesk, openChannelsDesk } from '../../../test/support/channels-desk.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'

for (const { kind, open } of databases()) {
  describe(`two admins who change one channel on ${kind}`, () => {
    let database: TestDatabase
    let desk: ChannelsDesk
    beforeAll(async () => {
      database = await open()
      desk = await openChannelsDesk(database)
    })
    beforeEach(() => desk.clear())
    afterAll(() => database.close())

    const update = (form: object) => desk.admin('PUT', '/api/channel/', { body: form })

    test('the second sees what differs, and may overwrite it', async () => {
      const { id, version } = await desk.make({ tag: 'east' })
      await update({ id, version, name: 'theirs', priority: 5, key: 'sk-their-canary' })
      const mine = { id, name: 'mine', priority: 5, tag: 'west' }
      const told = await update({ ...mine, version })
      expect(told).toMatchObject({ status: 409, success: false, code: 'channel_changed_meanwhile' })
      expect(told.data).toEqual({
        version: 2,
        differs: { name: { yours: 'mine', stored: 'theirs' }, tag: { yours: 'west', stored: 'east' } },
      })
      expect(JSON.stringify(told)).not.toContain('canary')
      expect(await desk.stored(id)).toMatchObject({ name: 'theirs', tag: 'east', version: 2 })
      expect(await update({ ...mine, version: 2 })).toMatchObject({ success: true, data: { name: 'mine', version: 3 } })
    })

    test('one of any number who save the same version concurrently succeeds', async () => {
      const { id, version } = await desk.make()
      const saves = await Promise.all([1, 2, 3, 4, 5].map(priority => update({ id, version, priority })))
      expect(saves.filter(({ success }) => success)).toHaveLength(1)
      expect(saves.filter(({ status }) => status === 409)).toHaveLength(4)
    })

    test('no change of a setting goes unnoticed, and nothing else outdates a form', async () => {
      const changes = {
        name: 'n',
        models: 'm',
        group: 'vip',
        base_url: 'https://a.example',
        model_mapping: '{"a":"b"}',
        key: 'another',
        setting: '{"proxy":"http://u:p@proxy.example:1"}',
        priority: 9,
        weight: 3,
        tag: 't',
        auto_ban: 0,
        test_model: 'm',
        max_input_tokens: 7,
      }
      await fc.assert(
        fc.asyncProperty(fc.subarray(Object.entries(changes), { minLength: 1 }), async chosen => {
          const { id, version } = await desk.make()
          await update({ id, status: 2 })
          await update({ id, name: 'first' })
          expect((await desk.stored(id)).version).toBe(version)
          await update({ id, ...Object.fromEntries(chosen) })
          expect((await update({ id, version, name: 'late' })).status).toBe(409)
        }),
        { seed: 12, numRuns: 12 },
      )
    })

    test('a tag’s change counts as a change of each of its channels', async () => {
      const { id, version } = await desk.make({ tag: 'east' })
      await desk.admin('PUT', '/api/channel/tag', { body: { tag: 'east', priority: 3 } })
      expect((await update({ id, version, name: 'late' })).status).toBe(409)
    })

    test('a call without a version overwrites, as scripts do', async () => {
      const { id } = await desk.make()
      await update({ id, name: 'one' })
      expect(await update({ id, name: 'two' })).toMatchObject({ success: true, data: { name: 'two', version: 3 } })
    })
  })

  describe(`a copy of a channel on ${kind}`, () => {
    let database: TestDatabase
    let desk: ChannelsDesk
    beforeAll(async () => {
      database = await open()
      desk = await openChannelsDesk(database)
    })
    beforeEach(() => desk.clear())
    afterAll(() => database.close())

    test('has the settings and the key, which nobody sees, and no history', async () => {
      const setting = '{"proxy":"http://user:secret@proxy.example:1"}'
      const original = await desk.make({ key: 'sk-copied-canary', setting, tag: 'east', group: 'vip', status: 3 })
      await desk.app.db
        .updateTable('channels')
        .set({ used_quota: 5, balance: 1, response_time: 9, test_time: 8, other_info: '{"status_reason":"x"}' })
        .execute()
      const answer = await desk.admin('POST', `/api/channel/copy/${original.id}`, { body: { name: 'second' } })
      const copy = answer.data as Channel
      expect(copy).toEqual({ ...original, id: copy.id, name: 'second', status: 2, version: 1 })
      expect(JSON.stringify(answer)).not.toContain('canary')
      const keys = await desk.app.db.selectFrom('channels').select('key_sealed').execute()
      expect(keys.map(({ key_sealed }) => desk.app.secrets.decrypt(key_sealed))).toEqual(
        Array(2).fill('sk-copied-canary'),
      )
      expect(await desk.abilities(copy.id)).toEqual(['vip/gpt-4o 0 0 0 east', 'vip/gpt-5 0 0 0 east'])
      expect(await desk.acts()).toEqual(['channel_added', 'channel_added'])
    })

    test('of a deleted channel is refused', async () => {
      expect(await desk.admin('POST', '/api/channel/copy/404', { body: {} })).toMatchObject({
        code: 'channel_not_found',
      })
    })
  })
}
