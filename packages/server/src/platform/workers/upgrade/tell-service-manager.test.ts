import { ptr } from 'bun:ffi'
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibc } from '../../process/libc.ts'
import { tellServiceManager } from './tell-service-manager.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-notify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const libc = loadLibc({
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
})

// Source: <sys/socket.h> of Linux.
const [UNIX, DATAGRAM, DO_NOT_WAIT] = [1, 2, 0x40]

test.each(libc ? [join(folder, 'notify.sock'), `@tollgate-${crypto.randomUUID()}`] : [])(
  'the service manager at %s hears that this process serves, and is the main one',
  address => {
    const name = new TextEncoder().encode(address.replace(/^@/, '\0'))
    const bytes = new Uint8Array([UNIX, 0, ...name])
    const socket = libc?.socket(UNIX, DATAGRAM, 0) ?? -1
    expect(libc?.bind(socket, ptr(bytes), bytes.length)).toBe(0)
    tellServiceManager(address)
    const heard = new Uint8Array(200)
    const length = Number(libc?.recv(socket, ptr(heard), heard.length, DO_NOT_WAIT))
    libc?.close(socket)
    expect(new TextDecoder().decode(heard.subarray(0, Math.max(0, length)))).toBe(`READY=1\nMAINPID=${process.pid}\n`)
  },
)
