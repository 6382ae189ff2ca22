import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'

/** Options read by parts that are not built yet. Remove a subject's line when it is built. */
const NOT_READ_YET: Record<string, OptionKey[]> = {}

const excepted = Object.values(NOT_READ_YET).flat()
const packages = join(import.meta.dir, '../../../..')
const server = [...sourcesIn('server/src'), ...sourcesIn('gateway/src')]
/** Storing a value in the browser, or editing it, is not reading it. */
const NO_READERS = /^(session\/status\.tsx|lib\/storage\.ts|pages\/settings\/)/
const console = sourcesIn('console/src').filter(({ path }) => !NO_READERS.test(path))
/** Used only by the settings page itself, to fill in other options of its section. */
const FOR_THE_SETTINGS_PAGE: OptionKey[] = ['oidc.well_known']
const keptNames = keptInTheBrowser()

test.each(optionKeys.filter(key => ![...excepted, ...FOR_THE_SETTINGS_PAGE].includes(key)))('%s is read', key => {
  expect(isRead(key)).toBe(true)
})

test('an option that is read is not an exception', () => {
  expect(excepted.filter(isRead)).toEqual([])
})

/** By its key, or by its field of the public status in the console. */
function isRead(key: OptionKey): boolean {
  const named = new RegExp(`'${RegExp.escape(key)}'|\\b${RegExp.escape(key)}: '`)
  const isNamed = [...server, ...console].some(({ text }) => named.test(text))
  const field = optionLines[key].publicAs
  return isNamed || (field !== undefined && isShown(field))
}

function isShown(field: string): boolean {
  const kept = keptNames.get(field)
  const shown = new RegExp(`\\b${RegExp.escape(field)}\\b${kept ? `|\\bstored\\.${kept}\\b` : ''}`)
  return console.some(({ text }) => shown.test(text))
}

/** The status fields that the browser stores on their own, with their names in the console. */
function keptInTheBrowser(): Map<string, string> {
  const table = readFileSync(join(packages, 'console/src/lib/storage.ts'), 'utf8')
  return new Map([...table.matchAll(/^ {2}(\w+): \w+\('([\w-]+)'\)/gm)].map(([, name = '', key = '']) => [key, name]))
}

/** Source files other than tests and texts. */
function sourcesIn(folder: string): Array<{ path: string; text: string }> {
  const root = join(packages, folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(phrases|messages)\//.test(path))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
