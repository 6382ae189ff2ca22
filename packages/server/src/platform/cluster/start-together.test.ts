import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases } from '../../../test/support/databases.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext } from '../../start/build-app-context.ts'
import { readEnvironment } from '../process/environment.ts'
import { SECRET_KEY_FILE } from '../secrets/secrets.ts'

const NODES = 4
const postgres = databases().filter(({ kind }) => kind === 'postgres')

for (const { kind, open } of postgres) {
  test(`nodes that start together on an empty ${kind} database agree on one`, async () => {
    const database = await open()
    const { db } = database.storage
    const environment = readEnvironment({ ...database.place, LOG_LEVEL: 'silent' })
    for (let round = 0; round < 10; round++) {
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      const nodes = await Promise.all(Array.from({ length: NODES }, () => buildAppContext(environment)))
      expect(nodes.map(({ secrets }) => secrets.fingerprint('x'))).toEqual(
        Array(NODES).fill(nodes[0]?.secrets.fingerprint('x')),
      )
      for (const node of nodes) node.jobs.start()
      const rows = await Promise.all(nodes.map(node => node.jobs.list()))
      expect(new Set(rows.map(list => list.length)).size).toBe(1)
      for (const node of nodes) {
        await node.jobs.stop()
        await node.close()
      }
      const proofs = await db.selectFrom('options').select('key').execute()
      expect(proofs).toEqual([{ key: 'secret_key_proof' }])
    }
    await database.close()
  }, 120_000)

  test(`processes that start together on an empty ${kind} database without a key serve one gateway`, async () => {
    const database = await open()
    for (let round = 0; round < 3; round++) {
      await sql`drop schema public cascade`.execute(database.storage.db)
      await sql`create schema public`.execute(database.storage.db)
      rmSync(join(database.place.DATA_DIR, SECRET_KEY_FILE), { force: true })
      const start = async () => startGatewayProcess(database.place, await freePort())
      const nodes = await Promise.all(Array.from({ length: NODES }, start))
      const operator = await setUpGateway(nodes[0]?.url ?? '')
      await operator.setOption('EpayKey', 'sealed under the one key')
      const { bearer } = await operator.makeToken()
      // A token is found by a fingerprint made with the key, so every node has the same key.
      for (const { url } of nodes) {
        const models = () => fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${bearer}` } })
        expect((await until(models, ({ ok }) => ok)).status).toBe(200)
      }
      for (const node of nodes) await node.kill()
    }
    await database.close()
  }, 120_000)
}
