import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cutLongStrings, makeLongText } from './long-text.ts'
import { cutStrings } from './text-steps.ts'

/** Every kind of escape, halves of surrogate pairs, and quotes behind backslashes. */
const text = fc
  .array(fc.constantFrom('a', '"', '\\', '\n', '\0', '😀', '\ud83d', '\ude00', 'é', ' ', ':'), { maxLength: 12 })
  .map(parts => parts.join(''))

test('strings cut out of a JSON text and put back make the same value', () => {
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      text,
      fc.integer(),
      fc.constantFrom(true, null),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(text, value), fc.nat(9), fc.nat(2), (body, longest, spaces) => {
      const json = JSON.stringify(body, null, spaces)
      const [short = json, ...long] = cutStrings(json, longest, 'mark ')
      const isMark = (found: unknown): found is string => typeof found === 'string' && found.startsWith('mark ')
      const whole = JSON.parse(short, (_name, found) => (isMark(found) ? long[Number(found.slice(5))] : found))
      expect(JSON.stringify(whole)).toBe(JSON.stringify(JSON.parse(json)))
      for (const cut of long) expect(JSON.stringify(cut).length).toBeGreaterThan(longest)
    }),
    { seed: 25, numRuns: 1_000 },
  )
})

test('a string is cut the same however its characters are escaped', () => {
  const escaped = (said: string) =>
    [...said].map(one => Array.from({ length: one.length }, (_, at) => unit(one.charCodeAt(at))).join('')).join('')
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`
  fc.assert(
    fc.property(text, said => {
      expect(cutStrings(`{"a":"${escaped(said)}b"}`, 2, 'mark ')).toEqual(['{"a":"mark 0"}', `${said}b`])
    }),
    { seed: 26, numRuns: 300 },
  )
})

test('a text made in a thread has its parts in order, unchanged', async () => {
  const half = '\ud83d'
  const long = `${half}"\\\n😀`.repeat(100_000)
  const made = await makeLongText(async text => {
    text.add('["a",')
    text.quote(long)
    text.copy(`ab${long}cd`, 1, long.length + 3)
    text.copy('abcd', 1, 3)
    await Bun.sleep(0)
    text.add(half)
    return text.ended()
  })
  expect(made === `["a",${JSON.stringify(long)}b${long}cbc${half}`).toBe(true)
})

test('texts made at the same time are not mixed', async () => {
  const make = (name: string) =>
    makeLongText(async text => {
      for (let at = 0; at < 5; at++) {
        text.quote(name)
        await Bun.sleep(0)
      }
      return text.ended()
    })
  const names = ['a', 'b', 'c', 'd', 'e']
  expect(await Promise.all(names.map(make))).toEqual(names.map(name => `"${name}"`.repeat(5)))
})

test('a body the gateway wrote is scanned and measured', async () => {
  const { text, members, inputFacts } = await makeLongText(async body => {
    body.add('{"model":"m","messages":')
    body.add('[{"role":"user","content":"Hello"}]}')
    return body.written('openai-chat')
  })
  expect(members.map(({ name, valueStart, valueEnd }) => [name, text.slice(valueStart, valueEnd)])).toEqual([
    ['model', '"m"'],
    ['messages', '[{"role":"user","content":"Hello"}]'],
  ])
  expect(inputFacts).toMatchObject({ textTokens: text.length, outside: 0 })
})

test('a string that is not JSON is refused as `JSON.parse` refuses it', async () => {
  const cut = cutLongStrings(`{"a":"${'b'.repeat(99)}\\x"}`, 9)
  expect(await cut.catch(error => error)).toBeInstanceOf(SyntaxError)
})
