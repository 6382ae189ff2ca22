import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, constants, createZstdCompress, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

const message = { role: 'assistant', content: 'Yes.' }
const upstream = startWireUpstream(() => ({ id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }] }))
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('ModelRatio', JSON.stringify({ m: 0.001 }))
  await gateway.makeChannel({ base_url: upstream.url, models: 'm' })
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const packers: Record<string, (body: Buffer) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: body => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: body => zstdCompressSync(body),
}

const post = (body: Uint8Array, encoding: string) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-encoding': encoding },
    body: body as Uint8Array<ArrayBuffer>,
  })
const codeOf = async (response: Response) => [response.status, (await response.json()).error?.code]

describe.each(Object.entries(packers))('a body packed with %s', (encoding, pack) => {
  test('reaches the upstream unchanged, whatever its length', async () => {
    // Short bodies are decompressed at once, longer ones in pieces, and the longest are inspected in a thread.
    const lengths = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom(70_000, 300_000, 2_000_000))
    await fc.assert(
      fc.asyncProperty(lengths, fc.string({ minLength: 1, maxLength: 40 }), async (length, word) => {
        const content = word.repeat(Math.ceil(length / word.length))
        const text = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
        expect((await post(pack(Buffer.from(text)), encoding)).status).toBe(200)
        expect(upstream.requests.at(-1)?.body).toBe(text)
      }),
      { seed: 2, numRuns: 12 },
    )
  })

  test('is refused if it decompresses to more than 64 MiB or is not in its declared encoding', async () => {
    expect(await codeOf(await post(pack(Buffer.alloc(65 * 2 ** 20, 0x20)), encoding))).toEqual([413, 'body_too_large'])
    for (const length of [10, 400_000])
      expect(await codeOf(await post(Buffer.alloc(length, 7), encoding))).toEqual([400, 'body_not_decodable'])
  })
})

test('zstd that asks for a window of more than 8 MiB is refused: the window is the sender’s choice', async () => {
  const packer = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } })
  const text = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] })
  // Its length is unknown until its end, so the header declares the window and not the length.
  packer.write(text.slice(0, 9))
  packer.end(text.slice(9))
  expect(await codeOf(await post(Buffer.concat(await packer.toArray()), 'zstd'))).toEqual([400, 'body_not_decodable'])
})

test('an unsupported encoding is refused with a list of the supported ones', async () => {
  const response = await post(Buffer.from('{}'), 'compress')
  expect(response.status).toBe(415)
  expect((await response.json()).error.message).toContain('gzip, deflate, br, zstd')
})
