import { connect, type Socket } from 'node:net'
import { until } from './until.ts'
import { clientsOf, workersOf } from './workers-of.ts'

/** A call to one of a gateway's workers. */
export interface WorkerCall {
  path: string
  bearer: string
  body: object
}

/**
 * A hash of its addresses decides which worker gets a connection; with this many, the wanted worker gets at least one.
 */
const CONNECTIONS = 32
/** A busy worker accepts late. */
const PATIENCE_MS = 30_000

/**
 * Makes a call over a connection that this worker has accepted. Resolves to the status and the body as received. Linux.
 */
export async function callWorker(
  { pid, port }: { pid: number; port: number },
  worker: number,
  { path, bearer, body }: WorkerCall,
): Promise<{ status: number; text: string }> {
  const socket = await connectTo(pid, worker, port)
  const text = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${bearer}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  const answered = readAll(socket)
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  const answer = await answered
  return { status: Number(answer.slice(9, 12)), text: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

/** Opens many connections and keeps one that the worker accepts. A frozen worker never accepts its share. */
async function connectTo(pid: number, worker: number, port: number): Promise<Socket> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected(port)))
  if (!workersOf(pid).includes(worker)) throw new Error(`${worker} is no worker of this gateway`)
  const socket = await until(
    async () => {
      const accepted = new Set(clientsOf(worker, port))
      return sockets.find(({ localPort }) => accepted.has(localPort ?? 0))
    },
    one => one !== undefined,
    PATIENCE_MS,
  )
  for (const other of sockets) if (other !== socket) other.destroy()
  if (!socket) throw new Error(`worker ${worker} accepts no connection`)
  return socket
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

function readAll(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const pieces: Buffer[] = []
  socket.on('data', piece => pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece))
  socket.on('end', () => resolve(Buffer.concat(pieces).toString()))
  socket.on('error', reject)
  return promise
}
