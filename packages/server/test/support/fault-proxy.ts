import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** The network between the gateway and its PostgreSQL. */
export interface FaultProxy {
  port: number
  /** From now on every third connection that commits breaks, by turns before the commit and after it. */
  breakCommits(): void
  /** From now on nothing is handed on, in neither direction, and nothing said. */
  fallSilent(): void
  heal(): void
  /** How many commits were broken. */
  broken: { before: number; after: number }
  stop(): Promise<void>
}

const COMMIT = 'commit\0'

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let breaks = false
  let commits = 0
  let silence: PromiseWithResolvers<void> | undefined
  const broken = { before: 0, after: 0 }
  const sockets = new Set<Socket>()

  const server = createServer(client => {
    const database = connect(targetPort, '127.0.0.1')
    let losesAnswer = false
    const end = () => {
      for (const socket of [client, database]) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', async chunk => {
      await silence?.promise
      if (breaks && chunk.includes(COMMIT) && ++commits % 3 === 0) {
        if (commits % 2 === 0) {
          broken.before += 1
          return end()
        }
        losesAnswer = true
      }
      database.write(chunk)
    })
    database.on('data', async chunk => {
      await silence?.promise
      if (!losesAnswer) return client.write(chunk)
      broken.after += 1
      end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    broken,
    breakCommits() {
      breaks = true
    },
    fallSilent() {
      silence = Promise.withResolvers()
    },
    heal() {
      breaks = false
      silence?.resolve()
      silence = undefined
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
