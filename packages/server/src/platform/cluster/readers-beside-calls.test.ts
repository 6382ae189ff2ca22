import { expect, test } from 'bun:test'
import { LOG_TYPE, type Log, type Page } from '@tollgate/contract'
import { sql } from 'kysely'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { startLoad } from '../../../test/support/load.ts'
import { until } from '../../../test/support/until.ts'

const ROWS = 200_000
const PAGES = 40
/** Finds nothing, after reading every row. */
const SLOW_PAGE = '/api/log/?p=1&page_size=100&model_name=%25a%25e%25i%25o%25u%25'

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  test(`${PAGES} concurrent log pages over ${ROWS} rows on ${kind} stop no call`, async () => {
    const database = await open()
    const upstream = await startEvilUpstream()
    const node = await startGatewayProcess(database.place, await freePort())
    const operator = await setUpGateway(node.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'good' })
    await operator.setOption('ModelRatio', '{"good":1}')
    const { bearer } = await operator.makeToken()
    await sql`
      insert into logs (type, created_at, user_id, username, content, model_name)
      select ${sql.lit(LOG_TYPE.consume)}, number, 1, 'root', 'old', 'claude-opus-with-a-rather-long-name-' || number
      from generate_series(1, ${sql.lit(ROWS)}) number`.execute(database.storage.slow)

    const load = startLoad(node.url, bearer, { clients: 4 })
    await load.untilAnswered(10)
    let shown = 0
    const reading = Promise.allSettled(
      Array.from({ length: PAGES }, async () => {
        await operator.consoleCall<Page<Log>>('GET', SLOW_PAGE)
        shown += 1
      }),
    )
    // Calls are answered while the last page still waits.
    await load.untilAnswered(40)
    expect(shown).toBeLessThan(PAGES)
    await until(
      async () => shown,
      count => count > 0,
      60_000,
    )
    expect((await load.stop()).filter(({ outcome }) => outcome !== 'full')).toEqual([])
    await node.kill()
    await reading
    await upstream.stop()
    await database.close()
  }, 120_000)
}
