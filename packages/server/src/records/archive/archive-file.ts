import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ArchiveContent, ArchivedRow } from './store.ts'

/** Writes rows as lines of JSON, compressed by zstd, as they arrive. */
export async function writeRows(path: string, pages: AsyncIterable<ArchivedRow[]>): Promise<ArchiveContent> {
  const content = { rows: 0, from_time: 0, to_time: 0 }
  async function* lines() {
    for await (const page of pages) {
      if (content.rows === 0) content.from_time = page[0]?.created_at ?? 0
      content.rows += page.length
      content.to_time = page.at(-1)?.created_at ?? content.to_time
      yield page.map(row => `${JSON.stringify(row)}\n`).join('')
    }
  }
  await pipeline(Readable.from(lines()), createZstdCompress(), createWriteStream(path, { mode: 0o600 }))
  return { ...content, bytes: statSync(path).size, sha256: await digestOf(path) }
}

/** SHA-256 of a file, hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Reads the rows of a file one at a time, in the order they were written. */
export async function* readRows(path: string): AsyncGenerator<ArchivedRow> {
  const text = createReadStream(path).pipe(createZstdDecompress())
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield JSON.parse(line) as ArchivedRow
}
