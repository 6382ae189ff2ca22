import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { until } from '../../../test/support/until.ts'
import { openSockets } from './sockets.ts'

test.skipIf(process.platform !== 'linux').each(['127.0.0.1', '::1', '::'])(
  'finds exactly the connections of a listener on %s with their peers, and can end them',
  async host => {
    const accepted: Socket[] = []
    const [server, other] = [
      createServer(socket => void accepted.push(socket.on('error', () => undefined))),
      createServer(),
    ]
    await new Promise<void>(resolve => server.listen(0, host, resolve))
    await new Promise<void>(resolve => other.listen(0, host, resolve))
    const portOf = (one: typeof server) => (one.address() as { port: number }).port
    const [port, otherPort] = [portOf(server), portOf(other)]
    const to = host === '::' ? '127.0.0.1' : host
    const clients = Array.from({ length: 40 }, () => connect(port, to).on('error', () => undefined))
    const stranger = connect(otherPort, to)
    await until(
      async () => accepted.length,
      count => count === clients.length,
    )

    const sockets = openSockets(port)
    // twice, since the result must not depend on memory left by the first reading
    for (const found of [sockets?.list() ?? [], sockets?.list() ?? []]) {
      const ours = clients.map(client => `${to} ${client.localPort}`).sort()
      expect(found.map(({ address, port }) => `${address} ${port}`).sort()).toEqual(ours)
    }
    const [first] = clients
    const descriptor = sockets?.list().find(({ port }) => port === first?.localPort)?.descriptor ?? -1
    const peer = { address: to, port: first?.localPort ?? 0 }
    for (const [index, sent] of [1, 70_000].entries()) {
      const before = sockets?.received(peer) ?? -1
      expect(index === 0 ? before : 0).toBe(0)
      accepted.map(socket => socket.resume())
      first?.write('x'.repeat(sent))
      await until(
        async () => sockets?.received(peer),
        bytes => bytes === before + sent,
      )
    }
    expect(sockets?.received({ address: '127.0.0.99', port: 1 }) ?? null).toBeNull()
    sockets?.shut(descriptor)
    first?.resume()
    if (first) await once(first, 'close')
    await until(
      async () => sockets?.list().length,
      count => count === clients.length - 1,
    )
    for (const client of [...clients, stranger]) client.destroy()
    server.close()
    other.close()
  },
)
