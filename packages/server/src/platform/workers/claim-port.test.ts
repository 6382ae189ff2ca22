import { afterEach, expect, spyOn, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import { claimAlone, claimPort } from './claim-port.ts'
import { holdPort } from './hold-port.ts'

const USED = 'The port is used by another program.'
const onLinux = test.skipIf(process.platform !== 'linux')

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function listenOn(port: number, hostname: string, reusePort: boolean) {
  const server = Bun.serve({ port, hostname, reusePort, fetch: () => new Response('served') })
  ends.push(() => server.stop(true))
  return server
}

onLinux.each(['127.0.0.1', 'localhost', '::1'])(
  'a port of %s that workers will share belongs to them alone until it is let go',
  async HOST => {
    const { port, url, letGo } = await claimPort({ HOST, PORT: 0 })
    ends.push(letGo)
    expect((await rejection(claimAlone(HOST, port))).message).toStartWith(USED)
    const hostname = HOST === 'localhost' ? '127.0.0.1' : HOST
    const workers = [listenOn(port, hostname, true), listenOn(port, hostname, true)]
    expect(await (await fetch(url)).text()).toBe('served')
    for (const worker of workers) await worker.stop(true)
    expect((await rejection(claimAlone(HOST, port))).message).toStartWith(USED)
    letGo()
    expect((await claimAlone(HOST, port)).port).toBe(port)
  },
)

test('workers of a supervisor that was just killed get a moment to close the port', async () => {
  const old = listenOn(0, '127.0.0.1', false)
  const PORT = old.port ?? 0
  const claiming = claimPort({ HOST: '127.0.0.1', PORT })
  await new Promise(setImmediate)
  await old.stop(true)
  const { port, letGo } = await claiming
  ends.push(letGo)
  expect(port).toBe(PORT)
})

test('a port that stays taken is reported after that moment, and an address of another machine at once', async () => {
  const { port = 0 } = listenOn(0, '127.0.0.1', false)
  const clock = spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(3_000).mockReturnValueOnce(3_001)
  ends.push(() => clock.mockRestore())
  expect((await rejection(claimPort({ HOST: '127.0.0.1', PORT: port }))).message).toStartWith(USED)
  expect(clock).toHaveBeenCalledTimes(3)
  clock.mockReset().mockReturnValue(0)
  expect((await rejection(claimPort({ HOST: '192.0.2.1', PORT: 0 }))).message).toStartWith('HOST is 192.0.2.1')
})

test('a name that is no address is not held', () => {
  expect(holdPort('somewhere', 1)()).toBeUndefined()
})
