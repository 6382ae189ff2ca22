import { RightOutlined } from '@ant-design/icons'
import { Button, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePrinting } from '../use-printing.ts'
import { type Column, cellsOf } from './columns.ts'
import styles from './data-table.module.css'
import { PrintedRows } from './printed-rows.tsx'
import { RowActions } from './row-actions.tsx'
import type { Identified, RowsProps } from './row-view.ts'
import { useWidth } from './use-width.ts'

/** Pixels. Two buttons and a menu. */
const ACTIONS_WIDTH = 96
const SELECTION_WIDTH = 40
const EXPAND_WIDTH = 36
/** Left and right. */
const BORDERS_WIDTH = 2
/** The header sticks below the top bar. */
const TOP_BAR_HEIGHT = 52

/** Stands where a row will be, so that nothing jumps when it comes. */
interface Placeholder {
  id: number
  isPlaceholder: true
}
const isPlaceholder = (row: object): row is Placeholder => 'isPlaceholder' in row

/** The rows as a table: header, first column and actions stay in view, one line a row. */
export function Rows<Row extends Identified>(props: RowsProps<Row>) {
  const { nameOf, actions, expand, selection, isDimmed, rows, placeholders, empty } = props
  const isPrinting = usePrinting()
  const [opened, setOpened] = useState<readonly React.Key[]>([])
  const [frame, width] = useWidth<HTMLDivElement>()
  const columns = fitting(props, width)
  const showsActions = actions && (!props.actionsGiveWay || fits({ ...props, columns }, width))
  const { t } = useTranslation()
  type Drawn = Row | Placeholder

  const dataColumns = columns.map(
    (column, index): TableColumnType<Drawn> => ({
      key: column.key,
      title: column.help ? (
        <>
          {column.title} {column.help}
        </>
      ) : (
        (column.heading ?? column.title)
      ),
      onHeaderCell: () => ({ 'aria-sort': column.sorted }),
      onCell: row => ({ colSpan: isPlaceholder(row) ? 1 : cellsOf(columns, index, row) }),
      width: column.grows ? undefined : column.width,
      align: column.numeric ? 'right' : 'left',
      fixed: index === 0 ? 'left' : undefined,
      ellipsis: { showTitle: false },
      render: (_, row) => (isPlaceholder(row) ? <span className={styles.bar} /> : column.render(row)),
    }),
  )
  const actionColumn: TableColumnType<Drawn> = {
    key: 'actions',
    title: <span className={styles.hidden}>{t('components.table.actions')}</span>,
    width: props.actionsWidth ?? ACTIONS_WIDTH,
    align: 'right',
    fixed: 'right',
    render: (_, row) => !isPlaceholder(row) && <RowActions actions={actions?.(row) ?? []} name={nameOf(row)} />,
  }

  return (
    <>
      <div ref={frame} className={styles.screen}>
        <Table<Drawn>
          size="small"
          rowKey="id"
          tableLayout="fixed"
          sticky={{ offsetHeader: TOP_BAR_HEIGHT }}
          scroll={{ x: widthOf({ ...props, columns, actions: showsActions ? actions : undefined }) }}
          pagination={false}
          dataSource={rows ?? placeholderRows(placeholders)}
          columns={showsActions ? [...dataColumns, actionColumn] : dataColumns}
          rowClassName={row => (!isPlaceholder(row) && isDimmed?.(row) && styles.dimmed) || ''}
          locale={{ emptyText: empty }}
          rowSelection={
            selection && {
              columnWidth: SELECTION_WIDTH,
              fixed: true,
              // a row stands for those under it
              checkStrictly: !rows?.some(({ children }) => children),
              preserveSelectedRowKeys: true,
              selectedRowKeys: selection.selected.map(row => row.id),
              onChange: (_, chosen) => selection.onSelect(chosen.filter((row): row is Row => !isPlaceholder(row))),
              getCheckboxProps: row => (isPlaceholder(row) ? { disabled: true } : { 'aria-label': nameOf(row) }),
            }
          }
          expandable={
            expand && {
              columnWidth: EXPAND_WIDTH,
              fixed: true,
              expandRowByClick: true,
              onExpandedRowsChange: setOpened,
              rowExpandable: row => !isPlaceholder(row),
              expandedRowRender: row => !isPlaceholder(row) && expand(row),
              expandIcon: ({ record, expanded, onExpand }) =>
                !isPlaceholder(record) && (
                  <Button
                    type="text"
                    size="small"
                    icon={<RightOutlined className={styles.chevron} rotate={expanded ? 90 : 0} />}
                    aria-expanded={expanded}
                    aria-label={t('components.table.details', { name: nameOf(record) })}
                    onClick={event => onExpand(record, event)}
                  />
                ),
            }
          }
        />
      </div>
      {isPrinting && <PrintedRows {...props} opened={opened} />}
    </>
  )
}

const placeholderRows = (count: number): Placeholder[] =>
  Array.from({ length: count }, (_, index) => ({ id: -index, isPlaceholder: true }))

/** The columns there is room for. What is still too wide without those that may be left out scrolls sideways. */
function fitting<Row>(props: RowsProps<Row>, width: number): Column<Row>[] {
  let columns = props.columns
  const leavable = columns.filter(column => column.rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  for (const next of leavable) {
    if (fits({ ...props, columns }, width)) break
    columns = columns.filter(column => column !== next)
  }
  return columns
}

/** A frame without a width is not measured yet. */
function fits<Row>(props: RowsProps<Row>, width: number): boolean {
  return width === 0 || widthOf(props) + BORDERS_WIDTH <= width
}

/** The table scrolls sideways where the page is narrower than this. */
function widthOf<Row>({ columns, actions, actionsWidth = ACTIONS_WIDTH, expand, selection }: RowsProps<Row>): number {
  return (
    columns.reduce((sum, column) => sum + column.width, 0) +
    (actions ? actionsWidth : 0) +
    (expand ? EXPAND_WIDTH : 0) +
    (selection ? SELECTION_WIDTH : 0)
  )
}
