import type { OptionKey } from '@tollgate/contract'
import type { EntryKind } from '../../components/entry-table/entries.ts'

/** JSON options that are short lists of names with values: these get a table beside the text. */
export const entryKinds: Partial<Record<OptionKey, Exclude<EntryKind, 'json'>>> = {
  GroupRatio: 'number',
  UserUsableGroups: 'text',
  TopupGroupRatio: 'number',
  TopUpBonuses: 'number',
}
