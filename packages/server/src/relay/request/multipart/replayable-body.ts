import { BodyTooSlow, type SteadyReader } from '../../../platform/http/steady-body.ts'
import { relayError } from '../../call/relay-error.ts'
import { makeSpool } from './spool.ts'

/** A streamed body that another channel can read again from its start. */
export interface Replayable {
  /** Reads from the first byte to the last, including what is still to arrive. */
  read(): AsyncGenerator<Uint8Array, void>
  /** Bytes received so far. */
  readonly bytes: number
  /** Frees it and stops reading. */
  close(): Promise<void>
}

/** @param onChunk called with every new chunk; its error is thrown to every reader */
export function replayable(source: SteadyReader, onChunk: (chunk: Uint8Array) => void): Replayable {
  const spool = makeSpool()
  let pulling: Promise<boolean> | undefined

  /** Appends the next chunk of the source to the spool; false at its end. Concurrent readers share one read. */
  const pull = (): Promise<boolean> => {
    pulling ??= (async () => {
      const value = await nextOf(source)
      if (!value) return false
      onChunk(value)
      await spool.append(value)
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
        while (at < spool.bytes) {
          const chunk = await spool.read(at)
          at += chunk.length
          yield chunk
        }
      } while (await pull())
    },
    get bytes() {
      return spool.bytes
    },
    async close() {
      await source.cancel()
      await spool.close()
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
