import { ptr } from 'bun:ffi'
import { loadLibc } from '../../process/libc.ts'

// Source: <sys/socket.h> and `struct sockaddr_un` of Linux.
const UNIX = 1
const DATAGRAM_CLOSED_ON_EXEC = 2 | 0o2000000

/**
 * Tells systemd that this process serves and is the service's main one. Does nothing without a service manager.
 * Source: sd_notify(3).
 */
export function tellServiceManager(address = process.env.NOTIFY_SOCKET): void {
  if (!address) return
  const libc = loadLibc({
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
  })
  if (!libc) return
  const text = new TextEncoder().encode(`READY=1\nMAINPID=${process.pid}\n`)
  // An abstract name begins with a zero byte, written as @.
  const name = new TextEncoder().encode(address.replace(/^@/, '\0'))
  const target = new Uint8Array(2 + name.length)
  new DataView(target.buffer).setUint16(0, UNIX, true)
  target.set(name, 2)
  const socket = libc.socket(UNIX, DATAGRAM_CLOSED_ON_EXEC, 0)
  libc.sendto(socket, ptr(text), text.length, 0, ptr(target), target.length)
  libc.close(socket)
}
