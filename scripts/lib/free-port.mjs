import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * No system assigns these to outgoing connections or to programs that ask for any port, so nobody takes one before it
 * is used.
 */
const [FIRST, COUNT] = [20_000, 12_000]

/** A free TCP port of the loopback address. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
