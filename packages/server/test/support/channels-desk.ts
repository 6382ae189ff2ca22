import type { Channel } from '@tollgate/contract'
import { endpoints } from '../../src/start/app.ts'
import type { AppContext } from '../../src/start/app-context.ts'
import { testApp } from './app.ts'
import { type ConsoleClient, signedIn } from './console-client.ts'
import type { TestDatabase } from './databases.ts'

const FORM = { type: 1, name: 'first', key: 'upstream-key', models: 'gpt-4o,gpt-5' }

/** An administrator who manages the channels of a test's own app. */
export interface ChannelsDesk {
  app: AppContext
  admin: ConsoleClient
  /** Makes one channel. Missing fields have the form's defaults. */
  make(form?: object): Promise<Channel>
  stored(id: number): Promise<Channel>
  names(): Promise<string[]>
  /** `group/model enabled priority weight tag` of each row, sorted. */
  abilities(id?: number): Promise<string[]>
  /** The codes in the log, oldest first. */
  acts(): Promise<string[]>
  clear(): Promise<void>
}

export async function openChannelsDesk(database: TestDatabase): Promise<ChannelsDesk> {
  const app = await testApp(database)
  const admin = await signedIn(app, endpoints, 'admin')
  return {
    app,
    admin,
    async make(form = {}) {
      const { data, message } = await admin('POST', '/api/channel/', { body: { ...FORM, ...form } })
      const [channel] = (data ?? []) as Channel[]
      if (!channel) throw new Error(`no channel was made: ${message}`)
      return channel
    },
    stored: async id => (await admin('GET', `/api/channel/${id}`)).data as Channel,
    names: async () =>
      (await app.db.selectFrom('channels').select('name').orderBy('id').execute()).map(row => row.name),
    async abilities(id) {
      let rows = app.db.selectFrom('abilities').selectAll()
      if (id !== undefined) rows = rows.where('channel_id', '=', id)
      return (await rows.execute())
        .map(row => `${row.group}/${row.model} ${row.enabled} ${row.priority} ${row.weight} ${row.tag}`)
        .sort()
    },
    acts: async () => (await app.db.selectFrom('logs').select('code').orderBy('id').execute()).map(({ code }) => code),
    async clear() {
      for (const table of ['channels', 'abilities', 'logs', 'model_presets'] as const)
        await app.db.deleteFrom(table).execute()
    },
  }
}
