import { ptr } from 'bun:ffi'
import { readdirSync } from 'node:fs'
import { IPV4, IPV6, loadLibc } from '../../process/libc.ts'

/** This process's listeners on a port that it shares with others. Linux. */
export interface ListeningSockets {
  /** Directs all new connections to `count` listeners from `first` on, in the order in which they started to listen. */
  steer(first: number, count: number): void
  /** Spreads connections over all listeners again. */
  spread(): void
  count(): number
  /** Closes one of them once no connection waits to be accepted. Accepted connections stay. */
  leaveOne(): Promise<void>
}

// Source: <sys/socket.h>, <linux/filter.h> and `struct tcp_info` of Linux.
const STREAM_CLOSED_ON_EXEC = 1 | 0o2000000
const SOCKET_LEVEL = 1
const IS_LISTENING = 30
const ATTACH_STEERING = 51
const DETACH_STEERING = 68
const TCP_INFO = { level: 6, option: 11, bytes: 104, waitingAt: 24 }
const ADDRESS_BYTES = 128
/** Classic BPF. */
const LOAD_RANDOM = [0x20, 0xfffff000 + 56] as const
const [MODULO, ADD, RETURN] = [0x94, 0x04, 0x16]
const INSTRUCTION_BYTES = 8

/** A handshake that began here may still become a connection. */
const HANDSHAKE_MS = 1_000
const LOOK_MS = 5

const FUNCTIONS = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  dup2: { args: ['i32', 'i32'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
  setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
} as const

/** null if the system is not Linux or its C library is unknown. */
export function listeningSockets(port: number): ListeningSockets | null {
  const libc = loadLibc(FUNCTIONS)
  if (!libc) return null
  const length = new Int32Array(1)

  /** The bytes of an option; null: not set. */
  function option(descriptor: number, level: number, name: number, bytes: number): DataView | null {
    const value = new Uint8Array(new ArrayBuffer(bytes))
    length[0] = bytes
    if (libc?.getsockopt(descriptor, level, name, ptr(value), ptr(length)) !== 0) return null
    return new DataView(value.buffer)
  }

  function isOurs(descriptor: number): boolean {
    const address = new Uint8Array(new ArrayBuffer(ADDRESS_BYTES))
    length[0] = ADDRESS_BYTES
    if (libc?.getsockname(descriptor, ptr(address), ptr(length)) !== 0) return false
    if (address[0] !== IPV4 && address[0] !== IPV6) return false
    if (new DataView(address.buffer).getUint16(2) !== port) return false
    return option(descriptor, SOCKET_LEVEL, IS_LISTENING, 4)?.getInt32(0, true) === 1
  }

  const list = () => readdirSync('/proc/self/fd').map(Number).filter(isOurs)
  const waiting = (descriptor: number) =>
    option(descriptor, TCP_INFO.level, TCP_INFO.option, TCP_INFO.bytes)?.getUint32(TCP_INFO.waitingAt, true) ?? 0

  function set(name: number, value: Uint8Array): void {
    const [descriptor] = list()
    if (descriptor !== undefined) libc?.setsockopt(descriptor, SOCKET_LEVEL, name, ptr(value), value.byteLength)
  }

  return {
    count: () => list().length,
    spread: () => set(DETACH_STEERING, new Uint8Array(4)),
    steer(first, count) {
      const program = steering(first, count)
      const at = new DataView(new ArrayBuffer(16))
      at.setUint16(0, program.byteLength / INSTRUCTION_BYTES, true)
      at.setBigUint64(8, BigInt(ptr(program)), true)
      set(ATTACH_STEERING, new Uint8Array(at.buffer))
    },
    async leaveOne() {
      await Bun.sleep(HANDSHAKE_MS)
      const [descriptor] = list()
      if (descriptor === undefined) return
      while (waiting(descriptor) > 0) await Bun.sleep(LOOK_MS)
      // The descriptor stays in use: the runtime, which does not know of this, closes it when the server stops.
      const stand = libc.socket(IPV4, STREAM_CLOSED_ON_EXEC, 0)
      libc.dup2(stand, descriptor)
      libc.close(stand)
    },
  }
}

/** A program that selects one of `count` listeners from `first` on; the system spreads invalid selections over all. */
function steering(first: number, count: number): Uint8Array {
  const steps = [LOAD_RANDOM, [MODULO, count], [ADD, first], [RETURN, 0]] as const
  const bytes = new DataView(new ArrayBuffer(steps.length * INSTRUCTION_BYTES))
  for (const [index, [code, value]] of steps.entries()) {
    bytes.setUint16(index * INSTRUCTION_BYTES, code, true)
    bytes.setUint32(index * INSTRUCTION_BYTES + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
