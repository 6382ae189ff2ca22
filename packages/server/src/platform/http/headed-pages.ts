import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** How a page is compressed, by the name of the encoding; `identity`: not at all. */
const WRITERS = {
  br: (page: string) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (page: string) => gzipSync(page, { level: 9 }),
  identity: (page: string) => Buffer.from(page),
}
export type Encoding = keyof typeof WRITERS

/** More than there are heads: one for each language. */
const MOST_KEPT = 100

/** Returns a function that adds to the head of a page; its results are kept until the file changes. */
export function makeHeadedPages(file: string): (head: string, encoding: Encoding) => Uint8Array<ArrayBuffer> {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  let changedAt = 0
  return (head, encoding) => {
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== changedAt || kept.size >= MOST_KEPT) kept.clear()
    changedAt = mtimeMs
    const key = `${encoding} ${head}`
    const page = kept.get(key) ?? WRITERS[encoding](withHead(readFileSync(file, 'utf8'), head))
    kept.set(key, page)
    return page
  }
}

const withHead = (page: string, head: string) => page.replace('</head>', () => `${head}</head>`)
