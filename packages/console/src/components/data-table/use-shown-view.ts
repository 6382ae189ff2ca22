import { useDeferredValue, useMemo } from 'react'
import type { RowsProps, RowView } from './row-view.ts'
import { useSteadyView } from './use-steady-view.ts'

/**
 * Returns how the rows are shown. When the page around a list re-renders, for example because a form opens over it, the
 * rows are updated only when the browser has time, so that the form does not wait for a hundred rows.
 */
export function useShownView<Row>({ rows, ...view }: RowsProps<Row>): RowView<Row> {
  const steady = useSteadyView(view)
  const now = useMemo(() => ({ rows, view: steady }), [rows, steady])
  const shown = useDeferredValue(now)
  return shown.rows === rows && layoutOf(shown.view) === layoutOf(steady) ? shown.view : steady
}

const layoutOf = <Row>({ columns, actions, expand, selection }: RowView<Row>): string =>
  [
    ...columns.map(({ key, sorted, chosenWidth }) => `${key} ${sorted} ${chosenWidth}`),
    !actions,
    !expand,
    !selection,
  ].join()
