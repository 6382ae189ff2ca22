import { describe, expect, test } from 'bun:test'
import { steadyReader } from '../../../platform/http/steady-body.ts'
import { makeWatchdog } from '../../../platform/process/watchdog.ts'
import { replayable } from './replayable-body.ts'

const PIECE = 64 * 1024
const piece = (number: number): Uint8Array => new Uint8Array(PIECE).fill(number)

/** Makes this many pieces, each filled with its number; `given` counts those already read. */
function source(pieces: number) {
  const counter = { given: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (counter.given === pieces) return controller.close()
        controller.enqueue(piece(counter.given++))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, counter }
}

const readerOf = (stream: ReadableStream<Uint8Array>) => steadyReader(stream, { watchdog: makeWatchdog(), seconds: 0 })

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.digest('hex')
}

const whole = (pieces: number) => {
  const hasher = new Bun.CryptoHasher('sha256')
  for (let number = 0; number < pieces; number++) hasher.update(piece(number))
  return hasher.digest('hex')
}

describe('an upload', () => {
  test.each([1, 16, 100])('of %d pieces can be read again unchanged', async pieces => {
    const upload = replayable(readerOf(source(pieces).stream), () => {})
    expect(await digest(upload.read())).toBe(whole(pieces))
    expect(await digest(upload.read())).toBe(whole(pieces))
    expect(upload.bytes).toBe(pieces * PIECE)
    await upload.close()
  })

  test('that was partly read continues for the next reader', async () => {
    const { stream, counter } = source(40)
    const upload = replayable(readerOf(stream), () => {})
    let read = 0
    for await (const _chunk of upload.read()) if (++read === 25) break
    expect(counter.given).toBe(25)
    expect(await digest(upload.read())).toBe(whole(40))
    await upload.close()
  })

  test('can be read by two readers at once, and neither misses anything', async () => {
    const upload = replayable(readerOf(source(40).stream), () => {})
    expect(await Promise.all([digest(upload.read()), digest(upload.read())])).toEqual([whole(40), whole(40)])
    await upload.close()
  })

  test('streams: the source is read only when a reader reads', async () => {
    const { stream, counter } = source(3)
    const reading = replayable(readerOf(stream), () => {}).read()
    await reading.next()
    expect(counter.given).toBe(1)
  })

  test('that is too long fails for every reader', async () => {
    const upload = replayable(readerOf(source(40).stream), chunk => {
      if (chunk[0] === 10) throw new Error('too long')
    })
    await expect(digest(upload.read())).rejects.toThrow('too long')
  })
})
