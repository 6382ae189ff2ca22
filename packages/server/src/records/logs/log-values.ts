import { logColumns } from '@tollgate/contract'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { ColumnType, Value } from '../../platform/storage/statements.ts'
import { storableJson, storableText } from '../../platform/storage/storable.ts'

type WrittenColumn = Exclude<keyof NewLogRow, 'id' | 'code'>

/** The columns written for a call; `code` is only for rows that are not calls. */
const written = logColumns
  .filter(({ name, stored }) => stored !== 'nowhere' && name !== 'id' && name !== 'code')
  .map(({ name, kind, storedKind = kind, default: missing = 0 }) => ({
    // The filter leaves out the others.
    name: name as WrittenColumn,
    isText: storedKind === 'text',
    missing,
  }))

/** The types of these columns, in the order of `logValues`. */
export const WRITTEN_COLUMNS = Object.fromEntries(
  written.map(({ name, isText }) => [name, isText ? 'text' : 'bigint']),
) as Record<WrittenColumn, ColumnType>

/** Returns a log row's values in the order of `WRITTEN_COLUMNS`, in a form that every database accepts. */
export function logValues(log: NewLogRow): Value[] {
  const values: Value[] = []
  for (const { name, isText, missing } of written) {
    const value = log[name]
    if (name === 'other') values.push(storableJson(log.other ?? ''))
    else values.push(isText ? text(value as string | undefined) : whole((value ?? missing) as number))
  }
  return values
}

export const text = (value = '') => storableText(value)
export const whole = (value = 0) =>
  Number.isSafeInteger(value) ? value : Number.isFinite(value) ? Math.trunc(value) : 0
