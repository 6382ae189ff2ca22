import type { ChannelConflict } from '@tollgate/contract'
import type { NewChannel } from '../api.ts'

type Value = string | number

/** A field that somebody else has changed since the form was opened. */
interface Difference {
  field: string
  stored: Value
  yours: Value
  /** Both changed it; otherwise only the other person did. */
  isContested: boolean
}

/** Returns the fields that somebody else has changed to something other than the value being saved. */
export function differencesOf(opened: NewChannel, { differs }: ChannelConflict): Difference[] {
  return Object.entries(differs).flatMap(([field, { yours, stored }]) => {
    const before = opened[field as keyof NewChannel]
    return stored === before ? [] : [{ field, stored, yours, isContested: yours !== before }]
  })
}

/** Returns what to save if some fields are taken from the stored channel. */
export const withTaken = (body: NewChannel, differences: Difference[], taken: ReadonlySet<string>): NewChannel => ({
  ...body,
  ...Object.fromEntries(
    differences.filter(({ field }) => taken.has(field)).map(({ field, stored }) => [field, stored]),
  ),
})
