import type { Environment } from '../process/environment.ts'
import { isPortTaken, listen } from '../process/listen.ts'
import { holdPort } from './hold-port.ts'

/** The address on which all workers listen. */
export interface ClaimedPort {
  port: number
  url: string
}

/** A port reserved for workers. */
export interface HeldPort extends ClaimedPort {
  letGo(): void
}

/** Workers of a supervisor that was just killed may still be closing the port. */
const PATIENCE_MS = 3_000
const LOOK_MS = 50

/**
 * Reserves the port for workers that will share it. Nobody else may have it: a process that listens with `reusePort`,
 * like another server's workers, would get some of our calls.
 * @throws StartError if the port is taken or the address does not belong to this machine
 */
export async function claimPort({ HOST, PORT }: Pick<Environment, 'HOST' | 'PORT'>): Promise<HeldPort> {
  const { address, port, url } = await claimPatiently(HOST, PORT)
  return { port, url, letGo: holdPort(address, port) }
}

async function claimPatiently(HOST: string, PORT: number) {
  const latest = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await claimAlone(HOST, PORT)
    } catch (error) {
      if (!isPortTaken(error) || performance.now() > latest) throw error
      await Bun.sleep(LOOK_MS)
    }
  }
}

/**
 * Listens alone for a moment, which fails while anybody else listens, including another server's workers.
 * @throws StartError
 */
export async function claimAlone(hostname: string, wanted: number): Promise<ClaimedPort & { address: string }> {
  const alone = listen(hostname, () =>
    Bun.serve({ port: wanted, hostname, fetch: () => new Response(null, { status: 503 }) }),
  )
  // The types do not declare the address that a name resolved to.
  const { url, address } = alone as typeof alone & { address?: { address: string } }
  const port = Number(alone.port)
  await alone.stop(true)
  return { port, url: url.href, address: address?.address ?? hostname }
}
