import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { WORKER_MARK } from '../../src/platform/workers/worker-place.ts'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has gone.
    return ''
  }
}

/** The process ids of a gateway's workers. Linux. */
export function workersOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(thread =>
    read(`/proc/${pid}/task/${thread}/children`).trim().split(' '),
  )
  return children
    .filter(child => child !== '' && read(`/proc/${child}/environ`).includes(`${WORKER_MARK}=`))
    .map(Number)
}

export const isAlive = (pid: number): boolean =>
  !['', 'Z', 'X'].includes(read(`/proc/${pid}/stat`).split(') ')[1]?.[0] ?? '')

// Source: the states of /proc/net/tcp, in `include/net/tcp_states.h` of Linux.
const [ESTABLISHED, LISTENING] = ['01', '0A']

/** How many connections a process has accepted on a port and not closed. */
export const connectionsOf = (pid: number, port: number): number => socketsOf(pid, port, ESTABLISHED)

export const isListening = (pid: number, port: number): boolean => socketsOf(pid, port, LISTENING) > 0

/** Whether a process has accepted the connection from this client port. */
export const hasAccepted = (pid: number, port: number, clientPort: number): boolean =>
  socketsOf(pid, port, ESTABLISHED, clientPort) > 0

const portEnd = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`

function socketsOf(pid: number, port: number, state: string, remotePort?: number): number {
  const [local, remote] = [portEnd(port), remotePort === undefined ? '' : portEnd(remotePort)]
  const inodes = new Set(
    ['tcp', 'tcp6']
      .flatMap(kind => read(`/proc/net/${kind}`).split('\n'))
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[1]?.endsWith(local) && fields[2]?.endsWith(remote) && fields[3] === state)
      .map(fields => fields[9]),
  )
  return descriptorsOf(pid).filter(target => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1])).length
}

function descriptorsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return unlessGone(() => readdirSync(folder)).flatMap(name => unlessGone(() => [readlinkSync(`${folder}/${name}`)]))
}

/** Something was closed, or the process ended, during the look. */
function unlessGone(look: () => string[]): string[] {
  try {
    return look()
  } catch {
    return []
  }
}
