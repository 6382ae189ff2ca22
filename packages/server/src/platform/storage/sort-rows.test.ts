import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { byText } from './sort-rows.ts'

for (const { kind, open } of databases()) {
  describe(`a text that is sorted by on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    const folded = async (text: string) => {
      const row = sql<{
        folded: string
      }>`select ${byText('t.text')} as folded from (select cast(${text} as text) as text) as t`
      return (await row.execute(database.storage.db)).rows[0]?.folded
    }

    test.each([
      ['GPT-4o', 'gpt-4o'],
      ['МОСКВА', 'москва'],
      ['Ёлка-2', 'ёлка-2'],
      ['通义千问', '通义千问'],
      ['Ångström ÉÀÜ', 'ångström éàü'],
      ['Łódź ŽĐ', 'łódź žđ'],
      ['ĐẶNG Ấn', 'đặng ấn'],
      ['ΑΘΉΝΑ', 'αθήνα'],
      ['МосквА и Łódź', 'москва и łódź'],
      ['Ґанок Ԥ', 'ґанок ԥ'],
      ['ԵՐԵՎԱՆ', 'երևան'.normalize('NFC').replace('և', 'եվ')],
      ['ＡＢ', 'ａｂ'],
      ['', ''],
      ["O'Brien's \\ %", "o'brien's \\ %"],
    ])('has its case folded: %j', async (text, lower) => {
      expect(await folded(text)).toBe(lower)
    })
  })
}
