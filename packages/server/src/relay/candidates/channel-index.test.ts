import { expect, test } from 'bun:test'
import pino from 'pino'
import { databases } from '../../../test/support/databases.ts'
import { makeChangeEvents } from '../../platform/cluster/change-events.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import { makeChannelIndex } from './channel-index.ts'

for (const { kind, open } of databases()) {
  test(`a channel whose key cannot be decrypted is left out and logged, and the others serve: ${kind}`, async () => {
    const database = await open()
    const { db } = database.storage
    const secrets = makeSecrets('the secret key of this test')
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'error' }, { write: line => lines.push(JSON.parse(line)) })
    const changeEvents = makeChangeEvents(log)
    const insert = (name: string, key_sealed: string) =>
      db
        .insertInto('channels')
        .values({ name, type: 1, key_sealed, models: name, group: 'default', created_time: 1 } as never)
        .execute()
    await insert('good', secrets.encrypt('sk-1'))
    await insert('torn', 'not what was ever sealed')
    const channels = await makeChannelIndex(db, secrets, changeEvents, log)
    expect(channels.models(['default'])).toEqual(['good'])

    await insert('later', secrets.encrypt('sk-2'))
    await changeEvents.emit('channels')
    expect(channels.models(['default'])).toEqual(['good', 'later'])
    expect(lines.map(({ channelId }) => channelId)).toEqual([2, 2])
    await database.close()
  })
}
