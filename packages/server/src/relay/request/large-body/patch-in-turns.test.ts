import { expect, test } from 'bun:test'
import { merge, type Patches, patchObject, type ScannedObject, scanObject, verbatim } from '@tollgate/gateway'
import fc from 'fast-check'
import { asBody, editInTurns, patchInTurns, writeBody } from './patch-in-turns.ts'
import { FEW, LONGEST, long, value } from './testing.ts'

const NAMES = ['model', 'messages', 'x', 'constructor', '__proto__']
const member = fc.tuple(fc.constantFrom(...NAMES), value)
const patch = fc.tuple(
  fc.constantFrom(...NAMES, 'new'),
  fc.oneof(
    fc.constantFrom(undefined, 'short', verbatim('[1, 2]'), merge({ a: 1 })),
    long.map(text => [text]),
  ),
)
const patches = fc.array(patch, { maxLength: 3 }).map(all => Object.fromEntries(all) as Patches)

test('a long body patched in turns is the same as one patched at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(member, FEW), long, patches, fc.nat(2), async (members, text, all, spaces) => {
      const written = [...members, ['messages', [text, LONGEST]] as const]
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${JSON.stringify(name)} :${JSON.stringify(one, null, spaces)}`)
      const body = scanObject(` {${written.join(' ,\n')}} `)
      const [patched, expected] = [await patchInTurns(body, all, 'openai-chat'), patchObject(body, all)]
      expect(patched.text === expected.text).toBe(true)
      expect(patched.members).toEqual(expected.members)
    }),
    { seed: 27, numRuns: 40 },
  )
})

test('a long body for an upstream is patched while it is written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...NAMES), value), patches, async (body, all) => {
      const whole = { ...body, input: 'to and fro '.repeat(7_000) }
      const expected = patchObject(scanObject(JSON.stringify(whole)), all)
      const { body: text, inspected } = asBody(await writeBody(whole, all, 'openai-chat'))
      expect(text === expected.text).toBe(true)
      if (!('input' in all)) expect(inspected?.members).toEqual(expected.members)
    }),
    { seed: 28, numRuns: 40 },
  )
})

test('a long body edited without its conversation is the same as one edited whole', async () => {
  const remove = (name: string) => (body: ScannedObject) => patchObject(body, { [name]: undefined, last: 1 })
  const messages = `"messages" : [ "${LONGEST}" ]`
  const texts = [
    `{ "provider" : {"order":["x"]} , ${messages} , "x":2}`,
    `{${messages},"provider":1}`,
    `{"input":"${LONGEST}","provider":1,${messages},"tools":["${LONGEST}"]}`,
    `{${messages},"provider":1,${messages}}`,
  ]
  for (const body of texts.map(text => scanObject(text))) {
    const [edited, expected] = [await editInTurns(body, remove('provider'), 'openai-chat'), remove('provider')(body)]
    expect(edited.text === expected.text).toBe(true)
    expect(edited.members).toEqual(expected.members)
    expect(await editInTurns(body, same => same, 'openai-chat')).toBe(body)
  }
})
