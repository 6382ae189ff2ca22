import { readEntries } from '../../../components/entry-table/entries.ts'
import type { ControlProps } from '../control-props.ts'

/** The names of the groups that have a ratio, with unsaved ones; empty while their text is broken. */
export const groupNames = (textOf: ControlProps['textOf']): string[] =>
  (readEntries(textOf('GroupRatio')) ?? []).map(({ name }) => name)
