import type { ModelPreset } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { ModelPresetsTable } from '../../platform/storage/schema.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'

type Given = Omit<ModelPreset, 'id'>

export const listPresets = async (db: Db): Promise<ModelPreset[]> =>
  (await db.selectFrom('model_presets').selectAll().orderBy('name').execute()).map(toPreset)

/** Stores a list of models under a unique name. */
export const addPreset = (actor: Actor, given: Given): Promise<ModelPreset> =>
  keep(actor, given, async (db, values) =>
    db.insertInto('model_presets').values(values).returningAll().executeTakeFirst(),
  )

export const changePreset = (actor: Actor, { id, ...given }: ModelPreset): Promise<ModelPreset> =>
  keep(
    actor,
    given,
    async (db, values) =>
      db.updateTable('model_presets').set(values).where('id', '=', id).returningAll().executeTakeFirst(),
    id,
  )

export async function removePreset(actor: Actor, id: number): Promise<void> {
  await inTransaction(actor.app.db, async db => {
    const gone = await db.deleteFrom('model_presets').where('id', '=', id).returningAll().executeTakeFirst()
    if (!gone) throw consoleError('model_preset_not_found')
    await recordAct(actor, 'model_preset_deleted', { name: gone.name }, { db })
  })
}

type Row = Selectable<ModelPresetsTable>

function keep(
  actor: Actor,
  { name, items }: Given,
  write: (db: Db, values: Omit<Row, 'id'>) => Promise<Row | undefined>,
  id = 0,
): Promise<ModelPreset> {
  return inTransaction(actor.app.db, async db => {
    const taken = await db
      .selectFrom('model_presets')
      .select('id')
      .where('name', '=', name)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (taken) throw consoleError('model_preset_name_taken', {}, 'name')
    const row = await write(db, { name, items: JSON.stringify([...new Set(items)]) })
    if (!row) throw consoleError('model_preset_not_found')
    await recordAct(actor, 'model_preset_kept', { name }, { db })
    return toPreset(row)
  })
}

const toPreset = ({ id, name, items }: Row): ModelPreset => ({ id, name, items: JSON.parse(items) as string[] })
