import { describe, expect, test } from 'bun:test'
import { noRequests } from '@tollgate/gateway'
import { longStepsDuring } from '../../../test/support/long-steps.ts'
import { turnsDuring } from '../../../test/support/turns.ts'
import type { ApiError } from '../../platform/http/api-error.ts'
import { admitLine, readRequestLine } from './request-line.ts'

const MIB = 1024 * 1024
const line = (content: string, more = ''): string =>
  JSON.stringify({
    custom_id: 'a',
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'm', messages: [{ role: 'user', content }] },
  }).replace('"model"', `${more}"model"`)
const read = (text: string, forbidden: readonly string[] = []) =>
  readRequestLine(text, 7, 'openai', () => 'openai-chat', forbidden)

const refusal = (text: string) =>
  read(text).then(
    () => null,
    ({ code, parameters }: ApiError) => [code, parameters],
  )

describe('a long line of a batch', () => {
  test('is read like a short one, with an inspection result', async () => {
    const { inspected, ...long } = await read(line('no secret '.repeat(200_000)), ['secret'])
    const short = await read(line('no secret'))
    expect(long.body.members.map(({ name }) => name)).toEqual(short.body.members.map(({ name }) => name))
    expect(long.body.text).toBe(long.line.text.slice(long.bodyStart, long.bodyEnd))
    expect([long.customId, long.model, long.url]).toEqual([short.customId, short.model, short.url])
    expect(inspected?.hasForbiddenWords).toBe(true)
    expect(inspected?.inputFacts.textTokens).toBe(long.body.text.length)
    expect(short.inspected).toBeUndefined()
  })

  test('lets other work run after each piece', async () => {
    const text = line('to and fro '.repeat(MIB))
    expect(await turnsDuring(() => read(text))).toBeGreaterThanOrEqual(Math.floor(text.length / MIB))
  })

  test('is searched and sized in a thread', async () => {
    const text = line('to and fro '.repeat(MIB / 4))
    const size = noRequests()
    const limitsOf = () => ({ contextWindow: 1_000_000, output: 5_000 })
    const contentFilter = ({ hasForbiddenWords }: { hasForbiddenWords?: boolean | undefined }) =>
      expect(hasForbiddenWords).toBe(false)
    const steps = await longStepsDuring(MIB, async () => {
      const request = await read(text, ['secret'])
      const terms = { format: 'openai-chat', upstreamModel: 'm', size } as const
      admitLine(request, request.body, terms, { contentFilter, prices: { limitsOf } } as never)
    })
    expect(size.requests).toBe(1)
    // Only the scan of the line runs here.
    expect(steps.filter(step => !step.includes('scan-json.ts'))).toEqual([])
  })

  test('is refused for the same reasons as a short one, with its line number', async () => {
    const texts: [text: string, reason: RegExp][] = [
      [line('x', '"model":"n",'), /model is given more than once/],
      [line('x', '"x":01,'), /JSON|value/],
      [line('x').replace('"m"', '""'), /model/],
    ]
    for (const [text, reason] of texts) {
      const long = text.replace('"content":"x"', `"content":"${'x'.repeat(MIB)}"`)
      const refused = ['batch_line_invalid', { line: 7, reason: expect.stringMatching(reason) }]
      expect(await refusal(text)).toEqual(refused)
      expect(await refusal(long)).toEqual(refused)
    }
  })
})
