import type { Db } from '../storage/db.ts'

/** Every model some enabled channel serves, sorted, with the groups it is served in. */
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
