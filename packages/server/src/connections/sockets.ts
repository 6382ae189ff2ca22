import { dlopen, ptr } from 'bun:ffi'
import ipaddr from 'ipaddr.js'

/** An accepted connection of this process. */
export interface OpenSocket {
  descriptor: number
  address: string
  port: number
}

/** What the operating system knows of our connections. The listener itself shows none that sends nothing. */
export interface Sockets {
  /** Connections accepted on the local port. */
  count(): number
  list(): OpenSocket[]
  /** Bytes received from a peer since its connection began; null: there is none. */
  received(peer: { address: string; port: number }): number | null
  /** Ends a connection; the listener then notices and lets go of it. */
  shut(descriptor: number): void
}

/** The C library, by the name it has where it is GNU's and where it is musl. */
const C_LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]
const FUNCTIONS = {
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getpeername: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
  shutdown: { args: ['i32', 'i32'], returns: 'i32' },
} as const

const FIRST_DESCRIPTOR = 3
/** The lowest free descriptor is given out first: behind so many free ones there are none in use. */
const GAP_AT_END = 4096
const ADDRESS_BYTES = 128
/** Source: `AF_INET` and `AF_INET6` of Linux. */
const IPV4 = 2
const IPV6 = 10
const BOTH_WAYS = 2
/** Source: `struct tcp_info` of Linux, since 4.2. */
const TCP_INFO = { level: 6, option: 11, bytes: 136, receivedAt: 128 }
/** A list is good for so long where it only has to find a descriptor, which is asked who it is all the same. */
const LIST_MS = 1_000

/** null: this system is not Linux, or has no C library that is known. */
export function openSockets(localPort: number): Sockets | null {
  const libc = process.platform === 'linux' ? loadLibrary() : null
  if (!libc) return null
  // Views of buffers made beforehand: others may move in memory when they are sliced.
  const address = new Uint8Array(new ArrayBuffer(ADDRESS_BYTES))
  const length = new Int32Array(new ArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const [addressAt, lengthAt] = [ptr(address), ptr(length)]
  const info = new DataView(new ArrayBuffer(TCP_INFO.bytes))
  const infoAt = ptr(info)
  let descriptors = { listedAt: Number.NEGATIVE_INFINITY, byPeer: new Map<string, number>() }
  const portRead = () => ((address[2] ?? 0) << 8) | (address[3] ?? 0)
  const name = (read: typeof libc.getsockname, descriptor: number): boolean => {
    length[0] = ADDRESS_BYTES
    // Of a nameless Unix socket nothing but the family is written.
    return read(descriptor, addressAt, lengthAt) === 0 && (address[0] === IPV4 || address[0] === IPV6)
  }

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
      const byPeer = new Map(list().map(socket => [nameOf(socket), socket.descriptor]))
      descriptors = { listedAt: performance.now(), byPeer }
    }
    return descriptors.byPeer.get(peer)
  }

  return {
    count() {
      let found = 0
      each(() => {
        found += 1
      })
      return found
    },
    list,
    received(peer) {
      const descriptor = descriptorOf(nameOf(peer))
      if (descriptor === undefined || !name(libc.getpeername, descriptor)) return null
      if (nameOf({ address: addressRead(address), port: portRead() }) !== nameOf(peer)) return null
      length[0] = TCP_INFO.bytes
      const isRead = libc.getsockopt(descriptor, TCP_INFO.level, TCP_INFO.option, infoAt, lengthAt) === 0
      return isRead && length[0] === TCP_INFO.bytes ? Number(info.getBigUint64(TCP_INFO.receivedAt, true)) : null
    },
    shut: descriptor => void libc.shutdown(descriptor, BOTH_WAYS),
  }
}

const nameOf = ({ address, port }: { address: string; port: number }): string => `${address} ${port}`

function loadLibrary() {
  for (const library of C_LIBRARIES) {
    try {
      return dlopen(library, FUNCTIONS).symbols
    } catch {
      // the next one
    }
  }
  return null
}

/** Source: `struct sockaddr_in` and `sockaddr_in6` of Linux. */
function addressRead(bytes: Uint8Array): string {
  if (bytes[0] === IPV4) return bytes.subarray(4, 8).join('.')
  return ipaddr.process(ipaddr.fromByteArray([...bytes.subarray(8, 24)]).toString()).toString()
}
