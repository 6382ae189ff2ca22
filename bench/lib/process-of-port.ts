import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The process that listens on a port of this machine; undefined if it is not visible. */
export function processOfPort(port: number): number | undefined {
  const inode = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(table => inodesListening(table, port))[0]
  if (!inode) return undefined
  const socket = `socket:[${inode}]`
  const id = readdirSync('/proc').find(name => /^\d+$/.test(name) && descriptorsOf(name).includes(socket))
  return id ? Number(id) : undefined
}

const LISTEN = '0A'

function inodesListening(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync(table, 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTEN)
    .flatMap(fields => fields[9] ?? [])
}

/** Empty for a process that has ended or belongs to another user. */
function descriptorsOf(id: string): string[] {
  try {
    return readdirSync(`/proc/${id}/fd`).map(name => readlinkSync(`/proc/${id}/fd/${name}`))
  } catch {
    return []
  }
}
