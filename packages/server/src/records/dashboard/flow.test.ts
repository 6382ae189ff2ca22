import { expect, test } from 'bun:test'
import { type Flow, LOG_TYPE } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases } from '../../../test/support/databases.ts'
import { insertUser } from '../../people/users/store.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { insertStatement } from '../../platform/storage/statements.ts'
import { endpoints } from '../../start/app.ts'
import { figureRows, INTO_FIGURES } from './usage-figures.ts'

for (const { kind, open } of databases()) {
  test(`calls flow from users by groups and models to channels, on ${kind}`, async () => {
    const database = await open()
    const app = await testApp(database)
    const { db, batch } = database.storage
    const admin = await signedIn(app, endpoints, 'admin')
    const users: number[] = []
    for (const [name, group] of [
      ['ina', 'vip'],
      ['ben', 'default'],
    ] as const)
      users.push(await insertUser(db, { username: name, aff_code: name, created_at: 1, group }))
    const [ina = 0, ben = 0] = users
    const token = (user_id: number, key: string, group: string) =>
      db
        .insertInto('tokens')
        .values({ user_id, key_fingerprint: key, key_sealed: '', key_hint: '', name: key, created_time: 1, group })
        .returning('id')
        .executeTakeFirstOrThrow()
    const plain = await token(ina, 'plain', '')
    const own = await token(ben, 'own', 'auto')
    const call = { type: LOG_TYPE.consume, created_at: TEST_NOW, channel_id: 7 }
    const rows: NewLogRow[] = [
      { ...call, user_id: ina, token_id: plain.id, model_name: 'a', quota: 70 },
      { ...call, user_id: ina, token_id: plain.id, model_name: 'b', quota: 10, channel_id: 8 },
      { ...call, user_id: ben, token_id: own.id, model_name: 'a', quota: 15 },
      { ...call, user_id: ben, token_id: 0, model_name: 'a', quota: 5 },
      { ...call, user_id: ben, token_id: 0, model_name: 'c', quota: 0, type: LOG_TYPE.error, error_code: 'broken' },
    ]
    const statement = insertStatement(kind, INTO_FIGURES, figureRows(rows))
    if (statement) await batch([statement])
    const ask = async (path: string, query = '') =>
      (await admin('GET', `${path}?start_timestamp=${TEST_NOW}&end_timestamp=${TEST_NOW}${query}`)).data as Flow
    const told = ({ columns, links }: Flow) =>
      links.flatMap((pairs, at) =>
        pairs.map(
          ([from, to, requests, quota]) =>
            `${columns[at]?.nodes[from]?.name}>${columns[at + 1]?.nodes[to]?.name} ${requests} ${quota}`,
        ),
      )

    const all = await ask('/api/dashboard/flow')
    expect(all.columns.map(({ by }) => by)).toEqual(['group', 'user', 'model', 'channel'])
    expect(told(all)).toEqual([
      'vip>ina 2 80',
      'auto>ben 1 15',
      'default>ben 1 5',
      'ina>a 1 70',
      'ina>b 1 10',
      'ben>a 2 20',
      'a> 3 90',
      'b> 1 10',
    ])
    expect(all.columns[3]?.nodes.map(({ id }) => id)).toEqual([7, 8])

    const ofChannel = await ask('/api/dashboard/flow', '&channel=7')
    expect(ofChannel.columns.map(({ by }) => by)).toEqual(['group', 'user', 'channel', 'model'])
    expect(told(ofChannel)).toEqual([
      'vip>ina 1 70',
      'auto>ben 1 15',
      'default>ben 1 5',
      'ina> 1 70',
      'ben> 2 20',
      '>a 3 90',
    ])
    expect(told(await ask('/api/dashboard/flow', '&username=ben&model_name=a'))).toEqual([
      'auto>a 1 15',
      'default>a 1 5',
      'a>ben 2 20',
      'ben> 2 20',
    ])
    const nobody = await ask('/api/dashboard/self/flow')
    expect(nobody.columns.map(({ by, nodes }) => [by, nodes.length])).toEqual([
      ['token', 0],
      ['group', 0],
      ['model', 0],
    ])
    await database.close()
  })

  test(`all but the largest nodes of a column are one, on ${kind}`, async () => {
    const database = await open()
    const app = await testApp(database)
    const admin = await signedIn(app, endpoints, 'admin')
    const rows = Array.from({ length: 60 }, (_, place): NewLogRow[] => {
      const call = { type: LOG_TYPE.consume, created_at: TEST_NOW, user_id: 100 + place, model_name: `m${place}` }
      // The cheapest has the most calls.
      return Array.from({ length: place === 0 ? 5 : 1 }, () => ({ ...call, quota: place }))
    }).flat()
    const statement = insertStatement(kind, INTO_FIGURES, figureRows(rows))
    if (statement) await database.storage.batch([statement])
    const { columns, links } = (
      await admin('GET', `/api/dashboard/flow?start_timestamp=${TEST_NOW}&end_timestamp=${TEST_NOW}`)
    ).data as Flow
    const models = columns[2]?.nodes ?? []
    expect(models[0]).toMatchObject({ name: 'm59', quota: 59, others: 0 })
    expect(models.map(({ name }) => name)).toContain('m0')
    expect(models.at(-1)).toMatchObject({ name: '', others: 60 - models.length + 1 })
    expect(models.reduce((sum, { requests }) => sum + requests, 0)).toBe(64)
    for (const pairs of links) {
      expect(pairs.reduce((sum, [, , requests]) => sum + requests, 0)).toBe(64)
      expect(pairs.reduce((sum, [, , , quota]) => sum + quota, 0)).toBe((59 * 60) / 2)
    }
    // The largest user called the largest model; what the others called is the remainder.
    expect(links[1]).toContainEqual([0, 0, 1, 59])
    const others = columns[1]?.nodes.at(-1)
    const ofOthers = links[1]?.filter(([from]) => from === (columns[1]?.nodes.length ?? 0) - 1) ?? []
    expect(ofOthers.reduce((sum, [, , , quota]) => sum + quota, 0)).toBe(others?.quota ?? -1)
    await database.close()
  })
}
