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
export const connectionsOf = (pid: number, port: number): number => clientsOf(pid, port).length

export const isListening = (pid: number, port: number): boolean => socketsOf(pid, port, LISTENING).length > 0

/** The client ports of these connections. */
export const clientsOf = (pid: number, port: number): number[] => socketsOf(pid, port, ESTABLISHED)

/** The remote ports of a process's sockets in a state. */
function socketsOf(pid: number, port: number, state: string): number[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const remotes = new Map(
    ['tcp', 'tcp6']
      .flatMap(kind => read(`/proc/net/${kind}`).split('\n'))
      // Most lines are connections of others.
      .filter(line => line.includes(local))
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[1]?.endsWith(local) && fields[3] === state)
      .map(fields => [`socket:[${fields[9]}]`, Number.parseInt(fields[2]?.split(':')[1] ?? '', 16)]),
  )
  return descriptorsOf(pid).flatMap(target => remotes.get(target) ?? [])
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
