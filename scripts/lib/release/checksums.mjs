import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The files' SHA-256 sums in the format of `sha256sum --check`. */
export async function checksums(folder, files) {
  const lines = []
  for (const file of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, file)), hash)
    lines.push(`${hash.digest('hex')}  ${file}\n`)
  }
  return lines.join('')
}
