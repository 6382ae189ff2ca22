import { MONITOR_STATES, type Monitored, withoutTrailingSlashes } from '@tollgate/contract'
import { complexityOf } from '@tollgate/gateway'
import { z } from 'zod'
import type { SiteContext } from '../../context.ts'

const TIMEOUT_MS = 10_000
/** A monitor has up to 100 heartbeats of some 100 bytes. */
const MAX_BYTES = 2 * 1024 * 1024
const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Tollgate' }
const [MOST_GROUPS, MOST_MONITORS, LONGEST_NAME] = [50, 200, 100]

const name = z.string().transform(text => text.slice(0, LONGEST_NAME))
const page = z.object({
  publicGroupList: z.array(
    z.object({ name, monitorList: z.array(z.object({ id: z.union([z.number(), z.string()]), name })) }),
  ),
})
/** Heartbeats are in order, the newest last. */
const newest = z
  .array(z.unknown())
  .transform(beats => beats.at(-1))
  .pipe(z.object({ status: z.number() }).optional())
const heartbeats = z.object({
  heartbeatList: z.record(z.string(), newest),
  uptimeList: z.record(z.string(), z.number().nullable()),
})

type Groups = NonNullable<Monitored['groups']>

/**
 * Reads the groups and monitors of a public status page.
 * @throws if the server does not say them
 */
export async function readPage(
  outbound: SiteContext['outbound'],
  { url, slug }: { url: string; slug: string },
  timeoutMs = TIMEOUT_MS,
): Promise<Groups> {
  const ask = async <Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> => {
    const address = addressOf(url, `${path}${slug}`)
    const { status, body } = await outbound.fetch(address, {
      headers: HEADERS,
      timeoutMs,
      maxBytes: MAX_BYTES,
    })
    if (status !== 200) throw new Error(`status ${status}`)
    if (complexityOf()(body)) throw new Error('the JSON is too complex')
    return shape.parse(JSON.parse(body.toString('utf8')))
  }
  const [{ publicGroupList }, { heartbeatList, uptimeList }] = await Promise.all([
    ask('/api/status-page/', page),
    ask('/api/status-page/heartbeat/', heartbeats),
  ])
  let room = MOST_MONITORS
  return publicGroupList.slice(0, MOST_GROUPS).map(({ name, monitorList }) => {
    const monitors = monitorList.slice(0, room).map(({ id, name }) => ({
      name,
      state: MONITOR_STATES[heartbeatList[id]?.status ?? -1] ?? null,
      uptime: shareOf(uptimeList[`${id}_24`]),
    }))
    room -= monitors.length
    return { name, monitors }
  })
}

/** The server may live under a path. */
function addressOf(url: string, path: string): string {
  const address = new URL(url)
  address.pathname = withoutTrailingSlashes(address.pathname) + path
  return Object.assign(address, { search: '', hash: '' }).href
}

const shareOf = (uptime: number | null | undefined): number | null =>
  typeof uptime === 'number' ? Math.min(1, Math.max(0, uptime)) : null
