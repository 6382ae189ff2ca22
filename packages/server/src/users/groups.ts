import type { calls, ReplyOf } from '@tollgate/contract'
import type { Options } from '../options/index.ts'

/** The groups a user may use, each with its description: those open to everybody, and the user's own. */
export function usableGroups(options: Options, ownGroup: string): Record<string, string> {
  return { [ownGroup]: ownGroup, ...options.get('UserUsableGroups') }
}

/** The usable groups that have a ratio, which is what a call in them is multiplied by. */
export function pricedGroups(options: Options, ownGroup: string): ReplyOf<typeof calls.users.groups> {
  const ratios = options.get('GroupRatio')
  return Object.fromEntries(
    Object.entries(usableGroups(options, ownGroup)).flatMap(([group, desc]) => {
      const ratio = ratios[group]
      return ratio === undefined ? [] : [[group, { ratio, desc }]]
    }),
  )
}
