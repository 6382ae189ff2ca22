import type { Identified, Selection } from './row-view.ts'

/** How many of the rows, or of their children, are selected. */
export function selectedOf<Row extends Identified>(rows: Row[], { selected }: Selection<Row>): 'all' | 'some' | 'none' {
  const ids = new Set(selected.map(row => row.id))
  const leaves = rows.flatMap(leavesOf)
  const count = leaves.filter(row => ids.has(row.id)).length
  if (count === 0) return 'none'
  return count === leaves.length ? 'all' : 'some'
}

/** Selects the rows, or deselects them if all were selected; other selections stay. */
export function toggle<Row extends Identified>(rows: Row[], selection: Selection<Row>): void {
  const leaves = rows.flatMap(leavesOf)
  const ids = new Set(leaves.map(row => row.id))
  const others = selection.selected.filter(row => !ids.has(row.id))
  selection.onSelect(selectedOf(rows, selection) === 'all' ? others : [...others, ...leaves])
}

/** A row stands for its children, which have the same type. */
const leavesOf = <Row extends Identified>(row: Row): Row[] => (row.children as Row[] | undefined) ?? [row]
