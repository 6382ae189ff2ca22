/**
 * Packs a folder's texts the way browsers fetch them: beside each, one that ends in `.br` and one that ends in `.gz`.
 * `bun pack.ts FOLDER`. Done once, it may take the time that makes them small.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const TEXTS = /\.(html|css|js|json|svg|txt)$/
const brotli = promisify(brotliCompress)
const [folder = '.'] = process.argv.slice(2)

async function pack(file: string): Promise<void> {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.gz`, Bun.gzipSync(bytes, { level: 12, library: 'libdeflate' }))
  writeFileSync(`${file}.br`, await brotli(bytes))
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => TEXTS.test(file))
await Promise.all(files.map(file => pack(join(folder, file))))
