import { expect, test } from 'bun:test'
import { parseExact, scanObject } from '@tollgate/gateway'
import fc from 'fast-check'
import { parseInTurns, parseMemberInTurns } from './parse-in-turns.ts'

const parse = (text: string) => parseInTurns(scanObject(text))

test('a body parsed in turns is the same as one parsed in one go', async () => {
  const long = fc.constantFrom('to and fro '.repeat(7_000), 12345678901234567890n, '__proto__').map(String)
  const value = fc.oneof(fc.jsonValue(), long, fc.array(fc.oneof(long, fc.jsonValue()), { maxLength: 9 }))
  const { body } = fc.letrec<{ body: Record<string, unknown>; inside: unknown }>(tie => ({
    inside: fc.oneof({ maxDepth: 3 }, value, tie('body'), fc.array(tie('inside'), { maxLength: 4 })),
    body: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('inside'), { noNullPrototype: true }),
  }))
  await fc.assert(
    fc.asyncProperty(body, fc.nat(3), async (one, spaces) => {
      const text = JSON.stringify(one, null, spaces)
      expect(JSON.stringify(await parse(text))).toBe(JSON.stringify(parseExact(text)))
    }),
    { seed: 25, numRuns: 100 },
  )
})

test('long numbers, many members and deep lists are read as they are', async () => {
  const texts = [
    `{"a":[${'1,'.repeat(90_000)}12345678901234567890]}`,
    `{"a":{"b":{${Array.from({ length: 9_000 }, (_, at) => `"member ${at}":1.0e400`).join()}}}}`,
    `{"a":${'[1,'.repeat(900)}[${'2,'.repeat(90_000)}3]${']'.repeat(900)}}`,
  ]
  for (const text of texts) expect(JSON.stringify(await parse(text))).toBe(JSON.stringify(parseExact(text)))
})

test('long strings are unescaped, and found wherever they are', async () => {
  const half = 'a\\ud83d'
  const long = (name: string) => `"${name}${'\\ud83d\\ude00\\"\\u0041\\\\'.repeat(20_000)}${half}"`
  const texts = [
    `{"a":${long('a')},"b":[1,${long('b')},{"c":${long('c')},"__proto__":${long('d')}},[[[${long('e')}]]]]}`,
    // the last of a repeated name counts
    `{"a":${long('a')},"b":{"c":${long('b')},"c":1},"a":${long('c')}}`,
    `{ "a" : ${long('a')} , "${'b'.repeat(300_000)}" : [ ${long('c')} ] }`,
  ]
  for (const text of texts) expect(JSON.stringify(await parse(text)) === JSON.stringify(parseExact(text))).toBe(true)
  const member = await parseMemberInTurns(scanObject(texts[0] ?? ''), 'b')
  expect(JSON.stringify(member)).toBe(JSON.stringify(JSON.parse(texts[0] ?? '').b))
  expect(await parseMemberInTurns(scanObject(texts[0] ?? ''), 'c')).toBeUndefined()
})

test('a long string with an unknown escape is refused', async () => {
  const parsing = parse(`{"a":["${'b'.repeat(300_000)}\\x"]}`)
  expect(await parsing.catch(error => error)).toBeInstanceOf(SyntaxError)
})

test('other work runs while a long list is parsed', async () => {
  const turns: string[] = []
  const parsing = parse(`{"messages":[${`{"content":"${'to and fro '.repeat(90)}"},`.repeat(20_000)}{}]}`)
  setImmediate(() => turns.push('other work'))
  await parsing.then(() => turns.push('parsed'))
  expect(turns).toEqual(['other work', 'parsed'])
})
