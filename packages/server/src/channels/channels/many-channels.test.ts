import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ChannelsDesk, openChannelsDesk } from '../../../test/support/channels-desk.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'

for (const { kind, open } of databases()) {
  describe(`many channels at once on ${kind}`, () => {
    let database: TestDatabase
    let desk: ChannelsDesk
    let changes: number[]
    beforeAll(async () => {
      database = await open()
      desk = await openChannelsDesk(database)
      desk.app.changeEvents.on('channels', id => void changes.push(id))
    })
    beforeEach(async () => {
      await desk.clear()
      changes = []
    })
    afterAll(() => database.close())

    test('are deleted together, each with its log row, and missing ones are skipped', async () => {
      const ids = []
      for (let each = 0; each < 120; each++) ids.push((await desk.make({ name: `c${each}` })).id)
      const [kept = 0, ...gone] = ids
      await desk.app.db.deleteFrom('logs').execute()
      changes = []
      const answer = await desk.admin('POST', '/api/channel/batch', { body: { ids: [...gone, 999_999] } })
      expect(answer).toMatchObject({ success: true, data: 119 })
      expect(await desk.names()).toEqual(['c0'])
      expect(await desk.abilities()).toEqual(await desk.abilities(kept))
      expect(await desk.acts()).toEqual(Array(119).fill('channel_deleted'))
      expect(changes).toEqual([0])
    })

    test('are not deleted if none is named', async () => {
      await desk.make()
      for (const body of [{}, { ids: [] }, { ids: ['x'] }, { ids: 1 }, { ids: [0] }])
        expect(await desk.admin('POST', '/api/channel/batch', { body })).toMatchObject({ code: 'input_invalid' })
      expect(await desk.names()).toEqual(['first'])
    })

    test('that are disabled, by hand or by the gateway, are deleted with one call', async () => {
      for (const status of [1, 2, 3]) await desk.make({ name: `status ${status}`, status })
      expect(await desk.admin('DELETE', '/api/channel/disabled')).toMatchObject({ success: true, data: 2 })
      expect(await desk.names()).toEqual(['status 1'])
      expect(await desk.abilities()).toHaveLength(2)
      expect(await desk.admin('DELETE', '/api/channel/disabled')).toMatchObject({ success: true, data: 0 })
    })

    test('get or lose a tag; a blank one is refused', async () => {
      const [one, two] = [await desk.make(), await desk.make({ tag: 'old' })]
      const tag = (tag: unknown) =>
        desk.admin('POST', '/api/channel/batch/tag', { body: { ids: [one.id, two.id], tag }, language: 'zh' })
      expect(await tag(' east ')).toMatchObject({ success: true, data: 2 })
      expect([(await desk.stored(one.id)).tag, (await desk.stored(two.id)).tag]).toEqual(['east', 'east'])
      expect(await desk.abilities(two.id)).toEqual(['default/gpt-4o 1 0 0 east', 'default/gpt-5 1 0 0 east'])
      expect(await tag('  ')).toMatchObject({ code: 'channel_tag_empty', field: 'tag', message: '标签不能为空！' })
      expect(await tag(null)).toMatchObject({ data: 2 })
      expect((await desk.stored(one.id)).tag).toBe('')
    })

    test('of a tag are enabled and disabled together, and others stay as they are', async () => {
      const { id } = await desk.make({ tag: 'east' })
      await desk.make({ tag: 'east', status: 3 })
      const other = await desk.make({ tag: 'west' })
      const turn = (how: string, tag = 'east') => desk.admin('POST', `/api/channel/tag/${how}`, { body: { tag } })
      expect(await turn('disabled')).toMatchObject({ success: true, data: 2 })
      expect((await desk.stored(id)).status).toBe(2)
      expect(await desk.abilities(id)).toEqual(['default/gpt-4o 0 0 0 east', 'default/gpt-5 0 0 0 east'])
      expect((await desk.stored(other.id)).status).toBe(1)
      expect(await turn('enabled')).toMatchObject({ success: true, data: 2 })
      expect((await desk.abilities()).filter(row => row.includes(' 0 0 0 '))).toEqual([])
      expect(await turn('enabled', 'nobody')).toMatchObject({ code: 'channel_tag_not_found' })
    })

    const edit = (body: object) => desk.admin('PUT', '/api/channel/tag', { body, language: 'zh' })

    test('of a tag are changed together, in the given fields only', async () => {
      const { id } = await desk.make({ tag: 'east', group: 'vip', priority: 4, model_mapping: '{"a":"b"}' })
      const before = await desk.stored(id)
      expect(await edit({ tag: 'east', groups: 'default,vip', models: 'm', weight: -3 })).toMatchObject({ data: 1 })
      const after = await desk.stored(id)
      expect(after).toEqual({ ...before, group: 'default,vip', models: 'm', weight: 0, version: 2 })
      expect(await desk.abilities(id)).toEqual(['default/m 1 4 0 east', 'vip/m 1 4 0 east'])
      // the name of another call's field
      expect(await edit({ tag: 'east', group: 'svip' })).toMatchObject({
        code: 'channel_tag_unchanged',
        message: '没有任何修改！',
      })
      expect(await desk.stored(id)).toEqual(after)
    })

    test('lose their tag if the new one is blank, and keep it if none is given', async () => {
      const { id } = await desk.make({ tag: 'east' })
      await edit({ tag: 'east', priority: 7 })
      expect((await desk.stored(id)).tag).toBe('east')
      await edit({ tag: 'east', new_tag: 'west' })
      expect((await desk.stored(id)).tag).toBe('west')
      await edit({ tag: 'west', new_tag: '  ' })
      expect((await desk.stored(id)).tag).toBe('')
      expect(await edit({ tag: 'west', priority: 1 })).toMatchObject({ code: 'channel_tag_not_found' })
    })

    test('of a tag are not changed to an invalid state', async () => {
      const { id } = await desk.make({ tag: 'east' })
      const before = await desk.stored(id)
      for (const [wrong, code] of [
        [{ models: ' ' }, 'channel_models_required'],
        [{ model_mapping: '{"a"' }, 'channel_model_mapping_invalid'],
        [{ priority: -1000 }, 'input_invalid'],
        [{ priority: 1.5 }, 'input_invalid'],
      ] as const)
        expect(await edit({ tag: 'east', ...wrong })).toMatchObject({ success: false, code })
      expect(await desk.stored(id)).toEqual(before)
    })

    test('serve after a repair what their rows say, whatever the table had, and the number of errors is returned', async () => {
      const { id } = await desk.make({ group: 'default,vip', models: 'a,b', priority: 2 })
      const off = await desk.make({ status: 2, tag: 't' })
      const due = await desk.abilities()
      const row = { group: 'default', model: 'a', channel_id: id, enabled: 1, priority: 2, weight: 0, tag: '' }
      const damages: Record<string, () => Promise<unknown>> = {
        missing: () => desk.app.db.deleteFrom('abilities').where('model', '=', 'b').execute(),
        leftOver: () =>
          desk.app.db
            .insertInto('abilities')
            .values({ ...row, model: 'gone' })
            .execute(),
        orphaned: () =>
          desk.app.db
            .insertInto('abilities')
            .values({ ...row, channel_id: 987_654 })
            .execute(),
        wrong: () =>
          desk.app.db
            .updateTable('abilities')
            .set({ enabled: 1, priority: 9 })
            .where('channel_id', '=', off.id)
            .execute(),
      }
      const repair = () => desk.admin('POST', '/api/channel/fix')
      expect(await repair()).toMatchObject({ success: true, data: 0 })
      await fc.assert(
        fc.asyncProperty(fc.subarray(Object.keys(damages), { minLength: 1 }), async chosen => {
          for (const name of chosen) await damages[name]?.()
          expect((await repair()).data).toBeGreaterThanOrEqual(chosen.length)
          expect(await desk.abilities()).toEqual(due)
          expect((await repair()).data).toBe(0)
        }),
        { seed: 12, numRuns: 8 },
      )
    })

    test('are found by their own rows, without searching the table of who serves what', async () => {
      await desk.make({ name: 'one', models: 'alpha,beta', group: 'default,vip' })
      await desk.make({ name: 'two', models: 'gamma', group: 'vip2' })
      await desk.app.db.deleteFrom('abilities').execute()
      const found = async (query: string) => {
        const { data } = await desk.admin('GET', `/api/channel/search?${query}`)
        return (data as { items: { name: string }[] }).items.map(({ name }) => name)
      }
      expect(await found('model=eta&group=vip')).toEqual(['one'])
      expect(await found('group=vip2')).toEqual(['two'])
      expect(await found('group=vi')).toEqual([])
      expect(await found('model=alpha&group=vip2')).toEqual([])
    })

    test('are also found by their tag', async () => {
      await desk.make({ name: 'one', tag: 'Frankfurt' })
      await desk.make({ name: 'two' })
      const { data } = await desk.admin('GET', '/api/channel/search?keyword=frank')
      expect(data).toMatchObject({ total: 1, items: [{ name: 'one' }] })
    })

    test('have separate calls: no fixed word is taken for a channel’s id', async () => {
      const { id } = await desk.make({ tag: 'east' })
      for (const [method, path] of [
        ['GET', 'search'],
        ['GET', 'models'],
        ['GET', 'models_enabled'],
        ['GET', 'types'],
        ['DELETE', 'disabled'],
        ['POST', 'fix'],
      ] as const)
        expect([path, await desk.admin(method, `/api/channel/${path}`)]).toMatchObject([path, { success: true }])
      expect(await desk.admin('GET', '/api/channel/nonsense')).toMatchObject({ code: 'input_invalid', field: 'id' })
      expect(await desk.stored(id)).toMatchObject({ id })
    })
  })
}
