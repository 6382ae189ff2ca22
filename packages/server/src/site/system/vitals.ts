import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { Bus } from '../../platform/cluster/bus.ts'

/** What a process tells the others of itself. */
const told = z.object({
  node: z.string().max(100),
  server: z.string().max(300),
  worker: z.number().int(),
  version: z.string().max(100),
  started_at: z.number().int(),
  disk_free: z.number().nullable(),
  disk_size: z.number().nullable(),
  at: z.number().int(),
  cpu: z.number(),
  memory: z.number(),
  lag: z.number(),
})
type Told = z.output<typeof told>
type Moment = Pick<Told, 'at' | 'cpu' | 'memory' | 'lag'>

/** A process, as it last told, with its last hour. */
export type KnownProcess = Told & { vitals: Moment[] }

export interface VitalsWatch {
  /** Those heard of within a minute, and this one as it is now. */
  processes(): Promise<KnownProcess[]>
  close(): void
}

interface Deps {
  bus: Bus
  /** The current id of this process. */
  node(): string
  server: string
  worker: number
  version: string
  dataFolder: string
  /** Unix seconds. */
  now(): number
}

const SUBJECT = 'vitals'
const EVERY_MS = 15_000
/** An hour of moments. */
const MOST_MOMENTS = 240
const SILENT_SECONDS = 60
const LAG_EVERY_MS = 500

/** Measures this process, tells the others, and keeps what they tell. Nothing of it is stored. */
export function watchVitals({ bus, node, server, worker, version, dataFolder, now }: Deps): VitalsWatch {
  const known = new Map<string, KnownProcess>()
  const measure = meter()
  const started_at = Math.round(now() - process.uptime())

  function note(heard: Told): void {
    const { at, cpu, memory, lag } = heard
    // A process that rejoins has another id but stays the same worker.
    const key = `${heard.server} ${heard.worker}`
    const before = known.get(key)
    const vitals = before?.started_at === heard.started_at ? before.vitals : []
    known.set(key, { ...heard, vitals: [...vitals, { at, cpu, memory, lag }].slice(-MOST_MOMENTS) })
    for (const [other, { at: last }] of known) if (heard.at - last > SILENT_SECONDS) known.delete(other)
  }

  async function own(): Promise<Told> {
    const disk = await statfs(dataFolder).catch(() => null)
    return {
      node: node(),
      server,
      worker,
      version,
      started_at,
      disk_free: disk && disk.bavail * disk.bsize,
      disk_size: disk && disk.blocks * disk.bsize,
      at: now(),
      ...measure.read(),
    }
  }

  async function tell(): Promise<void> {
    const mine = await own()
    note(mine)
    bus.publish(SUBJECT, mine)
  }

  bus.on(SUBJECT, payload => {
    const heard = told.safeParse(payload).data
    if (heard) note(heard)
  })
  const timer = setInterval(() => void tell(), EVERY_MS)
  timer.unref()
  void tell()

  return {
    async processes() {
      if (![...known.values()].some(one => one.node === node())) await tell()
      const since = now() - SILENT_SECONDS
      return [...known.values()].filter(({ at }) => at >= since)
    },
    close() {
      clearInterval(timer)
      measure.close()
    },
  }
}

/** CPU, memory and the longest delay of the event loop, since the last read. */
function meter() {
  let cpuBefore = process.cpuUsage()
  let readAt = performance.now()
  let expectedAt = performance.now() + LAG_EVERY_MS
  let longest = 0
  const late = () => Math.max(0, performance.now() - expectedAt)
  const timer = setInterval(() => {
    longest = Math.max(longest, late())
    expectedAt = performance.now() + LAG_EVERY_MS
  }, LAG_EVERY_MS)
  timer.unref()
  return {
    read() {
      const { user, system } = process.cpuUsage(cpuBefore)
      const elapsedMs = Math.max(1, performance.now() - readAt)
      const lag = Math.round(Math.max(longest, late()))
      cpuBefore = process.cpuUsage()
      readAt = performance.now()
      longest = 0
      return { cpu: (user + system) / 1000 / elapsedMs, memory: process.memoryUsage.rss(), lag }
    },
    close: () => clearInterval(timer),
  }
}
