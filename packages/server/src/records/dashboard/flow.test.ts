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
  test(`calls flow from users by the groups they were charged in and models to channels, whatever is filtered, on ${kind}`, async () => {
    const database = await open()
    const app = await testApp(database)
    const { db, batch } = database.storage
    const admin = await signedIn(app, endpoints, 'admin')
    const [ina = 0, ben = 0] = await Promise.all(
      ['ina', 'ben'].map(name => insertUser(db, { username: name, aff_code: name, created_at: 1, group: 'now' })),
    )
    const call = { type: LOG_TYPE.consume, created_at: TEST_NOW, channel_id: 7 }
    const rows: NewLogRow[] = [
      { ...call, user_id: ina, group: 'vip', model_name: 'a', quota: 70 },
      { ...call, user_id: ina, group: 'vip', model_name: 'b', quota: 10, channel_id: 8 },
      { ...call, user_id: ben, group: 'vip', model_name: 'a', quota: 15, token_id: 4 },
      { ...call, user_id: ben, group: 'default', model_name: 'a', quota: 5 },
      { ...call, user_id: ben, group: 'default', model_name: 'c', type: LOG_TYPE.error, error_code: 'broken' },
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

    const flow = async (query = '') => {
      const flow = await ask('/api/dashboard/flow', query)
      expect(flow.columns.map(({ by }) => by)).toEqual(['user', 'group', 'model', 'channel'])
      expect(flow.columns[3]?.nodes.every(({ id }) => id === 7 || id === 8)).toBe(true)
      return told(flow)
    }
    const ofAll = [
      ...['ina>vip 2 80', 'ben>vip 1 15', 'ben>default 1 5'],
      ...['vip>a 2 85', 'vip>b 1 10', 'default>a 1 5'],
      ...['a> 3 90', 'b> 1 10'],
    ]
    expect(await flow()).toEqual(ofAll)
    expect(await flow('&username=ina,ben&channel=7,8&group=vip,default&model_name=a,b,c')).toEqual(ofAll)
    expect(await flow('&group=default')).toEqual(['ben>default 1 5', 'default>a 1 5', 'a> 1 5'])
    expect(await flow('&channel=8')).toEqual(['ina>vip 1 10', 'vip>b 1 10', 'b> 1 10'])
    expect(await flow('&token_id=4')).toEqual(['ben>vip 1 15', 'vip>a 1 15', 'a> 1 15'])
    expect(await flow('&username=ben&model_name=a&channel=7')).toEqual([
      ...['ben>vip 1 15', 'ben>default 1 5'],
      ...['vip>a 1 15', 'default>a 1 5'],
      'a> 2 20',
    ])
    expect(await flow('&group=none')).toEqual([])

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
    await database.close()
  })
}
