import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refusedAddresses } from '../../../test/support/refused-addresses.ts'
import { makeOutbound } from './outbound.ts'
import { AddressRefused, isPublicIp, readPublicUrl } from './public-address.ts'

describe('an address somebody else supplied', () => {
  test.each(refusedAddresses)('%s is refused', address => {
    expect(() => readPublicUrl(address)).toThrow(AddressRefused)
  })

  test.each([
    ['https://hooks.example/a?b=c', 'https://hooks.example/a?b=c'],
    ['http://hooks.example:8443/', 'http://hooks.example:8443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://93.184.215.14/', 'http://93.184.215.14/'],
    ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
  ])('%s may be reached', (address, href) => {
    expect(readPublicUrl(address).href).toBe(href)
  })
})

describe('a fetch to the outside', () => {
  let server: Server
  let port: number
  const asked: { method: string | undefined; url: string | undefined; secret: unknown; body: string }[] = []
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request.setEncoding('utf8')) body += piece
      asked.push({ method: request.method, url: request.url, secret: request.headers['x-secret'], body })
      const [, what = '', ...rest] = (request.url ?? '').split('/')
      if (what === 'to') response.writeHead(302, { location: decodeURIComponent(rest.join('/')) }).end()
      else if (what === 'circle') response.writeHead(307, { location: '/circle' }).end()
      else if (what === 'long') response.end('x'.repeat(2000))
      else if (what !== 'silent') response.end(`hello ${request.headers.host}`)
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
  const resolvingTo = (...addresses: string[]) =>
    makeOutbound({ isAllowed, resolve: async () => addresses.map(address => ({ address, family: 4 })) })
  const outbound = resolvingTo('127.0.0.1')
  const limits = { timeoutMs: 5000, maxBytes: 1000 }
  const at = (path: string) => `http://hooks.example:${port}/${path}`
  const redirectTo = (address: string) => at(`to/${encodeURIComponent(address)}`)

  test('reaches a public host, redirected or not, and sends its headers only to the first', async () => {
    asked.length = 0
    const answer = await outbound.fetch(redirectTo('/end'), { ...limits, headers: { 'x-secret': 'hush' } })
    expect([answer.status, answer.body.toString()]).toEqual([200, `hello hooks.example:${port}`])
    expect(asked.map(({ url, secret }) => [url, secret])).toEqual([
      [`/to/${encodeURIComponent('/end')}`, 'hush'],
      ['/end', undefined],
    ])
  })

  test('does not reach a name that resolves to an internal address', async () => {
    for (const address of ['127.0.0.2', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.2', 'fd00:ec2::254']) {
      await expect(resolvingTo(address).fetch(at(''), limits)).rejects.toThrow(AddressRefused)
    }
  })

  test('connects to the public addresses of a name that also has internal ones', async () => {
    const answer = await resolvingTo('10.255.255.1', '127.0.0.1').fetch(at(''), { ...limits, timeoutMs: 2000 })
    expect(answer.status).toBe(200)
  })

  test('does not follow a name that becomes internal after the first answer', async () => {
    const answers = ['127.0.0.1', '127.0.0.2']
    const moving = makeOutbound({ isAllowed, resolve: async () => [{ address: answers.shift() ?? '', family: 4 }] })
    await expect(moving.fetch(redirectTo('/end'), limits)).rejects.toThrow(AddressRefused)
    expect(answers).toEqual([])
  })

  test('does not follow redirects to internal addresses or in circles', async () => {
    const inside = [`http://127.0.0.2:${port}/`, `http://[::1]:${port}/`, 'http://0x7f.0.0.2/', 'file:///etc/passwd']
    for (const address of inside) {
      await expect(outbound.fetch(redirectTo(address), limits)).rejects.toThrow(AddressRefused)
      await expect(outbound.fetch(redirectTo(redirectTo(address)), limits)).rejects.toThrow(AddressRefused)
    }
    await expect(outbound.fetch(at('circle'), limits)).rejects.toThrow('more than 5 redirects')
  })

  describe('by a worker', () => {
    const target = { url: '', key: 'worker-key', allowsHttp: false }
    const byWorker = (path: string, allowsHttp = false) =>
      makeOutbound({ worker: () => ({ ...target, url: `http://127.0.0.1:${port}/${path}`, allowsHttp }) })
    beforeEach(() => {
      asked.length = 0
    })

    test('passes on everything to be sent, whatever it is', async () => {
      const request = { ...limits, method: 'POST', headers: { 'x-secret': 'hush' }, body: '{"a":1}' } as const
      const answer = await byWorker('work').fetch('https://hooks.example/in', request)
      expect([answer.status, answer.body.toString()]).toEqual([200, `hello 127.0.0.1:${port}`])
      expect(asked.map(({ method, url, secret }) => [method, url, secret])).toEqual([['POST', '/work', undefined]])
      expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
        url: 'https://hooks.example/in',
        key: 'worker-key',
        method: 'POST',
        headers: { 'x-secret': 'hush' },
        body: '{"a":1}',
      })
    })

    test.each(refusedAddresses)('does not ask it for %s', async address => {
      await expect(byWorker('work', true).fetch(address, limits)).rejects.toThrow(AddressRefused)
      expect(asked).toEqual([])
    })

    test('requests plain http only if allowed', async () => {
      await expect(byWorker('work').fetch('http://hooks.example/', limits)).rejects.toThrow('only https addresses')
      expect(asked).toEqual([])
      expect((await byWorker('work', true).fetch('http://hooks.example/', limits)).status).toBe(200)
    })

    test('limits its answer in length and time, and follows no redirect', async () => {
      await expect(byWorker('long').fetch('https://hooks.example/', limits)).rejects.toThrow('longer than 1000 bytes')
      const hasty = { ...limits, timeoutMs: 50 }
      await expect(byWorker('silent').fetch('https://hooks.example/', hasty)).rejects.toThrow()
      asked.length = 0
      expect((await byWorker('to/%2Fend').fetch('https://hooks.example/', limits)).status).toBe(302)
      expect(asked).toHaveLength(1)
    })
  })

  test('posts once, and is not redirected', async () => {
    asked.length = 0
    const answer = await outbound.fetch(redirectTo('/end'), { ...limits, method: 'POST', body: 'news' })
    expect([answer.status, asked.map(({ method, body }) => [method, body])]).toEqual([302, [['POST', 'news']]])
  })

  test('ends when the answer is too long or does not come', async () => {
    await expect(outbound.fetch(at('long'), limits)).rejects.toThrow('longer than 1000 bytes')
    await expect(outbound.fetch(at('silent'), { ...limits, timeoutMs: 50 })).rejects.toThrow()
  })
})
