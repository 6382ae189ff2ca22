import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** The network between the gateway and its PostgreSQL. */
export interface FaultProxy {
  port: number
  /** Breaks every third committing connection from now on, alternately before and after the commit. */
  breakCommits(): void
  /** Passes nothing on in either direction from now on, silently. */
  fallSilent(): void
  /** The same, and open connections stay so for ever without being closed, as when the network has lost them. */
  loseConnections(): void
  /** Delays everything sent to the database by `ms` from now on. */
  delay(ms: number): void
  /** Resolves once a query with this text has been passed on to the database. */
  saidToDatabase(text: string): Promise<void>
  /** Breaks the connection of the next query with this text after the database has answered; then resolves. */
  loseAnswerTo(text: string): Promise<void>
  heal(): void
  /** How many commits were broken. */
  broken: { before: number; after: number }
  stop(): Promise<void>
}

/** A commit of a transaction, or a batch, which is a transaction: the name of its prepared statement. */
const COMMITS = ['commit\0', 'batch_']

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let breaks = false
  let commits = 0
  let silence: PromiseWithResolvers<void> | undefined
  let delayMs = 0
  let lostAnswer: { text: string; resolve(): void } | null = null
  const awaited = new Set<{ text: string; resolve(): void }>()
  const broken = { before: 0, after: 0 }
  const sockets = new Set<Socket>()
  const losing = new Set<() => void>()

  const server = createServer(client => {
    const database = connect(targetPort, '127.0.0.1')
    let losesAnswer = false
    let isLost = false
    losing.add(() => {
      isLost = true
    })
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
      if (delayMs > 0) await Bun.sleep(delayMs)
      if (isLost) return
      if (breaks && COMMITS.some(commit => chunk.includes(commit)) && ++commits % 3 === 0) {
        if (commits % 2 === 0) {
          broken.before += 1
          return end()
        }
        losesAnswer = true
      }
      if (lostAnswer && chunk.includes(lostAnswer.text)) {
        lostAnswer.resolve()
        lostAnswer = null
        losesAnswer = true
      }
      database.write(chunk)
      for (const one of awaited)
        if (chunk.includes(one.text)) {
          awaited.delete(one)
          one.resolve()
        }
    })
    database.on('data', async chunk => {
      await silence?.promise
      if (isLost) return
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
    loseConnections() {
      for (const lose of losing) lose()
      losing.clear()
      silence ??= Promise.withResolvers()
    },
    delay(ms) {
      delayMs = ms
    },
    saidToDatabase: text => new Promise(resolve => awaited.add({ text, resolve })),
    loseAnswerTo: text =>
      new Promise(resolve => {
        lostAnswer = { text, resolve }
      }),
    heal() {
      breaks = false
      delayMs = 0
      silence?.resolve()
      silence = undefined
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
