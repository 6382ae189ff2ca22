import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { SourceProblem } from './problem.ts'

const MAGIC = {
  sqlite: Buffer.from('SQLite format 3\0'),
  custom: Buffer.from('PGDMP'),
  zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
  gzip: Buffer.from([0x1f, 0x8b]),
}
/** The first file in a tar of pg_dump. */
const TAR_OF_DUMP = 'toc.dat\0'
/** Packings that are not read. */
const OTHER_PACKINGS: readonly [name: string, magic: string][] = [
  ['bzip2', 'BZh'],
  ['xz', '\xfd7zXZ'],
  ['zip', 'PK\x03\x04'],
  ['7z', "7z\xbc\xaf'\x1c"],
]
export type FileKind = keyof typeof MAGIC | 'text'

export function kindOfBytes(head: Buffer): FileKind {
  if (head.toString('latin1', 0, TAR_OF_DUMP.length) === TAR_OF_DUMP) return 'custom'
  const found = Object.entries(MAGIC).find(([, magic]) => head.subarray(0, magic.length).equals(magic))
  return (found?.[0] as FileKind | undefined) ?? 'text'
}

/** How a file is packed that cannot be read so. */
export const otherPackingOf = (head: Buffer): string | undefined =>
  OTHER_PACKINGS.find(([, magic]) => head.toString('latin1', 0, magic.length) === magic)?.[0]

/** Returns the first bytes of a file. */
export function headOf(path: string, name: string, length = 65_536): Buffer {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file')
    const file = openSync(path, 'r')
    const head = Buffer.alloc(length)
    const read = readSync(file, head, 0, length, 0)
    closeSync(file)
    return head.subarray(0, read)
  } catch (error) {
    throw new SourceProblem(`${name} cannot be read (${(error as Error).message}).`)
  }
}

/** Returns a file's bytes, decompressed from zstd or gzip if necessary. */
export function bytesOf(path: string, kind: FileKind): Readable {
  const file = createReadStream(path)
  if (kind !== 'zstd' && kind !== 'gzip') return file
  const unpacked = kind === 'zstd' ? createZstdDecompress() : createGunzip()
  file.on('error', error => unpacked.destroy(error))
  return file.pipe(unpacked)
}

/** Decodes bytes strictly. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError)
      throw new SourceProblem(
        `${name} is not in UTF-8: make the dump again in that charset, and with --hex-blob if it has columns of bytes.`,
      )
    if (error instanceof SourceProblem) throw error
    throw new SourceProblem(`${name} is truncated or damaged (${(error as Error).message}).`)
  }
}
