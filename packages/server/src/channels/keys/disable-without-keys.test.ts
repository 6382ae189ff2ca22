import { expect, test } from 'bun:test'
import { CHANNEL_STATUS } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { databases } from '../../../test/support/databases.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { KEY_STATUS, keyStates, saveFoundState, setKeyStatus } from '../../relay/candidates/keys/key-state-store.ts'
import { keyIdOf, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { findChannel, insertChannel, lockChannel } from '../channels/store.ts'
import { disableWithoutKeys } from './disable-without-keys.ts'

for (const { kind, open } of databases()) {
  test(`a channel whose last key is enabled while it is about to be disabled stays enabled: ${kind}`, async () => {
    const database = await open()
    const app = await testApp(database, { now: () => TEST_NOW })
    const keys = ['first', 'second']
    const sealed = sealKeys(keys, 'random', app.secrets)
    const channel = { type: 1, name: 'main', models: 'a', created_time: 1, group: 'default' }
    const { id } = await insertChannel(app.db, { ...channel, ...sealed, key_spread: 'random' })
    const ids = keys.map(key => keyIdOf(key, app.secrets))
    const found = { channelId: id, status: KEY_STATUS.refused, reason: '401', since: 1, restsUntil: 0, beganAt: 1 }
    for (const key of ids) await saveFoundState(app.db, { ...found, key })

    let disabling: Promise<void> | undefined
    await inTransaction(app.db, async db => {
      await lockChannel(db, app.databaseKind, id)
      disabling = disableWithoutKeys(app, id, '401')
      // after everything it reads before it has the lock
      await keyStates(app.db, id)
      await setKeyStatus(db, id, ids[0] ?? '', true, TEST_NOW)
    })
    await disabling
    expect((await findChannel(app.db, id))?.status).toBe(CHANNEL_STATUS.enabled)

    await setKeyStatus(app.db, id, ids[0] ?? '', false, TEST_NOW)
    await disableWithoutKeys(app, id, '401')
    expect((await findChannel(app.db, id))?.status).toBe(CHANNEL_STATUS.autoDisabled)
    await database.close()
  })
}
