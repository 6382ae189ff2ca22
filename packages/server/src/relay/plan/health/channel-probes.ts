import { databaseTime } from '../../../platform/storage/database-time.ts'
import type { Storage } from '../../../platform/storage/db.ts'
import { run } from '../../../platform/storage/statements.ts'

/** A rested channel, or a model on it. `model` empty: the whole channel. */
export interface ProbeScope {
  channelId: number
  model: string
}

/** Lets only one call over all nodes probe a channel whose rest is over. */
export interface ChannelProbes {
  /** Returns a function that gives the probe back; null: another has it, or the database does not answer. */
  claim(scope: ProbeScope): Promise<(() => void) | null>
}

/** A probe ends after this time, because its node may have died. Nodes remember a probe elsewhere for as long. */
const EXPIRES_SECONDS = 60
/** Longer names are probed without a claim. */
const LONGEST_MODEL = 255

/** Messages between nodes may cross, so the database decides. It is asked only for probes, a few a minute. */
export function makeChannelProbes({ db, kind }: Pick<Storage, 'db' | 'kind'>): ChannelProbes {
  const time = databaseTime(kind)
  const onConnection = db.getExecutor()

  async function giveBack({ channelId, model }: ProbeScope, holder: string): Promise<void> {
    await db
      .deleteFrom('channel_probes')
      .where('channel_id', '=', channelId)
      .where('model', '=', model)
      .where('holder', '=', holder)
      .execute()
  }

  return {
    async claim({ channelId, model: asked }) {
      const scope = { channelId, model: asked.slice(0, LONGEST_MODEL) }
      const holder = crypto.randomUUID()
      const isClaimed = await onConnection
        .provideConnection(async connection => {
          const { rows } = await run(
            connection,
            `insert into channel_probes (channel_id, model, holder, until) values ($1, $2, $3, ${time} + $4)
             on conflict (channel_id, model) do update set holder = excluded.holder, until = excluded.until
             where channel_probes.until <= ${time} returning holder`,
            [scope.channelId, scope.model, holder, EXPIRES_SECONDS],
          )
          return rows.length > 0
        })
        .catch(() => false)
      // a probe that is not given back expires
      return isClaimed ? () => void giveBack(scope, holder).catch(() => undefined) : null
    },
  }
}
