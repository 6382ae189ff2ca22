import { ptr } from 'bun:ffi'
import { statSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { IPV4, IPV6, loadLibc } from '../process/libc.ts'

/** The other end of a connection. */
export interface Peer {
  address: string
  port: number
}

/** An accepted connection of this process. */
export interface OpenSocket extends Peer {
  descriptor: number
}

/** Reads our connections from the operating system. Bun's listener does not report a connection before its first request. */
export interface Sockets {
  /** Whether there may be more connections than this. Costs one system call if few descriptors are open. */
  mayExceed(limit: number): boolean
  /** Returns the number of connections accepted on the local port. */
  count(): number
  list(): OpenSocket[]
  /** Returns the bytes received from a peer since it connected; null if there is no such connection. */
  received(peer: Peer): number | null
  /** Shuts a connection down; the listener notices and releases it. */
  shut(descriptor: number): void
}

const FUNCTIONS = {
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getpeername: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
  shutdown: { args: ['i32', 'i32'], returns: 'i32' },
} as const

const OWN_DESCRIPTORS = '/proc/self/fd'
const FIRST_DESCRIPTOR = 3
/** The system assigns the lowest free descriptor first, so after this many free ones none is in use. */
const GAP_AT_END = 4096
const ADDRESS_BYTES = 128
const BOTH_WAYS = 2
/** Source: `struct tcp_info` of Linux, since 4.2. */
const TCP_INFO = { level: 6, option: 11, bytes: 136, receivedAt: 128 }
/** How long the list of descriptors is reused. The descriptor's peer is checked every time. */
const LIST_MS = 1_000

/** Returns null if the system is not Linux or its C library is unknown. */
export function openSockets(localPort: number): Sockets | null {
  const libc = loadLibc(FUNCTIONS)
  if (!libc) return null
  // Views of explicit buffers, because other typed arrays may move in memory when sliced.
  const address = new Uint8Array(new ArrayBuffer(ADDRESS_BYTES))
  const length = new Int32Array(new ArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const [addressAt, lengthAt] = [ptr(address), ptr(length)]
  const info = new DataView(new ArrayBuffer(TCP_INFO.bytes))
  const infoAt = ptr(info)
  let descriptors = { listedAt: Number.NEGATIVE_INFINITY, byPeer: new Map<string, number>() }
  const portRead = () => ((address[2] ?? 0) << 8) | (address[3] ?? 0)
  const name = (read: typeof libc.getsockname, descriptor: number): boolean => {
    length[0] = ADDRESS_BYTES
    // For an unnamed Unix socket only the family is written.
    return read(descriptor, addressAt, lengthAt) === 0 && (address[0] === IPV4 || address[0] === IPV6)
  }

  /** Reading the list of open descriptors would itself need a descriptor, and there may be none left. */
  function each(see: (descriptor: number) => void): void {
    for (let descriptor = FIRST_DESCRIPTOR, last = descriptor; descriptor - last < GAP_AT_END; descriptor++) {
      if (!name(libc?.getsockname as never, descriptor)) continue
      last = descriptor
      if (portRead() === localPort) see(descriptor)
    }
  }

  function list(): OpenSocket[] {
    const found: OpenSocket[] = []
    each(descriptor => {
      // The listening socket has no peer.
      if (name(libc?.getpeername as never, descriptor))
        found.push({ descriptor, address: addressRead(address), port: portRead() })
    })
    return found
  }

  function descriptorOf(peer: string): number | undefined {
    if (performance.now() - descriptors.listedAt > LIST_MS) {
      const byPeer = new Map(list().map(socket => [peerKey(socket), socket.descriptor]))
      descriptors = { listedAt: performance.now(), byPeer }
    }
    return descriptors.byPeer.get(peer)
  }

  function count(): number {
    let found = 0
    each(() => {
      found += 1
    })
    return found
  }

  return {
    mayExceed(limit) {
      // Source: Linux, since 6.2; 0 before.
      const open = statSync(OWN_DESCRIPTORS, { throwIfNoEntry: false })?.size ?? 0
      return (open === 0 || open > limit) && count() > limit
    },
    count,
    list,
    received(peer) {
      const descriptor = descriptorOf(peerKey(peer))
      if (descriptor === undefined || !name(libc.getpeername, descriptor)) return null
      if (peerKey({ address: addressRead(address), port: portRead() }) !== peerKey(peer)) return null
      length[0] = TCP_INFO.bytes
      const isRead = libc.getsockopt(descriptor, TCP_INFO.level, TCP_INFO.option, infoAt, lengthAt) === 0
      return isRead && length[0] === TCP_INFO.bytes ? Number(info.getBigUint64(TCP_INFO.receivedAt, true)) : null
    },
    shut: descriptor => void libc.shutdown(descriptor, BOTH_WAYS),
  }
}

export const peerKey = ({ address, port }: Peer): string => `${address} ${port}`

/** Source: `struct sockaddr_in` and `sockaddr_in6` of Linux. */
function addressRead(bytes: Uint8Array): string {
  if (bytes[0] === IPV4) return bytes.subarray(4, 8).join('.')
  return ipaddr.process(ipaddr.fromByteArray([...bytes.subarray(8, 24)]).toString()).toString()
}
