import { ptr } from 'bun:ffi'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { IPV4, loadLibc } from '../../process/libc.ts'
import { type ListeningSockets, listeningSockets } from './listening-sockets.ts'

/** With this many connections every listener gets some: each is assigned by a hash of its addresses. */
const CONNECTIONS = 64

// Source: <sys/socket.h> of Linux.
const [STREAM, DO_NOT_WAIT, DO_NOT_SIGNAL] = [1, 0x40, 0x4000]
const LOOPBACK = 0x7f000001

const libc = loadLibc({
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  connect: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  send: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  listen: { args: ['i32', 'i32'], returns: 'i32' },
  accept: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  getpeername: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
})

const onLinux = process.platform === 'linux' ? describe : () => undefined
onLinux('listeners on one port', () => {
  let port: number
  let servers: Bun.Server<undefined>[]
  let listening: ListeningSockets
  beforeEach(() => {
    servers = []
    port = 0
    for (const name of ['first', 'second', 'third']) serve(name)
    listening = listeningSockets(port) as ListeningSockets
  })
  afterEach(async () => {
    await Promise.all(servers.map(server => server.stop(true)))
  })

  function serve(name: string) {
    const server = Bun.serve({ port, hostname: '127.0.0.1', reusePort: true, fetch: () => new Response(name) })
    port = server.port ?? 0
    servers.push(server)
  }

  /** Uses a new connection, established when this returns, before any listener can have noticed. */
  function ask(): Promise<string> {
    const bytes = addressOf(port)
    const request = new TextEncoder().encode('GET / HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n')
    const socket = libc?.socket(IPV4, STREAM, 0) ?? -1
    expect(libc?.connect(socket, ptr(bytes), bytes.length)).toBe(0)
    libc?.send(socket, ptr(request), request.length, DO_NOT_SIGNAL)
    return answerAt(socket)
  }

  async function answerAt(socket: number): Promise<string> {
    const piece = new Uint8Array(1_000)
    let text = ''
    for (;;) {
      const length = Number(libc?.recv(socket, ptr(piece), piece.length, DO_NOT_WAIT))
      if (length > 0) text += new TextDecoder().decode(piece.subarray(0, length))
      const [, body] = text.split('\r\n\r\n')
      const isReset = length < 0 && isBroken(socket)
      if (body || length === 0 || isReset) {
        libc?.close(socket)
        return body || 'no answer'
      }
      await Bun.sleep(1)
    }
  }

  /** A reset connection no longer has another end. */
  function isBroken(socket: number): boolean {
    const [address, length] = [new Uint8Array(128), new Int32Array([128])]
    return libc?.getpeername(socket, ptr(address), ptr(length)) !== 0
  }

  const askMany = () => Array.from({ length: CONNECTIONS }, ask)
  const who = async (answers = askMany()) => [...new Set(await Promise.all(answers))].sort()

  test('share new connections, unless some are selected; then those get all of them', async () => {
    expect(await who()).toEqual(['first', 'second', 'third'])
    listening.steer(1, 2)
    expect(await who()).toEqual(['second', 'third'])
    listening.steer(2, 1)
    expect(await who()).toEqual(['third'])
    listening.spread()
    expect(await who()).toEqual(['first', 'second', 'third'])
  })

  test('leave one after another, and every client that connected before, meanwhile or after gets an answer', async () => {
    expect(listening.count()).toBe(3)
    const before = askMany()
    listening.steer(1, 2)
    const leaving = listening.leaveOne()
    const meanwhile = askMany()
    await leaving
    expect(listening.count()).toBe(2)
    expect(await who(before)).toEqual(['first', 'second', 'third'])
    expect(await who(meanwhile)).toEqual(['second', 'third'])
    expect(await who()).toEqual(['second', 'third'])
  })

  test('stay while a connection waits to be accepted', async () => {
    const slow = libc?.socket(IPV4, STREAM, 0) ?? -1
    const [own, length] = [addressOf(0), new Int32Array([16])]
    expect(libc?.bind(slow, ptr(own), own.length)).toBe(0)
    expect(libc?.listen(slow, 8)).toBe(0)
    libc?.getsockname(slow, ptr(own), ptr(length))
    const place = new DataView(own.buffer).getUint16(2)
    const client = libc?.socket(IPV4, STREAM, 0) ?? -1
    expect(libc?.connect(client, ptr(addressOf(place)), 16)).toBe(0)
    let hasLeft = false
    const alone = listeningSockets(place)
    const leaving = alone?.leaveOne().then(() => {
      hasLeft = true
    })
    // It begins to look after a second.
    await Bun.sleep(1_300)
    expect([hasLeft, alone?.count()]).toEqual([false, 1])
    const accepted = libc?.accept(slow, null, null) ?? -1
    await leaving
    expect(alone?.count()).toBe(0)
    for (const one of [client, accepted, slow]) libc?.close(one)
  })
})

function addressOf(port: number): Uint8Array<ArrayBuffer> {
  const address = new DataView(new ArrayBuffer(16))
  address.setUint16(0, IPV4, true)
  address.setUint16(2, port)
  address.setUint32(4, LOOPBACK)
  return new Uint8Array(address.buffer)
}
