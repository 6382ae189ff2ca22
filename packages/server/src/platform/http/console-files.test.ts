import { afterAll, beforeAll, expect, test } from 'bun:test'

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makeConsoleFiles } from './console-files.ts'

const ITS_OWN = { takesPayments: false, scriptsFrom: [], framesFrom: [], asks: [] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-console-'))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  const files = {
    'dist/index.html': 'page',
    'dist/assets/a.js': 'code',
    'dist/logo.png': 'picture',
    'dist/.built-from': 'x',
    secret: 'secret',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'dist/assets/a.js.br'), 'by brotli')
  writeFileSync(join(folder, 'dist/assets/a.js.gz'), 'by gzip')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function fetched(path: string, accepted = '') {
  const answer = makeConsoleFiles(
    join(folder, 'dist'),
    () => ITS_OWN,
  )(new Request(`http://gateway${path}`, { headers: { 'accept-encoding': accepted } }))
  const { headers } = answer
  return [await answer.text(), headers.get('content-type'), headers.get('content-encoding')]
}

test.each([
  ['/assets/a.js', 'gzip, deflate, br', ['by brotli', 'text/javascript;charset=utf-8', 'br']],
  ['/assets/a.js', 'gzip', ['by gzip', 'text/javascript;charset=utf-8', 'gzip']],
  ['/assets/a.js', '', ['code', 'text/javascript;charset=utf-8', null]],
  ['/logo.png', 'gzip, br', ['picture', 'image/png', null]],
  ['/nothing.png', 'br', ['There is no such file\n', 'text/plain;charset=utf-8', null]],
  ['/assets/old.js', '', ['There is no such file\n', 'text/plain;charset=utf-8', null]],
  ['/.built-from', '', ['There is no such file\n', 'text/plain;charset=utf-8', null]],
  ['/assets/%2ebuilt-from', '', ['There is no such file\n', 'text/plain;charset=utf-8', null]],
  ['/.unknown', '', ['There is no such file\n', 'text/plain;charset=utf-8', null]],
  ['/pricing/org%2Fmodel.pro', '', ['page', 'text/html;charset=utf-8', null]],
  ['/pricing/org%2F.model', '', ['page', 'text/html;charset=utf-8', null]],
  ['/pricing/x%2F..%2F..%2F.built-from', '', ['There is no such file\n', 'text/plain;charset=utf-8', null]],
  ['/token', 'br', ['page', 'text/html;charset=utf-8', null]],
  ['/assets', '', ['page', 'text/html;charset=utf-8', null]],
  ['/..%2fsecret', '', ['page', 'text/html;charset=utf-8', null]],
  ['/%zz', '', ['page', 'text/html;charset=utf-8', null]],
])('%s for a client that accepts “%s”', async (path, accepted, answer) => {
  expect(await fetched(path, accepted)).toEqual(answer)
})

test('a folder without a console says how to build it', async () => {
  const answer = makeConsoleFiles(join(folder, 'nothing'), () => ITS_OWN)(new Request('http://gateway/'))
  expect([answer.status, await answer.text()]).toEqual([503, 'The console is not built. Run: npm run build\n'])
})

test('files named by their content are cached for a year, the page is revalidated', () => {
  const serve = makeConsoleFiles(join(folder, 'dist'), () => ITS_OWN)
  const keptFor = (path: string) => serve(new Request(`http://gateway${path}`)).headers.get('cache-control')
  expect([keptFor('/assets/a.js'), keptFor('/')]).toEqual(['public, max-age=31536000, immutable', 'no-cache'])
})

test.each([
  ['no form leaves', false, "form-action 'self'"],
  ['a form may leave for a payment provider, which may send it on', true, "form-action 'self' https: http:"],
])('the page runs only its own scripts, cannot be framed, and %s', (_, takesPayments, formAction) => {
  const serve = makeConsoleFiles(join(folder, 'dist'), () => ({ ...ITS_OWN, takesPayments }))
  for (const path of ['/', '/token', '/assets/a.js', '/logo.png']) {
    const { headers } = serve(new Request(`http://gateway${path}`))
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        formAction,
      ]),
    )
    expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff'])
  }
})

test('scripts of sign-in helpers run if the operator switched them on', () => {
  const serve = makeConsoleFiles(join(folder, 'dist'), () => ({ ...ITS_OWN, scriptsFrom: ['https://check.example'] }))
  const policy = serve(new Request('http://gateway/')).headers.get('content-security-policy')?.split('; ')
  expect(policy).toContain("script-src 'self' https://check.example")
})

test('only pages of sites that the operator named can be framed', () => {
  const policyFor = (framesFrom: string[]) =>
    makeConsoleFiles(join(folder, 'dist'), () => ({ ...ITS_OWN, framesFrom }))(new Request('http://gateway/chat/0'))
      .headers.get('content-security-policy')
      ?.split('; ')
  expect(policyFor([])).toContain("frame-src 'none'")
  expect(policyFor(['https://a.example', 'http://b.example:8080'])).toContain(
    'frame-src https://a.example http://b.example:8080',
  )
})

test('a page has what belongs into its head besides, and a file has not', async () => {
  const dist = join(folder, 'headed')
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<head><title>x</title></head>')
  writeFileSync(join(dist, 'logo.png'), 'picture')
  const files = makeConsoleFiles(
    dist,
    () => ITS_OWN,
    (_, path) => (path === '/token' ? '' : "<link title='$&'>"),
  )
  const textAt = (path: string) => files(new Request(`http://gateway${path}`)).text()
  expect([await textAt('/pricing'), await textAt('/token'), await textAt('/logo.png')]).toEqual([
    "<head><title>x</title><link title='$&'></head>",
    '<head><title>x</title></head>',
    'picture',
  ])
})

test('a page with more in its head is compressed, and read again only after a new build', async () => {
  const dist = join(folder, 'kept')
  mkdirSync(dist)
  const write = (title: string, at: number) => {
    writeFileSync(join(dist, 'index.html'), `<head><title>${title}</title></head>`)
    utimesSync(join(dist, 'index.html'), at, at)
  }
  const files = makeConsoleFiles(
    dist,
    () => ITS_OWN,
    (_, path) => `<link title="${path}">`,
  )
  const bytesOf = async (path: string, accepted: string) => {
    const answer = files(new Request(`http://gateway${path}`, { headers: { 'accept-encoding': accepted } }))
    expect(answer.headers.get('vary')).toBe('accept-encoding, accept-language')
    return { encoding: answer.headers.get('content-encoding'), bytes: await answer.bytes() }
  }
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  write('old', 1_000)
  const page = '<head><title>old</title><link title="/"></head>'
  const br = await bytesOf('/', 'gzip, deflate, br')
  expect([br.encoding, text(brotliDecompressSync(br.bytes))]).toEqual(['br', page])
  const gzip = await bytesOf('/', 'gzip')
  expect([gzip.encoding, text(gunzipSync(gzip.bytes))]).toEqual(['gzip', page])
  expect(await bytesOf('/', '')).toEqual({ encoding: null, bytes: new TextEncoder().encode(page) })
  expect(text((await bytesOf('/pricing', '')).bytes)).toContain('<link title="/pricing">')
  write('new', 1_000)
  expect(text((await bytesOf('/', '')).bytes)).toBe(page)
  write('new', 2_000)
  expect(text((await bytesOf('/', '')).bytes)).toBe(page.replace('old', 'new'))
})
