import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import {
  abilitiesOf,
  abilitiesStored,
  channelIds,
  deleteOrphanedAbilities,
  lockChannels,
  renewAbilities,
} from './store.ts'

/** Rebuilds the table of who serves what from the channels. Returns how many rows were missing, wrong or left over. */
export async function repairAbilities(actor: Actor): Promise<number> {
  const { db, databaseKind, changeEvents } = actor.app
  let count = await deleteOrphanedAbilities(db)
  for (const id of await channelIds(db)) {
    count += await inTransaction(db, async db => {
      const [channel] = await lockChannels(db, databaseKind, { ids: [id] })
      if (!channel) return 0
      const due = new Set(abilitiesOf(channel).map(toText))
      const stored = new Set((await abilitiesStored(db, id)).map(toText))
      const wrong = due.symmetricDifference(stored).size
      if (wrong > 0) await renewAbilities(db, channel)
      return wrong
    })
  }
  await recordAct(actor, 'abilities_repaired', { count })
  if (count > 0) await changeEvents.emit('channels')
  return count
}

type Ability = ReturnType<typeof abilitiesOf>[number]

const toText = ({ group, model, enabled, priority, weight, tag }: Ability): string =>
  JSON.stringify([group, model, enabled, priority, weight, tag])
