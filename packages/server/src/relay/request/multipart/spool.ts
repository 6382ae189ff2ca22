import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Appended bytes that can be read any number of times. Kept in memory while few, then in a file. */
export interface Spool {
  readonly bytes: number
  append(chunk: Uint8Array): Promise<void>
  /** Returns some bytes from an offset on; there must be at least one. */
  read(offset: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** Beyond this, a file is used. */
export const IN_MEMORY_BYTES = 1024 * 1024
const PIECE_BYTES = 256 * 1024

type File = Awaited<ReturnType<typeof open>>

export function makeSpool(): Spool {
  let bytes = 0
  let memory: { start: number; chunk: Uint8Array }[] = []
  let file: File | undefined

  return {
    get bytes() {
      return bytes
    },
    async append(chunk) {
      if (!file && bytes + chunk.length > IN_MEMORY_BYTES) {
        file = await openUnlinked()
        for (const kept of memory) await file.write(kept.chunk, 0, kept.chunk.length, kept.start)
        memory = []
      }
      if (file) await file.write(chunk, 0, chunk.length, bytes)
      // The newest chunk stays in memory: a reader that keeps up never reads from disk.
      if (file) memory = []
      memory.push({ start: bytes, chunk })
      bytes += chunk.length
    },
    async read(offset) {
      const kept = memory.findLast(({ start }) => start <= offset)
      if (kept) return kept.chunk.subarray(offset - kept.start)
      if (!file) throw new Error('the spool holds nothing at this offset')
      const piece = new Uint8Array(Math.min(PIECE_BYTES, bytes - offset))
      const { bytesRead } = await file.read(piece, 0, piece.length, offset)
      return piece.subarray(0, bytesRead)
    },
    async close() {
      memory = []
      await file?.close()
      file = undefined
    },
  }
}

/** Opens a file without a name: a crash leaves no upload behind. */
async function openUnlinked(): Promise<File> {
  const path = join(tmpdir(), `tollgate-upload-${Bun.randomUUIDv7()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
