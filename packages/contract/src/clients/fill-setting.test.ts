import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ClientSetting } from './client-guide.ts'
import { fillSetting } from './fill-setting.ts'
import { clientGuides } from './index.ts'

const RUNS = { seed: 20_261_122, numRuns: 60 }

/** Values with characters that end a word, a string or a line in some format. */
const value = fc
  .array(
    fc.oneof(fc.constantFrom(...'"\'`\\$#{}[]<>&|;:,!?*@%~ \t\x7f'), fc.string({ unit: 'binary', maxLength: 3 })),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map(letters => letters.join(''))
const place = fc.record({ address: value, key: value, model: value })

const settings = clientGuides.flatMap(({ name, settings }) =>
  settings.map((setting): [string, ClientSetting] => [`${name}, ${JSON.stringify(setting.where)}`, setting]),
)
const ofKind = (isMeant: (where: ClientSetting['where']) => boolean) =>
  settings.filter(([, { where }]) => isMeant(where))
const inFile = (ending: string) => ofKind(where => 'file' in where && where.file.endsWith(ending))

const readers: [ending: string, read: (text: string) => unknown][] = [
  ['.json', JSON.parse],
  ['.toml', Bun.TOML.parse],
  ['.yaml', Bun.YAML.parse],
]

for (const [ending, read] of readers) {
  test.each(inFile(ending))('%s: every value is read exactly as it is', (_, setting) => {
    const plain = read(setting.text)
    fc.assert(
      fc.property(place, place => {
        expect(read(fillSetting(setting, place))).toEqual(withValues(plain, place))
      }),
      RUNS,
    )
  })
}

test.each(ofKind(where => 'code' in where))('%s: a value stays within its quotes', (_, setting) => {
  fc.assert(
    fc.property(place, place => {
      expect(stringsIn(fillSetting(setting, place))).toEqual(
        stringsIn(setting.text).map(text => String(withValues(text, place))),
      )
    }),
    RUNS,
  )
})

test.each(ofKind(where => 'shell' in where || 'command' in where))(
  '%s: a shell reads every value as one word',
  (_, setting) => {
    const places = fc.sample(place, RUNS).filter(isForShell)
    const [plain = [], ...filled] = wordsIn([setting.text, ...places.map(each => fillSetting(setting, each))])
    expect(filled).toEqual(places.map(each => plain.map(word => String(withValues(word, each)))))
  },
)

const isForShell = (values: Record<string, string>) =>
  Object.values(values).every(text => !text.includes('\0') && text.isWellFormed())

/** The words a shell passes on, for each script. */
function wordsIn(scripts: readonly string[]): string[][] {
  const lines = scripts.map(script => script.replace(/^\w+/, 'words'))
  const { stdout } = Bun.spawnSync(['sh', '-c', [`words() { printf '%s\\0' $# "$@"; }`, ...lines].join('\n')])
  const told = stdout.toString().split('\0').slice(0, -1)
  return scripts.map(() => told.splice(0, Number(told.shift())))
}

test('a file of variables quotes a value with quotes that it does not contain', () => {
  const [[, setting] = []] = inFile('.env')
  if (!setting) throw new Error('no client has a file of variables')
  const lineOf = (model: string) => fillSetting(setting, { address: 'a', key: 'k', model }).split('\n').at(-1)
  expect(lineOf('@cf/meta/llama-4:free')).toBe('GEMINI_MODEL=@cf/meta/llama-4:free')
  expect(lineOf('two words # no remark')).toBe("GEMINI_MODEL='two words # no remark'")
  expect(lineOf("it's")).toBe("GEMINI_MODEL=`it's`")
  expect(lineOf("`it's`")).toBe('GEMINI_MODEL="`it\'s`"')
})

test('the fields of a form are the text to type into them', () => {
  const [[, setting] = []] = ofKind(where => 'form' in where)
  if (!setting) throw new Error('no client has a form')
  expect(fillSetting(setting, { address: 'https://a.example', key: `k"'`, model: 'm' })).toContain(`: k"'`)
})

/** A parsed setting with the names replaced by the values. */
function withValues(read: unknown, place: Record<string, string>): unknown {
  if (typeof read === 'string') return read.replace(/\{(\w+)\}/g, (whole, name) => place[name]?.toWellFormed() ?? whole)
  if (Array.isArray(read)) return read.map(each => withValues(each, place))
  if (typeof read !== 'object' || read === null) return read
  return Object.fromEntries(
    Object.entries(read).map(([name, inner]) => [String(withValues(name, place)), withValues(inner, place)]),
  )
}

/** The strings of a program, in order. */
function stringsIn(program: string): string[] {
  return [...program.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs)].map(
    ([literal]) => JSON.parse(`"${literal.slice(1, -1)}"`) as string,
  )
}
