import { Checkbox } from 'antd'
import { type CSSProperties, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FactList } from '../fact-list.tsx'
import { usePrinting } from '../use-printing.ts'
import { columnWidths, type FigureWidths } from './column-widths.ts'
import type { Column } from './columns.ts'
import table from './data-table.module.css'
import { ACTIONS_WIDTH, EXPAND_WIDTH, fittingColumns, SELECTION_WIDTH } from './fitting-columns.ts'
import { HeadingCell } from './heading-cell.tsx'
import { PrintedRows } from './printed-rows.tsx'
import type { Identified, RowsProps, RowView } from './row-view.ts'
import styles from './rows.module.css'
import { selectedOf, toggle } from './selected-rows.ts'
import { TableRow } from './table-row.tsx'
import { withForeseen } from './text-widths.ts'
import { type MeasuredFigures, useFigureWidths } from './use-figure-widths.ts'
import { useHeightOfRest } from './use-height-of-rest.ts'
import { useInTurn } from './use-in-turn.ts'
import { useLatest } from './use-latest.ts'
import { useSameList } from './use-same-list.ts'
import { useShownView } from './use-shown-view.ts'
import { useTellLeftOut } from './use-tell-left-out.ts'
import { useTextWidths } from './use-text-widths.ts'
import { useWidth } from './use-width.ts'
import { withSorting } from './with-sorting.tsx'

/** Pixels beside what a cell shows. */
const CELL_PADDING = 8
/** How much of a cell a placeholder's bar fills. */
const BAR_PART = 0.7
const BAR_COLOR = 'var(--ant-color-fill-secondary)'

/** The rows as a table: header, first column and actions stay in view, and each row is one line. */
export function Rows<Row extends Identified>(props: RowsProps<Row>) {
  const { t } = useTranslation()
  const isPrinting = usePrinting()
  const [opened, setOpened] = useState<readonly Identified['id'][]>([])
  const [frame, width] = useWidth<HTMLDivElement>()
  const { rows, placeholders, empty, selection, layout, onLeftOut, sorting } = props
  const whole = useShownView(props)
  const count = rows?.length ?? placeholders
  const drawn = useInTurn(count, rows && (props.answered ?? ''))
  useHeightOfRest(frame, count - drawn)
  const measured = useFigureWidths(frame, rows, drawn, [whole, width])
  const texts = useTextWidths(whole.columns, rows)
  const known = useMemo(() => foreseenIn(whole.columns, measured, texts), [whole.columns, measured, texts])
  const fitting = useMemo(() => fittingColumns(whole, width, known.fitting, texts), [whole, width, known, texts])
  const { showsActions, scrollWidth, room } = fitting
  const columns = useSameList(fitting.columns)
  const leftOut = useSameList(fitting.leftOut)
  const view = useMemo(() => withDetails(whole, leftOut), [whole, leftOut])
  // The page may open anything only as of its last render.
  const { expand } = props.expand ? withDetails(props, leftOut) : view
  useTellLeftOut(leftOut, onLeftOut)
  const widths = useMemo(
    () => (room > 0 ? columnWidths(columns, known.figures, room, known.first, texts) : undefined),
    [columns, known, room, texts],
  )
  const openRow = useLatest(({ id }: Row) =>
    setOpened(ids => (ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id])),
  )
  const toggleRow = useLatest((row: Row) => selection && toggle([row], selection))
  const { actionsWidth = ACTIONS_WIDTH } = view
  const leading = (selection ? SELECTION_WIDTH : 0) + (expand ? EXPAND_WIDTH : 0)
  const cells = columns.length + [showsActions, expand, selection].filter(Boolean).length
  const selected = selection && selectedOf(rows ?? [], selection)
  const chosen = selection && new Set(selection.selected.map(row => row.id))

  return (
    <>
      <div ref={frame} className={`${styles.frame} ${table.screen}`} data-scrolls={scrollWidth !== undefined}>
        <table className={styles.table} style={{ width: scrollWidth }}>
          <colgroup>
            {selection && <col style={{ width: SELECTION_WIDTH }} />}
            {expand && <col style={{ width: EXPAND_WIDTH }} />}
            {columns.map(({ key, grows, width }, index) => (
              <col key={key} style={widths || !grows ? { width: widths?.[index] ?? width } : undefined} />
            ))}
            {showsActions && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <thead>
            <tr>
              {selection && (
                <th className={styles.choice}>
                  <Checkbox
                    aria-label={t('components.table.selectAll')}
                    checked={selected === 'all'}
                    indeterminate={selected === 'some'}
                    disabled={!rows || rows.length === 0}
                    onChange={() => rows && toggle(rows, selection)}
                  />
                </th>
              )}
              {expand && <td />}
              {(sorting ? withSorting(columns, sorting) : columns).map((column, index) => (
                <HeadingCell key={column.key} column={column} isFirst={index === 0} layout={layout} />
              ))}
              {showsActions && (
                <th scope="col" className={styles.last}>
                  <span className={table.hidden}>{t('components.table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody key={props.answered} style={rows ? undefined : barsIn(widths, leading)}>
            {rows === undefined &&
              Array.from({ length: drawn }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change places
                <tr key={line}>
                  <td colSpan={cells} className={styles.placeholder} />
                </tr>
              ))}
            {rows?.length === 0 && (
              <tr>
                <td colSpan={cells}>{empty}</td>
              </tr>
            )}
            {rows?.slice(0, drawn).map(row => (
              <TableRow
                key={row.id}
                row={row}
                view={opened.includes(row.id) && expand ? { ...view, expand } : view}
                columns={columns}
                showsActions={showsActions}
                selected={selection ? selectedOf([row], selection) : 'none'}
                chosen={row.children && chosen}
                opened={row.children && opened}
                isOpen={opened.includes(row.id)}
                onOpen={openRow}
                onToggle={toggleRow}
              />
            ))}
            {count > drawn && (
              // a new element each time, because one that moves shifts the layout
              <tr key={`${rows ? 'after' : 'below'} ${drawn}`} aria-hidden>
                <td colSpan={cells} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {isPrinting && <PrintedRows {...props} opened={opened} />}
    </>
  )
}

/** Draws a bar for each column: cells of their own would take the browser as long as rows. */
function barsIn(widths: number[] | undefined, leading: number): CSSProperties | undefined {
  if (!widths) return undefined
  let left = leading
  const stops = widths.map(width => {
    const [from, to] = [left + CELL_PADDING, left + CELL_PADDING + BAR_PART * (width - 2 * CELL_PADDING)]
    left += width
    return `#0000 ${from}px, ${BAR_COLOR} ${from}px ${to}px, #0000 ${to}px`
  })
  return { '--bars': `linear-gradient(90deg, ${stops.join(', ')})` } as CSSProperties
}

const foreseenIn = <Row,>(columns: Column<Row>[], measured: MeasuredFigures, texts: FigureWidths): MeasuredFigures => {
  const { figures, first, fitting } = measured
  const foreseen = (widths: FigureWidths) => withForeseen(columns, widths, texts)
  return { figures: foreseen(figures), first: foreseen(first), fitting: foreseen(fitting) }
}

/** Adds the columns without room to a row's details, before those of the view. */
function withDetails<Row>(view: RowView<Row>, leftOut: Column<Row>[]): RowView<Row> {
  if (!view.keepsLeftOut || leftOut.length === 0) return view
  const facts = (row: Row) => leftOut.map(({ title, render }) => ({ label: title, value: render(row) }))
  const expand = (row: Row) => (
    <>
      <FactList className={styles.leftOut} facts={facts(row)} />
      {view.expand?.(row)}
    </>
  )
  return { ...view, expand }
}
