/**
 * Compresses a folder's texts for browsers: writes a `.br` and a `.gz` file beside each. `bun pack.ts FOLDER`. It runs
 * once per build, so it uses the best compression.
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
