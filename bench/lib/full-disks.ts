import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { mountSmallDisk } from '../../packages/server/test/support/small-disk.ts'
import type { WebhookReceiver } from '../../packages/server/test/support/webhook-receiver.ts'
import { say } from '../../scripts/lib/script.mjs'
import { type Gateway, startGateway } from './gateway.ts'
import { smallPostgres } from './small-postgres.ts'
import type { Stage } from './stage.ts'

/** For a SQLite database with its journals. */
const DISK_MEGABYTES = 64

/** Something that fails, the alert it causes, and its repair. */
export interface Failure {
  name: string
  rules: readonly string[]
  /** The gateway called meanwhile, if it is not the first. */
  asked?: Gateway
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

/** A database of each kind on a small disk, each with its own gateway. */
export async function fullDisks(stage: Stage, webhook: WebhookReceiver, ask: (gateway: Gateway) => Promise<unknown>) {
  const disk = mountSmallDisk(DISK_MEGABYTES)
  const small = disk && (await smallPostgres())
  if (!disk || !small) {
    say('no full disk: mounting a small one takes root on Linux')
    return { failures: [], stop: async () => disk?.remove() }
  }
  const besides = join(stage.folder, 'drill-full')
  mkdirSync(besides, { recursive: true })
  const startOn = async (DATA_DIR: string, DATABASE_URL: string) => {
    const gateway = await startGateway(stage, {
      place: { DATA_DIR, DATABASE_URL },
      environment: { LOG_LEVEL: 'fatal' },
    })
    await gateway.operator.setOption('alert_setting.webhook_url', `http://127.0.0.1:${webhook.port}/`)
    await gateway.operator.setOption('AlertsEnabled', true)
    return gateway
  }
  const onSqlite = await startOn(disk.folder, '')
  const onPostgres = await startOn(besides, small.url)
  const filled = (
    name: string,
    rules: readonly string[],
    asked: Gateway,
    { fill, empty }: { fill(): unknown; empty(): unknown },
  ): Failure => ({
    name,
    rules,
    asked,
    async begin() {
      await fill()
      await Promise.all(Array.from({ length: 40 }, () => ask(asked)))
    },
    async end() {
      await empty()
      for (let call = 0; call < 20; call++) await ask(asked)
    },
  })
  return {
    failures: [
      filled('the disk of a SQLite database is full, and calls come', ['disk_full', 'not_ready'], onSqlite, disk),
      filled('the disk of PostgreSQL is full, and calls come', ['database_away', 'not_ready'], onPostgres, small),
    ],
    async stop() {
      for (const gateway of [onSqlite, onPostgres]) await gateway.stop()
      await small.remove()
      disk.remove()
    },
  }
}
