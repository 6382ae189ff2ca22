import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { LANGUAGES } from '../constants.ts'
import { errors } from '../error-codes.ts'

const NAME = /\{\w+\}/g

/** Every sentence of a language: file → code → text. */
async function sentencesOf(language: string): Promise<Record<string, Record<string, string>>> {
  const folder = new URL(`./${language}/`, import.meta.url)
  const files = readdirSync(folder).sort()
  const read = files.map(async file => {
    const exported = Object.values(await import(new URL(file, folder).pathname)) as Record<string, string>[]
    return [file, Object.assign({}, ...exported)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

test('there is a folder for every language, and for no other', () => {
  const folders = readdirSync(new URL('.', import.meta.url)).filter(name => !name.includes('.'))
  expect(folders.sort()).toEqual([...LANGUAGES].sort())
})

test.each([...LANGUAGES])(
  '%s has a sentence for every code, with the same names to fill in as English',
  async language => {
    const [english, other] = await Promise.all([sentencesOf('en'), sentencesOf(language)])
    const shape = (sentences: typeof english) =>
      Object.entries(sentences).flatMap(([file, texts]) =>
        Object.entries(texts).map(([code, text]) => `${file} ${code} ${[...new Set(text.match(NAME))].sort()}`),
      )
    expect(shape(other).sort()).toEqual(shape(english).sort())
    expect(
      Object.values(other).flatMap(texts => Object.entries(texts).filter(([, text]) => text.trim() === '')),
    ).toEqual([])
  },
)

test('every failure has a sentence', async () => {
  expect(Object.keys((await sentencesOf('en'))['errors.ts'] ?? {}).sort()).toEqual(Object.keys(errors).sort())
})
