import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANNEL_STATUS } from '@tollgate/contract'
import { sql } from 'kysely'
import { testApp } from '../../test/support/app.ts'
import { signedIn } from '../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { makeChannelIndex } from '../relay/candidates/channel-index.ts'
import { endpoints } from './app.ts'
import type { AppContext } from './app-context.ts'
import { sealAtRest } from './seal-at-rest.ts'

const CODE = '0123456789abcdef0123456789abcdef'
const PROXY = 'http://keeper:open-sesame@proxy.example:3128'
const NAKED = [CODE, 'open-sesame', 'proxy.example']

for (const { kind, open } of databases()) {
  describe(`secrets at rest on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: Awaited<ReturnType<typeof signedIn>>
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      // As previous versions stored them.
      await sql`insert into redemptions (user_id, key_sealed, name, quota, created_time)
        values (1, ${CODE}, 'old', 500, 1)`.execute(app.db)
      await app.db
        .insertInto('channels')
        .values({
          name: 'old',
          type: 1,
          key_sealed: app.secrets.encrypt('k'),
          models: 'm',
          group: 'default',
          status: CHANNEL_STATUS.enabled,
          setting: `{"proxy": "${PROXY}", "force_format": true}`,
          created_time: 1,
        } as never)
        .execute()
      await sealAtRest(database.storage, app.secrets)
      await sealAtRest(database.storage, app.secrets)
    })
    afterAll(() => database.close())

    /** The full content of the two tables, as text. */
    const stored = async () =>
      JSON.stringify([
        await app.db.selectFrom('redemptions').selectAll().execute(),
        await app.db.selectFrom('channels').selectAll().execute(),
      ])

    test('existing codes and proxies are encrypted, and still work', async () => {
      for (const naked of NAKED) expect(await stored()).not.toContain(naked)
      const found = await admin('GET', `/api/redemption/search?keyword=${CODE.toUpperCase()}`)
      expect(found.data).toMatchObject({ total: 1, items: [{ key: CODE, name: 'old' }] })
      const listed = (await admin('GET', '/api/channel/')).data as { items: { setting: string }[] }
      expect(JSON.parse(listed.items[0]?.setting ?? '')).toEqual({ proxy: PROXY, force_format: true })
      const index = await makeChannelIndex(app.db, app.secrets, app.changeEvents, app.log)
      expect(index.byId(1)?.setting).toMatchObject({ proxy: PROXY, force_format: true })
      const user = await signedIn(app, endpoints, 'user')
      expect(await user('POST', '/api/user/topup', { body: { key: CODE } })).toMatchObject({ success: true, data: 500 })
      expect(await user('POST', '/api/user/topup', { body: { key: CODE } })).toMatchObject({ code: 'redemption_used' })
    })

    test('new ones are encrypted when created and changed', async () => {
      const [made = ''] = (await admin('POST', '/api/redemption/', { body: { quota: 1, count: 1 } })).data as string[]
      const channel = { type: 1, name: 'new', key: 'k', models: 'm', group: 'default' }
      const [{ id } = { id: 0 }] = (
        await admin('POST', '/api/channel/', { body: { ...channel, setting: JSON.stringify({ proxy: PROXY }) } })
      ).data as { id: number }[]
      const renamed = await admin('PUT', '/api/channel/', { body: { id, name: 'renamed' } })
      expect(renamed.data).toMatchObject({ setting: JSON.stringify({ proxy: PROXY }) })
      const setting = JSON.stringify({ proxy: PROXY.replace('keeper', 'other'), system_prompt: 'Be brief.' })
      expect((await admin('PUT', '/api/channel/', { body: { id, setting } })).data).toMatchObject({ setting })
      for (const naked of [...NAKED, made]) expect(await stored()).not.toContain(naked)
      expect(await stored()).toContain('Be brief.')
    })

    test('no plain text is left in the files of the data folder', () => {
      const folder = database.place.DATA_DIR
      for (const file of readdirSync(folder)) {
        const text = readFileSync(join(folder, file), 'latin1')
        for (const naked of NAKED)
          expect({ file, naked, isThere: text.includes(naked) }).toMatchObject({ isThere: false })
      }
    })
  })
}
