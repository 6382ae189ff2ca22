import type { OptionKey } from '@tollgate/contract'

export type EntryKind = 'number' | 'text'

/** JSON options that are short lists of names with values: these get a table beside the text. */
export const entryKinds: Partial<Record<OptionKey, EntryKind>> = {
  GroupRatio: 'number',
  UserUsableGroups: 'text',
  TopupGroupRatio: 'number',
  TopUpBonuses: 'number',
}
