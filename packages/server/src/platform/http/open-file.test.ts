import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refusedAddresses } from '../../../test/support/refused-addresses.ts'
import { makeFileOpener } from './open-file.ts'
import { AddressRefused, isPublicIp } from './public-address.ts'

describe('a file that is opened at an address somebody else supplied', () => {
  let server: Server
  let port: number
  const asked: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const [, what = '', ...rest] = (request.url ?? '').split('/')
      if (what === 'to') response.writeHead(302, { location: decodeURIComponent(rest.join('/')) }).end()
      else if (what === 'circle') response.writeHead(307, { location: '/circle' }).end()
      else if (what === 'endless') {
        response.writeHead(200, { 'content-type': 'video/mp4' })
        const more = () => !response.destroyed && response.write(Buffer.alloc(65_536), () => setImmediate(more))
        more()
      } else if (what !== 'silent') response.writeHead(200, { 'content-type': 'video/mp4' }).end('a film')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  // 127.0.0.1 plays the public host here; other loopback addresses keep their meaning.
  const isAllowed = (ip: string) => ip === '127.0.0.1' || isPublicIp(ip)
  const resolvingTo = (address: string) =>
    makeFileOpener({ isAllowed, resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] })
  const openFile = resolvingTo('127.0.0.1')
  const how = { headSeconds: 10, idleSeconds: 10 }
  const at = (path: string) => `http://files.example:${port}/${path}`
  const failure = (opened: Promise<unknown>) =>
    opened.then(
      () => null,
      error => error,
    )

  test('arrives unchanged, redirected or not', async () => {
    for (const url of [
      at('film'),
      at(`to/${encodeURIComponent('/film')}`),
      at(`to/${encodeURIComponent(at('film'))}`),
    ]) {
      const { status, contentType, chunks } = await openFile(url, how)
      const pieces: Uint8Array[] = []
      for await (const piece of chunks) pieces.push(piece)
      expect([status, contentType, Buffer.concat(pieces).toString()]).toEqual([200, 'video/mp4', 'a film'])
    }
  })

  test('that is endless is read only as far as needed', async () => {
    const { chunks, cancel } = await openFile(at('endless'), how)
    let bytes = 0
    for await (const piece of chunks) {
      bytes += piece.length
      if (bytes > 1_000_000) break
    }
    cancel()
    expect(bytes).toBeGreaterThan(1_000_000)
  })

  test.each(refusedAddresses)('%s is refused', async address => {
    expect(await failure(makeFileOpener()(address, how))).toBeInstanceOf(AddressRefused)
  })

  test.each(['http://127.0.0.2/', 'http://10.0.0.1/', 'http://[::1]/', 'http://localhost/', 'file:///etc/passwd'])(
    'a redirect to %s is not followed',
    async address => {
      expect(await failure(openFile(at(`to/${encodeURIComponent(address)}`), how))).toBeInstanceOf(AddressRefused)
    },
  )

  test.each(['10.0.0.1', '169.254.169.254', '::1', '127.0.0.2'])('does not connect to a name of %s', async address => {
    const before = asked.length
    expect(await failure(resolvingTo(address)(at('film'), how))).toBeInstanceOf(AddressRefused)
    expect(asked.length).toBe(before)
  })

  test('circular redirects end, and so does waiting for a silent server', async () => {
    expect(await failure(openFile(at('circle'), how))).toBeInstanceOf(AddressRefused)
    expect(await failure(openFile(at('silent'), { ...how, headSeconds: 0.05 }))).toBeInstanceOf(Error)
  })
})
