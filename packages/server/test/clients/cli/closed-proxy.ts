/** A proxy that refuses every connection and records the requested hosts. */
export interface ClosedProxy {
  url: string
  hosts: Set<string>
  stop(): void
}

export function startClosedProxy(): ClosedProxy {
  const hosts = new Set<string>()
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        const [, target = ''] = bytes.toString('latin1').split('\r\n', 1)[0]?.split(' ') ?? []
        hosts.add(target.replace(/^https?:\/\//, '').split('/')[0] ?? '')
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      },
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, hosts, stop: () => server.stop(true) }
}
