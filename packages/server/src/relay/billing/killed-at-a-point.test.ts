import { describe, expect, test } from 'bun:test'
import { type EndedBy, LOG_TYPE, type LogOther } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { mortalGateway, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import type { DeadlyPoint } from '../../../test/support/mortal-gateway.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../ledger/audit.ts'

interface Row {
  type: number
  isCharged: boolean
  code: string | undefined
  /** The cell of the table of charges. */
  endedBy: EndedBy
}

const GIVEN_BACK: Row = { type: LOG_TYPE.error, isCharged: false, code: 'server_stopped', endedBy: 'killed' }
const CHARGED: Row = { type: LOG_TYPE.consume, isCharged: true, code: undefined, endedBy: 'complete' }

/** What the one log row of the call says afterwards; null: the commit may have been in time, or not. */
const POINTS: Record<DeadlyPoint, Row | null> = {
  'between the hold and the call upstream': GIVEN_BACK,
  'between the last byte and the settlement': GIVEN_BACK,
  'while the settlement is committed': null,
  'between the settlement and the last bytes': CHARGED,
}

/** The row that was found, if it is one of a call that was either charged or given back. */
const eitherOf = ([found]: Row[]) => (found?.isCharged ? CHARGED : GIVEN_BACK)

for (const { kind, open } of databases()) {
  describe(`a gateway killed on ${kind}`, () => {
    test('at any point between a hold and the last bytes: the call is charged or given back, never both', async () => {
      const database = await open()
      const upstream = await startEvilUpstream()
      const port = await freePort()
      const healthy = await startGatewayProcess(database.place, port)
      const operator = await setUpGateway(healthy.url)
      await operator.makeChannel({ base_url: upstream.url, models: 'good' })
      await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
      const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 1_000_000 })
      await healthy.kill()

      const calls = (Object.entries(POINTS) as [DeadlyPoint, Row | null][]).flatMap(([point, row]) =>
        [false, true].map(stream => ({ point, row, stream, id: crypto.randomUUID() })),
      )
      for (const { point, stream, id } of calls) {
        const gateway = await startGatewayProcess(database.place, port, { program: mortalGateway(point) })
        const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'x-request-id': id },
          body: JSON.stringify({ model: 'good', stream, messages: [{ role: 'user', content: 'Hello' }] }),
        })
          .then(response => response.text())
          .catch(() => 'cut off')
        expect({ point, answer, exitCode: await gateway.ended }).toEqual({ point, answer: 'cut off', exitCode: null })
      }

      const { db } = database.storage
      // The next node: on SQLite it settles the past before it starts, on PostgreSQL it finds the others dead.
      const next = await startGatewayProcess(database.place, port, { program: mortalGateway() })
      const logs = await until(
        () =>
          db
            .selectFrom('logs')
            .select(['request_id', 'type', 'quota', 'other'])
            .where('type', 'in', [LOG_TYPE.consume, LOG_TYPE.error])
            .execute(),
        rows => rows.length >= calls.length,
        20_000,
      )
      const rowsOf = (id: string) =>
        logs
          .filter(log => log.request_id === id)
          .map(({ type, quota, other }): Row => {
            const { error_code: code, charge_rule }: LogOther = JSON.parse(other)
            return { type, isCharged: quota > 0, code, endedBy: charge_rule?.ended_by ?? 'complete' }
          })
      expect(calls.map(({ point, stream, id }) => ({ point, stream, rows: rowsOf(id) }))).toEqual(
        calls.map(({ point, stream, id, row }) => ({ point, stream, rows: [row ?? eitherOf(rowsOf(id))] })),
      )
      expect(await audit(database.storage, Math.floor(Date.now() / 1000))).toEqual([])
      await next.kill()
      await upstream.stop()
      await database.close()
    }, 60_000)
  })
}
