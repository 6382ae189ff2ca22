import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import { databases } from '../../../test/support/databases.ts'
import { chargedPages } from './read-rows.ts'

/** On both sides of the edges of blocks, and after a long gap. */
const IDS = [1, 3_999, 4_000, 4_001, 8_000, 8_001, 12_001, 7_000_000, 7_004_000]
const SPAN = { since: 10, until: 20 }

for (const { kind, open } of databases())
  test.each([1, 2, 3, 4])(`each charged row is in one of %d parts on ${kind}`, async of => {
    const { storage, close } = await open()
    const row = { type: LOG_TYPE.consume, created_at: 10, user_id: 1, quota: 1 }
    await storage.db
      .insertInto('logs')
      .values([
        ...IDS.map(id => ({ ...row, id })),
        { ...row, id: 5, created_at: 9 },
        { ...row, id: 6, created_at: 20 },
        { ...row, id: 7, type: LOG_TYPE.error },
      ] as never)
      .execute()
    const found: number[] = []
    for (let nth = 0; nth < of; nth++)
      for await (const page of chargedPages(storage.db, SPAN, { nth, of }, () => {
        throw new Error('there are no archives')
      }))
        found.push(...page.map(({ id }) => id))
    await close()
    expect(found.toSorted((one, other) => one - other)).toEqual(IDS)
  })
