import { describe, expect, test } from 'bun:test'
import { LOG_TYPE, type Log, type Page } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { audit } from '../../money/ledger/audit.ts'
import { insertLog } from './store.ts'

const SECONDS = Number(process.env.WRITING_SECONDS ?? 2)
const CALLERS = 50
const OLD_ROWS = 20_000

const PAGES = [
  '/api/log/?p=1&page_size=100',
  '/api/log/?p=50&page_size=100',
  '/api/log/?p=1&page_size=20&model_name=good',
  '/api/log/?p=1&page_size=20&type=2&start_timestamp=1&end_timestamp=9999999999',
  '/api/log/self?p=1&page_size=100',
  '/api/log/stat',
]

const sqlite = databases().filter(({ kind }) => kind === 'sqlite')

describe(`${CALLERS} callers for ${SECONDS} s`, () => {
  test.each(sqlite)(
    'get answers, and so do readers of the log, while another process writes too ($kind)',
    async ({ open }) => {
      const database = await open()
      const { db } = database.storage
      const upstream = await startEvilUpstream()
      const gateway = await startGatewayProcess(database.place, await freePort())
      const operator = await setUpGateway(gateway.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      await operator.setOption('ModelRatio', '{"good":1}')
      const { bearer } = await operator.makeToken()
      const oldRow = { type: LOG_TYPE.system, created_at: 1, user_id: 1, username: 'root', content: 'old' }
      for (let made = 0; made < OLD_ROWS; made += 1000)
        await db.insertInto('logs').values(Array(1000).fill(oldRow)).execute()

      const end = performance.now() + SECONDS * 1000
      const whileThere = async (act: () => Promise<unknown>) => {
        while (performance.now() < end) await act()
      }
      let answered = 0
      const troubles: string[] = []
      const call = async () => {
        const response = await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}` },
          body: '{"model":"good","messages":[{"role":"user","content":"Hello"}]}',
        })
        const text = await response.text()
        if (response.ok) answered += 1
        else troubles.push(text)
      }
      const pageMs: number[] = []
      const turnPages = async () => {
        upstream.requests.length = 0
        for (const page of PAGES) {
          const begun = performance.now()
          await operator.consoleCall<Page<Log>>('GET', page)
          pageMs.push(performance.now() - begun)
        }
      }
      const writeFromOutside = () => insertLog(db, oldRow).then(() => Bun.sleep(20))
      await Promise.all([
        ...Array.from({ length: CALLERS }, () => whileThere(call)),
        whileThere(turnPages),
        whileThere(writeFromOutside),
      ])

      expect(troubles).toEqual([])
      expect(answered).toBeGreaterThan(CALLERS * SECONDS)
      pageMs.sort((a, b) => a - b)
      const [median = 0, worst = 0] = [pageMs[pageMs.length >> 1], pageMs.at(-1)]
      expect(median).toBeLessThan(1_000)
      expect(worst).toBeLessThan(5_000)
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      await gateway.kill()
      await upstream.stop()
      await database.close()
    },
    3_600_000,
  )
})
