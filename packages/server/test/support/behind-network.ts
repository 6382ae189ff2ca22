import { openStorage, type Storage } from '../../src/platform/storage/db.ts'
import type { DatabasePlace } from './databases.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** A PostgreSQL reached over a network that can fail. */
export interface BehindNetwork {
  place: DatabasePlace
  storage: Storage
  network: FaultProxy
  close(): Promise<void>
}

export async function behindNetwork(place: DatabasePlace): Promise<BehindNetwork> {
  const url = new URL(place.DATABASE_URL ?? '')
  const network = await startFaultProxy(Number(url.port))
  url.port = String(network.port)
  const there = { ...place, DATABASE_URL: url.href }
  const storage = openStorage(there)
  return {
    place: there,
    storage,
    network,
    async close() {
      await network.stop()
      await storage.close()
    },
  }
}
