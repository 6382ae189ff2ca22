import { afterAll, describe, expect, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { makeSpool, type Spool } from '../../relay/request/multipart/spool.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { LONGEST_LINE_BYTES } from './lines.ts'
import { writeRequestFile } from './request-file.ts'
import { readSpool } from './upload.ts'

const opened: Spool[] = []
afterAll(() => Promise.all(opened.map(spool => spool.close())))

const channelTo = (upstreamModel: (model: string) => string) =>
  ({ paramOverride: {}, setting: {}, provider: {}, upstreamModel }) as unknown as OpenChannel
const deps = {
  contentFilter: Object.assign(() => undefined, { words: () => [] }),
  prices: { limitsOf: () => ({ contextWindow: 1_000_000, output: 5_000 }) },
  options: { get: () => false },
}

const line = (custom_id: string, content = 'Hi') => {
  const body = { model: 'm', messages: [{ role: 'user', content }] }
  return JSON.stringify({ custom_id, method: 'POST', url: '/v1/chat/completions', body })
}

/** Reads a file of these lines. Returns the request file, what is sent, and the memory taken for each piece. */
async function write(lines: readonly string[], upstreamModel = (model: string) => model) {
  const grown: number[] = []
  const content = makeSpool()
  opened.push(content)
  await content.append(Buffer.from(lines.join('\n')))
  const memory = { grow: (bytes: number) => void grown.push(bytes) }
  const file = await writeRequestFile(
    content,
    channelTo(upstreamModel),
    memory as unknown as Parameters<typeof writeRequestFile>[2],
    deps as unknown as StatefulDeps,
  )
  opened.push(file.content)
  const sent = Buffer.concat(await Array.fromAsync(readSpool(file.content))).toString()
  return { file, sent, grown }
}

describe('a file of requests', () => {
  test('is sent unchanged, with its model and endpoint', async () => {
    const lines = [line('a'), line('b')]
    const { file, sent } = await write(lines)
    expect(sent.trim()).toBe(lines.join('\n'))
    expect(file).toMatchObject({ model: 'm', endpoint: '/v1/chat/completions', size: { requests: 2 } })
  })

  test('is written anew for an upstream with another name for its model', async () => {
    const { file, sent } = await write([line('a'), line('b')], () => 'up')
    expect(sent).toBe([line('a'), line('b'), ''].join('\n').replaceAll('"model":"m"', '"model":"up"'))
    expect(file.model).toBe('m')
  })

  test.each([
    ['model', line('b').replace('"model":"m"', '"model":"n"')],
    ['url', line('b').replace('/v1/chat/completions', '/v1/responses')],
  ])('has one %s', async (what, other) => {
    const refused = await rejection(write([line('a'), other]))
    const parameters = { line: 2, reason: `all requests of a file have one ${what}` }
    expect(refused).toMatchObject({ code: 'batch_line_invalid', parameters })
  })

  test('takes memory for its longest line and for each id', async () => {
    const [short, long] = [line('b'), line('a', 'Hello')]
    const { grown } = await write([short, long, short.replace('"b"', '"c"'), long.replace('"a"', '"d"')])
    const perId = 64 + 2
    expect(grown).toEqual([3 * short.length, perId, 3 * (long.length - short.length), perId, perId, perId])
  })

  test('may name each request only once', async () => {
    const refused = await rejection(write([line('a'), line('b'), line('a')]))
    expect(refused).toMatchObject({ code: 'batch_line_invalid', parameters: { line: 3 } })
  })

  test('may not have a line beyond 16 MiB', async () => {
    const refused = await rejection(write([line('a'), line('b', 'a'.repeat(LONGEST_LINE_BYTES))]))
    expect(refused).toMatchObject({
      code: 'batch_line_invalid',
      parameters: { line: 2, reason: 'it is longer than 16 MiB' },
    })
  })

  test('must have a request', async () => {
    expect(await rejection(write(['', ' ']))).toMatchObject({ code: 'batch_empty' })
  })
})
