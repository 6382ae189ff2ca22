import { expect, test } from 'bun:test'
import { type AboutTables, aboutValues, withAbout } from './about-values.ts'

const TABLES: AboutTables = {
  metadata: {
    one: { aliases: ['a', 'b'], description: 'Short.', maker: 'Us', abilities: { vision: false, tools: true } },
    two: { maker: 'Them' },
  },
  contextWindows: { one: 9_000, two: 1 },
}

test('what the form shows of a model is stored as it was', () => {
  const values = aboutValues('one', TABLES)
  expect(values).toMatchObject({ aliases: 'a\nb', contextWindow: 9_000 })
  expect(values.abilities).toMatchObject({ vision: 'no', tools: 'yes', chat: 'known' })
  const stored = withAbout(TABLES, 'one', values)
  expect(stored).toEqual(TABLES)
})

test('a model of which nothing is said any more has no entry, and the others keep theirs', () => {
  const stored = withAbout(TABLES, 'one', aboutValues('new', TABLES))
  expect(stored).toEqual({ metadata: { two: { maker: 'Them' } }, contextWindows: { two: 1 } })
})

test('aliases may be parted by lines or commas', () => {
  const values = { ...aboutValues('new', TABLES), aliases: ' x\n\ny, z ' }
  expect(withAbout(TABLES, 'new', values).metadata.new).toEqual({ aliases: ['x', 'y', 'z'] })
})

test('a model may be called like a member of every object', () => {
  expect(aboutValues('constructor', TABLES)).toMatchObject({ maker: '', contextWindow: null })
})
