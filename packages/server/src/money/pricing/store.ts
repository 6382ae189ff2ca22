import type { Db } from '../../platform/storage/db.ts'

/** Returns every model that an enabled channel serves, sorted, with its groups. */
export async function servedModels(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('abilities')
    .select(['model', 'group'])
    .distinct()
    .where('enabled', '=', 1)
    .orderBy('model')
    .orderBy('group')
    .execute()
  const groups = new Map<string, string[]>()
  for (const { model, group } of rows) groups.set(model, [...(groups.get(model) ?? []), group])
  return groups
}
