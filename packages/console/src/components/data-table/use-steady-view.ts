import { useLayoutEffect, useMemo, useRef } from 'react'
import type { RowView } from './row-view.ts'
import { useSameList } from './use-same-list.ts'

/**
 * A list's view that stays the same as long as its columns do, so that its rows do not re-render with the page. Row actions call
 * the functions of the last render. Create the columns once (`useMemo`).
 */
export function useSteadyView<Row>(view: RowView<Row>): RowView<Row> {
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  })
  const columns = useSameList(view.columns)
  const { selection, expand, actionsWidth, actionsGiveWay, keepsLeftOut } = view
  const [hasActions, isSelecting, opens] = [Boolean(view.actions), Boolean(selection), Boolean(expand)]

  return useMemo(
    () => ({
      columns,
      nameOf: row => latest.current.nameOf(row),
      isDimmed: row => latest.current.isDimmed?.(row) === true,
      ...(hasActions && { actions: (row: Row) => latestActions(row, () => latest.current) }),
      ...(opens && { expand: (row: Row) => latest.current.expand?.(row) }),
      ...(isSelecting && { selection: NO_SELECTION }),
      ...(actionsWidth !== undefined && { actionsWidth }),
      ...(actionsGiveWay !== undefined && { actionsGiveWay }),
      ...(keepsLeftOut !== undefined && { keepsLeftOut }),
    }),
    [columns, hasActions, isSelecting, opens, actionsWidth, actionsGiveWay, keepsLeftOut],
  )
}

/** Rows only check whether there is one. */
const NO_SELECTION = { selected: [], onSelect: () => {} }

const latestActions = <Row>(row: Row, latest: () => RowView<Row>) =>
  (latest().actions?.(row) ?? []).map(action => ({
    ...action,
    onClick: () =>
      latest()
        .actions?.(row)
        .find(({ key }) => key === action.key)
        ?.onClick(),
  }))
