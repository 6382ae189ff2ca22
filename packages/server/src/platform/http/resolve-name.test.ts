import { describe, expect, test } from 'bun:test'
import { makeNames, NameSilent } from './resolve-name.ts'

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }]
const silence = () => new Promise<never>(() => undefined)
const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}

function start(ask: (host: string) => Promise<typeof LOOPBACK>, askSystem: typeof ask = silence) {
  const asked: string[] = []
  const askedSystem: string[] = []
  let now = 0
  const names = makeNames({
    ask(host) {
      asked.push(host)
      return ask(host)
    },
    askSystem(host) {
      askedSystem.push(host)
      return askSystem(host)
    },
    limitMs: 20,
    clock: () => now,
  })
  const wait = (ms: number) => {
    now += ms
  }
  return { names, asked, askedSystem, wait }
}

describe('a name', () => {
  test('is looked up once for all concurrent requests, and cached for a while', async () => {
    const { names, asked, wait } = start(async () => LOOPBACK)
    await Promise.all(Array.from({ length: 20 }, () => names.ready('https://host.test:8443/v1/chat')))
    expect(asked).toEqual(['host.test'])
    expect(names.ready('https://host.test:8443/v1/models')).toBeUndefined()
    wait(15_000)
    // one of many calls refreshes it before it expires, and nobody waits
    for (let call = 0; call < 20; call++) expect(names.ready('https://host.test:8443/v1/chat')).toBeUndefined()
    expect(asked).toEqual(['host.test', 'host.test'])
    // it is answered
    await new Promise(setImmediate)
    wait(25_000)
    await names.ready('https://host.test:8443/v1/chat')
    expect(asked).toHaveLength(3)
  })

  test.each([['http://127.0.0.1:9/x'], ['http://[::1]:9'], ['socks5://me:secret@10.0.0.1:1080']])(
    '%s has no address',
    async url => {
      const { names, asked } = start(silence)
      await names.ready(url)
      expect(asked).toEqual([])
    },
  )

  test.each(['DNS_ENOTFOUND', 'DNS_ECONNREFUSED'])('that gets %s may be known to the system', async code => {
    const { names, askedSystem } = start(failing(code))
    await names.ready('http://printer.test/')
    expect(askedSystem).toEqual([])
  })
})

describe('without an answer', () => {
  test('stops waiting, and asks the system for one name at a time', async () => {
    const { names, askedSystem } = start(silence)
    const hosts = Array.from({ length: 5 }, (_, at) => `http://host-${at}.test/`)
    const ends = await Promise.allSettled(hosts.map(host => names.ready(host)))
    expect(ends.map(end => end.status === 'rejected' && end.reason)).toEqual(Array(5).fill(expect.any(NameSilent)))
    expect(askedSystem).toHaveLength(1)
  })

  test('is reached if the system knows it', async () => {
    const { names } = start(failing('DNS_ETIMEOUT'), async () => LOOPBACK)
    await names.ready('http://moved.test/')
    expect(names.ready('http://moved.test/')).toBeUndefined()
  })

  test('that was known before keeps working, for two names with open connections; the others are refused', async () => {
    let isSilent = false
    const { names, wait } = start(() => (isSilent ? silence() : Promise.resolve(LOOPBACK)))
    const hosts = Array.from({ length: 6 }, (_, at) => `http://host-${at}.test/`)
    await Promise.all(hosts.map(host => names.ready(host)))
    isSilent = true
    for (let round = 0; round < 3; round++) {
      wait(26_000)
      const ends = await Promise.allSettled(hosts.map(host => names.ready(host)))
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    }
  })
})
