import { statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { contentPolicy, type PageNeeds } from './content-policy.ts'
import { type Encoding, makeHeadedPages } from './headed-pages.ts'

const YEAR = 'public, max-age=31536000, immutable'
/** Suffix of a compressed file by its encoding, the smallest first. */
const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const satisfies readonly (readonly [Encoding, string])[]

/**
 * Serves the built console: files by name, and its page for every other path, which the console routes itself.
 * @param needs foreign scripts and frames that the page currently uses
 * @param headOf what a page's head has besides: one of few texts
 */
export function makeConsoleFiles(
  folder: string,
  needs: () => PageNeeds,
  headOf: (request: Request, path: string) => string = () => '',
): (request: Request) => Response {
  const has = (name: string): boolean => {
    try {
      return statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true
    } catch {
      return false // no file can have this name, for example because it is too long
    }
  }
  const headedPage = makeHeadedPages(join(folder, '/index.html'))
  return request => {
    const path = pathOf(request)
    const isModel = path.startsWith(MODEL_PAGES)
    if (!isModel && HIDDEN.test(path)) return fileNotFound()
    const isThere = path !== '/' && !path.includes('..') && has(path)
    // No other page of the console looks like a file name: a missing picture or script gets a 404, not the page.
    if (!isThere && !isModel && FILE_NAME.test(path)) return fileNotFound()
    const name = isThere ? path : '/index.html'
    if (!has(name)) return new Response('The console is not built. Run: npm run build\n', { status: 503 })

    const headers = new Headers({
      'content-type': Bun.file(name).type,
      'cache-control': name.startsWith('/assets/') ? YEAR : 'no-cache',
      'content-security-policy': contentPolicy(needs()),
      ...SECURITY_HEADERS,
    })
    const head = isThere ? '' : headOf(request, path)
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encodings = COMPRESSED.filter(([encoding]) => accepted.includes(encoding))
    if (head !== '') {
      const [encoding] = encodings[0] ?? ['identity' as const]
      headers.set('vary', 'accept-encoding, accept-language')
      if (encoding !== 'identity') headers.set('content-encoding', encoding)
      return new Response(headedPage(head, encoding), { headers })
    }
    const compressed = encodings.find(([, ending]) => has(name + ending))
    if (!compressed) return new Response(Bun.file(join(folder, name)), { headers })
    const [encoding, ending] = compressed
    headers.set('content-encoding', encoding)
    headers.set('vary', 'accept-encoding')
    return new Response(Bun.file(join(folder, name + ending)), { headers })
  }
}

/** A file that the build produced for itself, not part of the console. */
const HIDDEN = /\/\.[^/.]/
/** Their names are those of models, such as `org/model.v1-pro`. No file lies there. */
const MODEL_PAGES = '/pricing/'
const FILE_NAME = /\.[a-z][a-z0-9]{1,9}$/i

const fileNotFound = () =>
  new Response('There is no such file\n', {
    status: 404,
    headers: { 'content-type': 'text/plain;charset=utf-8', ...SECURITY_HEADERS },
  })

/** The console shows its own error for a path that cannot be decoded. */
function pathOf({ url }: Request): string {
  try {
    return normalize(decodeURIComponent(new URL(url).pathname))
  } catch {
    return '/'
  }
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
