import type { calls, ReplyOf } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'

/** Returns the groups a user may use with their descriptions: the public ones and the user's own. */
export function usableGroups(options: Options, ownGroup: string): Record<string, string> {
  return { [ownGroup]: ownGroup, ...options.get('UserUsableGroups') }
}

/** Returns the usable groups that have a ratio, which multiplies the price of their calls. */
export function pricedGroups(options: Options, ownGroup: string): ReplyOf<typeof calls.users.groups> {
  const ratios = options.get('GroupRatio')
  return Object.fromEntries(
    Object.entries(usableGroups(options, ownGroup)).flatMap(([group, desc]) => {
      const ratio = ratios[group]
      return ratio === undefined ? [] : [[group, { ratio, desc }]]
    }),
  )
}

/** Returns the price factor of a group; 1 if the operator set none. */
export function groupRatioOf(group: string, options: Pick<Options, 'get'>): number {
  const ratios = options.get('GroupRatio')
  return Object.hasOwn(ratios, group) ? (ratios[group] ?? 1) : 1
}

/** Returns the sorted names of models that an enabled channel serves, in the given groups or in any. */
export async function enabledModels(db: Db, groups?: string[]): Promise<string[]> {
  const enabled = db.selectFrom('abilities').select('model').distinct().where('enabled', '=', 1).orderBy('model')
  const rows = await (groups ? enabled.where('group', 'in', groups) : enabled).execute()
  return rows.map(({ model }) => model)
}
