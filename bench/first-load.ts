import { join } from 'node:path'
import { buildConsoleWhenStale } from '../scripts/lib/console-build.mjs'
import { startGateway } from './lib/gateway.ts'
import { type Fetched, openPage } from './lib/open-page.ts'
import type { Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'

const KB = 1000

export const firstLoad: Scenario = {
  name: 'first-load',
  title: 'What a browser that was never here fetches for /login, as the gateway sends it',
  async run({ stage }) {
    await buildConsoleWhenStale()
    const gateway = await startGateway(stage)
    const fetched = await openPage(`http://127.0.0.1:${gateway.port}`, '/login', join(stage.folder, 'browser'))
    await gateway.stop()
    const total = fetched.reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      table: tableOf(fetched, total),
      findings: [{ name: 'first load of /login', value: total / KB, unit: 'KB', aim: { atMost: 200 } }],
      measured: fetched,
    }
  },
}

const tableOf = (fetched: Fetched[], total: number): string[][] => [
  ['file', 'sent, KB', 'packed'],
  ...fetched
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ path, bytes, encoding }) => [path, rounded(bytes / KB), encoding]),
  [`${fetched.length} files`, rounded(total / KB), ''],
]
