import { splitList } from '@tollgate/contract'
import type { SiteContext } from '../context.ts'
import { keptForAMinute } from '../model-pages/kept.ts'

/** The ids of each group's channels, as the figures name them. */
export const channelsByGroup = keptForAMinute(async ({ reports }: SiteContext) => {
  const groups = new Map<string, string[]>()
  for (const { id, group } of await reports.selectFrom('channels').select(['id', 'group']).execute())
    for (const name of splitList(group)) groups.set(name, [...(groups.get(name) ?? []), String(id)])
  return groups
})
