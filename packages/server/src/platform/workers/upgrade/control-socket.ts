import { chmodSync, closeSync, openSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Link, makeLink } from '../link.ts'

/** One end of a connection between the servers of one port: an old version and a new one. */
export interface ControlLink {
  link: Link
  /** Resolves when the other end is gone. */
  ended: Promise<void>
  close(): void
}

/** The socket in the data folder, owned by the server that has the port. Only this user, and root, may open it. */
const nameOf = (port: number): string => `control-${port}.sock`

/** Gives a short system path, however long the folder's path is: a socket's path has at most 107 bytes. */
function within<Result>(folder: string, use: (folder: string) => Promise<Result>): Promise<Result> {
  const descriptor = openSync(folder, 'r')
  return use(`/proc/self/fd/${descriptor}`).finally(() => closeSync(descriptor))
}

/** Listens there, even if somebody did before. Returns a function that stops listening. */
export async function serveControl(
  folder: string,
  port: number,
  onLink: (control: ControlLink) => void,
): Promise<() => void> {
  const server = createServer(socket => onLink(overSocket(socket)))
  const made = `${nameOf(port)}.${process.pid}`
  const path = join(folder, nameOf(port))
  await within(folder, short => listening(server, join(short, made)))
  chmodSync(join(folder, made), 0o600)
  renameSync(join(folder, made), path)
  const { ino } = statSync(path)
  return () => {
    server.close()
    try {
      if (statSync(path).ino === ino) unlinkSync(path)
    } catch {
      // It belongs to another server, or is already gone.
    }
  }
}

/** null: nobody listens there. */
export async function connectControl(folder: string, port: number): Promise<ControlLink | null> {
  try {
    return overSocket(await within(folder, short => connected(join(short, nameOf(port)))))
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

const listening = (server: ReturnType<typeof createServer>, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })

const connected = (path: string) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(path, () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })

/** Parcels as lines of JSON. */
function overSocket(socket: Socket): ControlLink {
  const link = makeLink(parcel => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(parcel)}\n`)
  })
  let begun: string[] = []
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = text.split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      const whole = [...begun, line].join('')
      begun = []
      receive(whole)
    }
    begun.push(rest)
  })
  function receive(line: string): void {
    try {
      link.receive(JSON.parse(line))
    } catch {
      socket.destroy()
    }
  }
  // The reason for a broken connection appears at its end.
  socket.on('error', () => undefined)
  const ended = new Promise<void>(resolve => socket.once('close', () => resolve()))
  return { link, ended, close: () => socket.destroy() }
}
