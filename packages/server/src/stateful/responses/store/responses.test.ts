import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { makeStoredResponses, type NewResponse, type StoredResponses } from './index.ts'

for (const { kind, open } of databases()) {
  describe(`stored responses on ${kind}`, () => {
    let database: TestDatabase
    let responses: StoredResponses
    const lines: string[] = []
    beforeAll(async () => {
      database = await open()
      const { options, secrets } = await testApp(database)
      const log = pino({}, { write: (line: string) => void lines.push(line) })
      responses = makeStoredResponses({ db: database.storage.db, secrets, options, log, now: () => TEST_NOW })
    })
    afterAll(() => database.close())

    const response = (fields: Partial<NewResponse>): NewResponse => ({
      userId: 1,
      id: 'resp_1',
      previousId: '',
      channelId: 0,
      status: 'completed',
      content: { input: [], response: {} },
      size: 10,
      chain: [],
      ...fields,
    })
    const keepAll = async (list: NewResponse[]) =>
      (await Promise.allSettled(list.map(one => responses.keep(one)))).map(({ status }) => status)

    test('of different users are stored even if an upstream gives the same id twice', async () => {
      const others = Array.from({ length: 31 }, (_, at) => response({ userId: at + 10, id: `resp_of_${at}` }))
      const [first, ...rest] = others
      if (!first) throw new Error('no response')
      const twice = [response({ id: 'twice', status: 'incomplete' }), response({ id: 'twice' })]
      expect(await keepAll([first, ...twice, ...rest])).toEqual(Array(33).fill('fulfilled'))
      for (const { userId, id } of others) expect(await responses.find(userId, id)).toMatchObject({ userId, id })
      expect(await responses.find(1, 'twice')).toMatchObject({ status: 'completed' })
    })

    test('with an invalid id are not stored, which affects no other', async () => {
      const ids = ['', 'a\0b', 'a b', 'a/b', '\ud800', 'é', 'a\nb', 'x'.repeat(513), 'x'.repeat(3_000)]
      const good = ids.map((_, at) => response({ userId: 2, id: `good.${at}` }))
      const ends = await keepAll(ids.flatMap((id, at) => [response({ userId: 2, id }), good[at] ?? response({})]))
      expect(ends).toEqual(ids.flatMap(() => ['rejected', 'fulfilled']))
      for (const { id } of good) expect(await responses.find(2, id)).not.toBeNull()
      expect(await responses.find(2, 'a\0b')).toBeNull()
    })

    test('that cannot be written are named in the log, and the caller learns it', async () => {
      const unwritable = { input: [], response: { counts: 1n } }
      expect(await keepAll([response({ userId: 4, id: 'resp_lost', content: unwritable })])).toEqual(['rejected'])
      const told = { userId: 4, responseId: 'resp_lost', msg: 'a response could not be stored' }
      expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject(told)
    })

    test('of one upstream are not taken over by another', async () => {
      await responses.keep(response({ userId: 3, channelId: 5, content: null }))
      await responses.keep(response({ userId: 3, channelId: 6, content: null }))
      expect(await responses.find(3, 'resp_1')).toMatchObject({ channelId: 5 })
      await responses.keep(response({ userId: 3, channelId: 5, content: null, status: 'incomplete' }))
      expect(await responses.find(3, 'resp_1')).toMatchObject({ channelId: 5, status: 'incomplete' })
    })
  })
}
