import { Table, type TableColumnType } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { RowActions } from './row-actions.tsx'
import type { RowsProps } from './row-view.ts'

const ACTION_WIDTH = 36
const SELECTION_WIDTH = 40
const EXPAND_WIDTH = 36
/** The top bar stays above the sticky header. */
const TOP_BAR_HEIGHT = 48

/** The rows as a table: sticky header, first column and actions stay in view, one line a row. */
export function Rows<Row extends { id: number }>(props: RowsProps<Row>) {
  const { columns, nameOf, actions, expand, selection, isDimmed, rows, placeholders, empty } = props
  const { t } = useTranslation()
  if (!rows) return <LoadingRows columns={columns} count={placeholders} />

  const actionCount = Math.max(0, ...rows.map(row => visibleButtons(actions?.(row) ?? [])))
  const actionColumn: TableColumnType<Row> = {
    key: 'actions',
    title: <span className={styles.hidden}>{t('components.table.actions')}</span>,
    width: actionCount * ACTION_WIDTH + 16,
    align: 'right',
    fixed: 'right',
    render: (_, row) => <RowActions actions={actions?.(row) ?? []} name={nameOf(row)} />,
  }

  return (
    <Table<Row>
      size="small"
      rowKey="id"
      tableLayout="fixed"
      sticky={{ offsetHeader: TOP_BAR_HEIGHT }}
      scroll={{ x: totalWidth(columns) }}
      pagination={false}
      dataSource={rows}
      columns={[...columns.map((column, index) => antdColumn(column, index === 0)), ...(actions ? [actionColumn] : [])]}
      rowClassName={row => (isDimmed?.(row) ? (styles.dimmed ?? '') : '')}
      locale={{ emptyText: empty }}
      rowSelection={
        selection && {
          columnWidth: SELECTION_WIDTH,
          fixed: true,
          preserveSelectedRowKeys: true,
          selectedRowKeys: selection.selected.map(row => row.id),
          onChange: (_, chosen) => selection.onSelect(chosen),
        }
      }
      expandable={
        expand && {
          columnWidth: EXPAND_WIDTH,
          expandRowByClick: true,
          fixed: true,
          expandedRowRender: row => expand(row),
        }
      }
    />
  )
}

function antdColumn<Row>(column: Column<Row>, isFirst: boolean): TableColumnType<Row> {
  return {
    key: column.key,
    title: column.title,
    ...(!column.grows && { width: column.width }),
    ...(column.numeric && { align: 'right', className: styles.numeric }),
    ...(isFirst && { fixed: 'left' }),
    ellipsis: { showTitle: false },
    render: (_, row) => column.render(row),
  }
}

/** The final layout with bars where the words will be, so that nothing jumps. */
function LoadingRows<Row>({ columns, count }: { columns: Column<Row>[]; count: number }) {
  return (
    <Table<{ id: number }>
      size="small"
      rowKey="id"
      tableLayout="fixed"
      scroll={{ x: totalWidth(columns) }}
      pagination={false}
      dataSource={Array.from({ length: count }, (_, id) => ({ id }))}
      columns={columns.map((column, index) => ({
        ...antdColumn({ ...column, render: () => <span className={styles.bar} /> }, index === 0),
      }))}
    />
  )
}

const totalWidth = <Row,>(columns: Column<Row>[]) => columns.reduce((sum, column) => sum + column.width, 0)

function visibleButtons(actions: { frequent?: boolean }[]): number {
  const frequent = actions.filter(action => action.frequent).length
  return frequent + (actions.length > frequent ? 1 : 0)
}
