import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'

const YEAR = 'public, max-age=31536000, immutable'
const PACKED_TYPES = /^(text\/|application\/(javascript|json)|image\/svg)/

/** Serves the built console: assets by name, and its page for every other path, which the console routes itself. */
export function makeConsoleFiles(folder: string): (request: Request) => Promise<Response> {
  const packed = new Map<string, Uint8Array<ArrayBuffer>>()

  return async request => {
    const path = normalize(decodeURIComponent(new URL(request.url).pathname))
    const isAsset = path !== '/' && !path.includes('..') && existsSync(join(folder, path))
    const name = isAsset ? path : '/index.html'
    const file = Bun.file(join(folder, name))
    if (!(await file.exists())) return new Response('The console is not built. Run: npm run build\n', { status: 503 })

    const headers = new Headers({
      'content-type': file.type,
      'cache-control': name.startsWith('/assets/') ? YEAR : 'no-cache',
      ...SECURITY_HEADERS,
    })
    if (!PACKED_TYPES.test(file.type) || !request.headers.get('accept-encoding')?.includes('gzip')) {
      return new Response(file, { headers })
    }
    headers.set('content-encoding', 'gzip')
    headers.set('vary', 'accept-encoding')
    const key = `${name} ${file.lastModified}`
    const bytes = packed.get(key) ?? Bun.gzipSync(await file.bytes())
    packed.set(key, bytes)
    return new Response(bytes, { headers })
  }
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
}
