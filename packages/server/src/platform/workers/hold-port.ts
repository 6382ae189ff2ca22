import { ptr } from 'bun:ffi'
import ipaddr from 'ipaddr.js'
import { IPV4, IPV6, loadLibc } from '../process/libc.ts'

// Source: <sys/socket.h> of Linux.
const STREAM_CLOSED_ON_EXEC = 1 | 0o2000000
const SOCKET_LEVEL = 1
const REUSE_PORT = 15
/** Source: `struct sockaddr_in6` of Linux: family, port, flow, address, scope. `sockaddr_in` has its address at 4. */
const ADDRESS_BYTES = 28

/**
 * Reserves a port for this process's workers, which listen with `reusePort`: nobody else can listen there alone as long
 * as this process lives, or until it calls the returned function. Accepts no connections. Does nothing if the system
 * does not allow it.
 */
export function holdPort(address: string, port: number): () => void {
  const libc = loadLibc({
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
    bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
    close: { args: ['i32'], returns: 'i32' },
  })
  const bytes = socketAddress(address, port)
  if (!libc || !bytes) return () => undefined
  const on = new Int32Array([1])
  const socket = libc.socket(new DataView(bytes.buffer).getUint16(0, true), STREAM_CLOSED_ON_EXEC, 0)
  libc.setsockopt(socket, SOCKET_LEVEL, REUSE_PORT, ptr(on), on.byteLength)
  libc.bind(socket, ptr(bytes), bytes.byteLength)
  return () => void libc.close(socket)
}

function socketAddress(address: string, port: number): Uint8Array | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.parse(address)
  const isIpv4 = parsed.kind() === 'ipv4'
  const bytes = new Uint8Array(new ArrayBuffer(isIpv4 ? 16 : ADDRESS_BYTES))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, isIpv4 ? IPV4 : IPV6, true)
  view.setUint16(2, port)
  bytes.set(parsed.toByteArray(), isIpv4 ? 4 : 8)
  return bytes
}
