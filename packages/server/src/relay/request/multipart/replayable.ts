import { BodyTooSlow, type SteadyReader } from '../../../http/steady-body.ts'
import { relayError } from '../../errors/relay-error.ts'
import { keepAside } from './keep-aside.ts'

/** A body that passes through and can yet be read again from its start, for another channel say. */
export interface Replayable {
  /** From the first byte to the last, as far as it has come and then as it comes. */
  read(): AsyncGenerator<Uint8Array, void>
  /** So far. */
  readonly bytes: number
  /** Nothing more will be read. */
  close(): Promise<void>
}

/** @param see called with every new chunk; what it throws, every reader throws */
export function replayable(source: SteadyReader, see: (chunk: Uint8Array) => void): Replayable {
  const aside = keepAside()
  let pulling: Promise<boolean> | undefined

  /** The next chunk from the source, put aside; false at its end. Readers that want one at once share it. */
  const pull = (): Promise<boolean> => {
    pulling ??= (async () => {
      const value = await nextOf(source)
      if (!value) return false
      see(value)
      await aside.append(value)
      return true
    })().finally(() => {
      pulling = undefined
    })
    return pulling
  }

  return {
    async *read() {
      let at = 0
      do {
        while (at < aside.bytes) {
          const chunk = await aside.read(at)
          at += chunk.length
          yield chunk
        }
      } while (await pull())
    },
    get bytes() {
      return aside.bytes
    },
    async close() {
      await source.cancel()
      await aside.close()
    },
  }
}

/** @throws ApiError */
async function nextOf(source: SteadyReader): Promise<Uint8Array | null> {
  try {
    return await source.read()
  } catch (error) {
    throw error instanceof BodyTooSlow ? relayError('body_too_slow') : error
  }
}
