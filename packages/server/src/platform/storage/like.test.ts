import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { contains, matchesPattern } from './like.ts'

for (const { kind, open } of databases()) {
  describe(`a search on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    const found = async (condition: typeof contains, text: string, sought: string) => {
      const row = sql<{
        yes: number
      }>`select case when ${condition(sql`cast(${text} as text)`, sought)} then 1 else 0 end as yes`
      return Number((await row.execute(database.storage.db)).rows[0]?.yes) === 1
    }

    test.each([
      ['Москва', 'москва'],
      ['москва', 'МОСКВА'],
      ['МоСкВа 2', 'осква'],
      ['Ёлка', 'ёЛКА'],
      ['Ångström', 'åNGSTRÖM'],
      ['ΟΔΟΣ', 'οδος'],
      ['οδός', 'ΌΣ'],
      ['通义千问', '义千'],
      ['gpt-4o-MINI', 'GPT-4O-mini'],
      ['100% of a_b!', '100% OF A_B!'],
    ])('finds %j by %j', async (text, sought) => {
      expect(await found(contains, text, sought)).toBe(true)
    })

    test.each([
      ['Москва', 'масква'],
      ['a_b', 'aXb'],
      ['100%', '1000'],
      ['соль', 'соль!'],
    ])('does not find %j by %j', async (text, sought) => {
      expect(await found(contains, text, sought)).toBe(false)
    })

    test('a pattern ignores case, also beyond ASCII', async () => {
      expect(await found(matchesPattern, 'Модель-Большая', 'модель%БОЛЬШАЯ')).toBe(true)
      expect(await found(matchesPattern, 'Модель-Большая', '%модель')).toBe(false)
    })

    test('every part of a text is found in any case', async () => {
      const letters = fc.constantFrom(...'abcXYZабвЭЮЯäÖüéΑβΓşЖ 100%_!中文')
      await fc.assert(
        fc.asyncProperty(
          fc.array(letters, { minLength: 1, maxLength: 12 }),
          fc.nat(),
          fc.nat(),
          async (text, from, size) => {
            const start = from % text.length
            const part = text.slice(start, start + 1 + (size % text.length)).join('')
            expect(await found(contains, text.join(''), part.toUpperCase())).toBe(true)
            expect(await found(contains, text.join(''), part.toLowerCase())).toBe(true)
          },
        ),
        { seed: 7, numRuns: 60 },
      )
    })
  })
}
