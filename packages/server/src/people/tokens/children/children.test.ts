import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { NewChildKey, Page, Token } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { audit } from '../../../money/ledger/audit.ts'
import { credit, type Ledger } from '../../../money/ledger/index.ts'
import { consumeRow, newHold, openTestLedger } from '../../../money/ledger/testing.ts'
import { endpoints } from '../../../start/app.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { returnEndedSlices } from './end-branch.ts'

for (const { kind, open } of databases()) {
  describe(`child keys on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let ledger: Ledger
    let owner: ConsoleClient
    let stranger: ConsoleClient
    let userId: number
    let now: number
    beforeAll(async () => {
      database = await open()
      ledger = await openTestLedger(database.storage)
      app = await testApp(database, { ledger, now: () => now })
    })
    beforeEach(async () => {
      now = TEST_NOW
      owner = await signedIn(app, endpoints, 'user')
      stranger = await signedIn(app, endpoints, 'user')
      userId = ((await owner('GET', '/api/user/self')).data as { id: number }).id
      await credit(app.db, { userId, amount: 1_000_000, reference: `grant:test:${userId}`, now })
    })
    afterEach(async () => expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([]))
    afterAll(async () => {
      await ledger.close()
      await database.close()
    })

    const makeParent = async (form: object = {}) => {
      const made = await owner('POST', '/api/token/', { body: { name: 'parent', remain_quota: 1000, ...form } })
      return (made.data as [Token])[0]
    }
    const make = (id: number, form: object = {}, by = owner) =>
      by('POST', `/api/token/${id}/children`, { body: { name: 'child', quota: 100, ...form } })
    const made = async (id: number, form: object = {}) => {
      const answer = await make(id, form)
      if (!answer.success) throw new Error(answer.message)
      return answer.data as NewChildKey
    }
    const end = (id: number, by = owner) => by('DELETE', `/api/token/${id}`)
    const freeze = (id: number, frozen: boolean, by = owner) =>
      by('PUT', `/api/token/${id}/frozen`, { body: { frozen } })
    const row = (id: number) => app.db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rest = async (id: number) => (await row(id)).remain_quota
    const spend = async (tokenId: number, quota: number) => {
      const payer = { userId, tokenId, channelId: 0 }
      const hold = newHold(payer, quota)
      const answer = await ledger.reserve(hold)
      if (typeof answer === 'string') return answer
      const { requestId } = hold
      return ledger.settle({ requestId, quota, channelId: 0, log: consumeRow(payer, quota) })
    }

    test('get a slice of their parent’s quota, and return the rest once', async () => {
      const parent = await makeParent()
      const child = await made(parent.id, { quota: 300, label: 'agent 7', rpm: 5 })
      expect(child).toEqual({
        id: child.id,
        parent_id: parent.id,
        depth: 1,
        name: 'child',
        label: 'agent 7',
        key: expect.stringMatching(/^sk-[0-9A-Za-z]{48}$/),
        quota: 300,
        remain_quota: 300,
        used_quota: 0,
        models: null,
        expires_at: null,
        rpm: 5,
        frozen: false,
        created_at: TEST_NOW,
      })
      expect(await rest(parent.id)).toBe(700)
      await spend(child.id, 120)
      expect(await end(child.id)).toMatchObject({ success: true })
      expect([await rest(child.id), await rest(parent.id)]).toEqual([0, 880])
      expect(await end(child.id)).toMatchObject({ code: 'token_not_found' })
      await returnEndedSlices(app)
      expect(await rest(parent.id)).toBe(880)
    })

    test('of a parent without a cap take nothing from it and return nothing', async () => {
      const parent = await makeParent({ unlimited_quota: true, remain_quota: 7 })
      const child = await made(parent.id)
      const grandchild = await made(child.id, { quota: 40 })
      await owner('PUT', '/api/token/', { body: { id: parent.id, unlimited_quota: false } })
      await end(child.id)
      expect(await Promise.all([parent, child, grandchild].map(({ id }) => rest(id)))).toEqual([7, 0, 0])
    })

    test('are refused with a sentence and a code of their own', async () => {
      const parent = await makeParent({
        expired_time: TEST_NOW + 60,
        model_limits_enabled: true,
        model_limits: 'a,b',
      })
      await made(parent.id, { quota: 10, rpm: 5 })
      const refusals: [object, string, string | undefined][] = [
        [{ quota: 991 }, 'child_quota_insufficient', 'quota'],
        [{ quota: 0 }, 'input_invalid', 'quota'],
        [{ quota: -5 }, 'input_invalid', 'quota'],
        [{ quota: 0.5 }, 'input_invalid', 'quota'],
        [{ quota: 1e300 }, 'input_invalid', 'quota'],
        [{ quota: '5' }, 'input_invalid', 'quota'],
        [{ quota: null }, 'input_invalid', 'quota'],
        [{ name: ' ' }, 'token_name_required', 'name'],
        [{ name: 'x'.repeat(31) }, 'token_name_too_long', 'name'],
        [{ models: ['a', 'c'] }, 'child_models_not_allowed', 'models'],
        [{ models: [] }, 'input_invalid', 'models'],
        [{ models: ['a,b'] }, 'input_invalid', 'models.0'],
        [{ expires_at: TEST_NOW + 61 }, 'child_expiry_too_late', 'expires_at'],
        [{ expires_at: TEST_NOW }, 'child_expiry_passed', 'expires_at'],
        [{ rpm: 0 }, 'input_invalid', 'rpm'],
        [{ unlimited_quota: true }, 'input_invalid', 'body'],
        [{ parent_id: 1 }, 'input_invalid', 'body'],
      ]
      for (const [form, code, field] of refusals)
        expect([form, await make(parent.id, form)]).toMatchObject([form, { success: false, code, field }])
      expect(await rest(parent.id)).toBe(990)
      expect(await make(999_999)).toMatchObject({ code: 'token_not_found' })
    })

    test('inherit from their parent what they do not specify', async () => {
      const limits = { model_limits_enabled: true, model_limits: 'a,b', allow_ips: '10.0.0.1' }
      const parent = await makeParent({ expired_time: TEST_NOW + 60, ...limits })
      const child = await made(parent.id)
      expect(await row(child.id)).toMatchObject({
        expired_time: TEST_NOW + 60,
        model_limits_enabled: 1,
        model_limits: 'a,b',
        allow_ips: '10.0.0.1',
      })
    })

    test('go five levels deep, and no deeper', async () => {
      let above = (await makeParent()).id
      for (let depth = 1; depth <= 5; depth++) above = (await made(above, { quota: 100 - depth })).id
      expect(await make(above, { quota: 1 })).toMatchObject({ code: 'child_depth_exceeded' })
    })

    test('may not make more calls a minute than any key above them', async () => {
      const child = await made((await makeParent()).id, { rpm: 10 })
      const below = await made(child.id, { quota: 50 })
      expect(await make(below.id, { quota: 1, rpm: 11 })).toMatchObject({ code: 'child_rpm_too_high', field: 'rpm' })
    })

    test('are not made by a frozen, disabled, expired or drained parent', async () => {
      const parents = await Promise.all([1, 2, 3].map(() => makeParent()))
      const [frozen, disabled, drained] = parents.map(({ id }) => id) as [number, number, number]
      const expired = (await makeParent({ expired_time: TEST_NOW })).id
      await freeze(frozen, true)
      await owner('PUT', '/api/token/?status_only=true', { body: { id: disabled, status: 2 } })
      await spend(drained, 1000)
      expect(
        (await Promise.all([frozen, disabled, expired, drained].map(id => make(id)))).map(({ code }) => code),
      ).toEqual(['child_parent_frozen', 'child_parent_inactive', 'child_parent_inactive', 'child_quota_insufficient'])
    })

    test('end with the key above them, and everything returns to the nearest active one', async () => {
      const parent = await makeParent()
      const child = await made(parent.id, { quota: 500 })
      const grandchild = await made(child.id, { quota: 200 })
      const last = await made(grandchild.id, { quota: 50 })
      await end(child.id)
      for (const { id } of [child, grandchild, last])
        expect(await row(id)).toMatchObject({ remain_quota: 0, deleted_at: now })
      expect(await rest(parent.id)).toBe(1000)
    })

    test('return their rest to the top if every key above them has ended', async () => {
      const parent = await makeParent()
      const child = await made(parent.id, { quota: 500 })
      await made(child.id, { quota: 200 })
      await end(parent.id)
      expect(await rest(parent.id)).toBe(1000)
    })

    test('that expire return their rest by the job', async () => {
      const parent = await makeParent()
      const child = await made(parent.id, { quota: 500, expires_at: now + 60 })
      await made(child.id, { quota: 200 })
      now += 60
      await returnEndedSlices(app)
      expect([await rest(parent.id), await returnEndedSlices(app)]).toEqual([1000, 0])
    })

    test('ended during a call are charged first; the rest returns afterwards', async () => {
      const parent = await makeParent()
      const child = await made(parent.id, { quota: 500 })
      const payer = { userId, tokenId: child.id, channelId: 0 }
      const hold = newHold(payer, 300)
      await ledger.reserve(hold)
      await end(child.id)
      expect(await rest(parent.id)).toBe(700)
      await ledger.settle({ requestId: hold.requestId, quota: 120, channelId: 0, log: consumeRow(payer, 120) })
      await returnEndedSlices(app)
      expect([await rest(child.id), await rest(parent.id)]).toEqual([0, 880])
    })

    test('ended with a debt leave it to their parent', async () => {
      const parent = await makeParent()
      const child = await made(parent.id, { quota: 100 })
      const payer = { userId, tokenId: child.id, channelId: 0 }
      const hold = newHold(payer, 100)
      await ledger.reserve(hold)
      await ledger.settle({ requestId: hold.requestId, quota: 150, channelId: 0, log: consumeRow(payer, 150) })
      expect(await row(child.id)).toMatchObject({ remain_quota: 0, owed: 50 })
      await end(child.id)
      expect([await row(child.id), await row(parent.id)]).toMatchObject([{ owed: 0 }, { owed: 0, remain_quota: 850 }])
    })

    test('freeze and thaw with the key above them; one that was frozen by itself stays frozen', async () => {
      const parent = await makeParent()
      const child = await made(parent.id)
      const grandchild = await made(child.id, { quota: 50 })
      const frozen = async () =>
        (await Promise.all([parent, child, grandchild].map(({ id }) => row(id)))).map(one => one.frozen)
      for (const [id, isFrozen, after] of [
        [parent.id, true, [1, 1, 1]],
        [parent.id, true, [1, 1, 1]],
        [child.id, true, [1, 2, 2]],
        [parent.id, false, [0, 1, 1]],
        [parent.id, false, [0, 1, 1]],
        [child.id, false, [0, 0, 0]],
      ] as const) {
        expect(await freeze(id, isFrozen)).toMatchObject({ data: { is_frozen: isFrozen } })
        expect(await frozen()).toEqual([...after])
      }
    })

    test('are narrowed with their parent, and can never do more than it', async () => {
      const parent = await makeParent()
      const child = await made(parent.id)
      const grandchild = await made(child.id, { quota: 50, models: ['a', 'c'] })
      const change = {
        model_limits_enabled: true,
        model_limits: 'a,b',
        expired_time: TEST_NOW + 60,
        allow_ips: '10.0.0.1',
      }
      await owner('PUT', '/api/token/', { body: { id: parent.id, ...change } })
      expect(await Promise.all([row(child.id), row(grandchild.id)])).toMatchObject([
        { model_limits: 'a,b', expired_time: TEST_NOW + 60, allow_ips: '10.0.0.1' },
        { model_limits: 'a', expired_time: TEST_NOW + 60, allow_ips: '10.0.0.1' },
      ])
      const wider: [object, string][] = [
        [{ remain_quota: 500 }, 'child_field_fixed'],
        [{ unlimited_quota: true }, 'child_field_fixed'],
        [{ allow_ips: '' }, 'child_field_fixed'],
        [{ expired_time: -1 }, 'child_expiry_too_late'],
        [{ model_limits: 'a,c' }, 'child_models_not_allowed'],
        [{ model_limits_enabled: false }, 'child_field_fixed'],
      ]
      for (const [given, code] of wider)
        expect([given, await owner('PUT', '/api/token/', { body: { id: child.id, ...given } })]).toMatchObject([
          given,
          { code },
        ])
      expect(await owner('PUT', '/api/token/', { body: { id: child.id, name: 'renamed' } })).toMatchObject({
        success: true,
      })
    })

    test('are listed below their parent, with their number and their remaining quota', async () => {
      const parent = await makeParent()
      const [one, two] = [await made(parent.id, { name: 'one' }), await made(parent.id, { name: 'two', quota: 250 })]
      const below = await made(two.id, { quota: 50 })
      const list = async (path: string) => ((await owner('GET', path)).data as Page<Token>).items
      expect(await list('/api/token/')).toMatchObject([{ id: parent.id, child_keys: { count: 3, remain_quota: 350 } }])
      expect((await list(`/api/token/${parent.id}/children`)).map(({ id, depth }) => [id, depth])).toEqual([
        [below.id, 2],
        [two.id, 1],
        [one.id, 1],
      ])
      expect(await list('/api/token/search?keyword=one')).toMatchObject([{ id: one.id }])
    })

    test('belong to one user: a stranger can neither make, list, freeze nor end them', async () => {
      const parent = await makeParent()
      const child = await made(parent.id)
      for (const id of [parent.id, child.id]) {
        const answers = [
          await make(id, { quota: 1 }, stranger),
          await stranger('GET', `/api/token/${id}/children`),
          await freeze(id, true, stranger),
          await end(id, stranger),
        ]
        expect(answers).toMatchObject(Array(4).fill({ success: false, code: 'token_not_found' }))
      }
    })

    test('two hundred made and spending concurrently never exceed their parent', async () => {
      const parent = await makeParent({ remain_quota: 5_000 })
      await spend(parent.id, 1)
      const others = new Set<string>()
      const children = await Promise.all(
        Array.from({ length: 200 }, async () => {
          let answer = await make(parent.id, { quota: 40 })
          // On a busy machine some wait too long for a connection and try again.
          while (!answer.success && answer.code !== 'child_quota_insufficient') {
            others.add(answer.code ?? '')
            answer = await make(parent.id, { quota: 40 })
          }
          if (!answer.success) return answer.code
          const { id } = answer.data as NewChildKey
          const spent = await Promise.all([spend(id, 15), spend(id, 15), spend(id, 15)])
          return spent.filter(one => typeof one !== 'string').length
        }),
      )
      expect([...others].filter(code => !/^database_/.test(code))).toEqual([])
      // 4999 is enough for 124 slices; each pays two of three calls.
      expect(children.filter(one => one === 2)).toHaveLength(124)
      expect(children.filter(one => one === 'child_quota_insufficient')).toHaveLength(76)
      const { used, left } = await app.db
        .selectFrom('tokens')
        .where('user_id', '=', userId)
        .select(({ fn }) => [fn.sum<number>('used_quota').as('used'), fn.sum<number>('remain_quota').as('left')])
        .executeTakeFirstOrThrow()
      expect([Number(used), Number(used) + Number(left)]).toEqual([1 + 124 * 30, 5_000])
    }, 60_000)

    test('made, ended, swept and ended again concurrently give nothing for free', async () => {
      const parent = await makeParent()
      for (let round = 0; round < 10; round++) {
        const child = await made(parent.id, { quota: 900 })
        const below = await made(child.id, { quota: 400 })
        now += 1
        await Promise.all([
          ...[child, below, child, below].map(({ id }) => end(id)),
          ...[1, 2].map(() => returnEndedSlices(app)),
          make(child.id, { quota: 300 }),
          make(below.id, { quota: 300 }),
          spend(below.id, 1),
        ])
        await end(child.id)
        await returnEndedSlices(app)
      }
      const { used } = await app.db
        .selectFrom('tokens')
        .where('user_id', '=', userId)
        .select(({ fn }) => fn.sum<number>('used_quota').as('used'))
        .executeTakeFirstOrThrow()
      expect((await rest(parent.id)) + Number(used)).toBe(1000)
    }, 60_000)
  })
}
