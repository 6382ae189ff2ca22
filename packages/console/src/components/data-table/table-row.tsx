import { RightOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { type MouseEvent, memo } from 'react'
import { t } from '../../phrases/index.ts'
import { IconButton } from '../icon-button.tsx'
import { useMask } from '../sensitive.tsx'
import { type Column, cellsOf } from './columns.ts'
import table from './data-table.module.css'
import { RowActions } from './row-actions.tsx'
import type { Identified, RowView } from './row-view.ts'
import styles from './rows.module.css'

interface TableRowProps<Row> {
  row: Row
  view: RowView<Row>
  columns: Column<Row>[]
  showsActions: boolean
  selected: 'all' | 'some' | 'none'
  /** For a row with children: the selected ids. */
  chosen?: ReadonlySet<Identified['id']> | undefined
  isOpen?: boolean
  /** For a row with children: the ids of open rows. */
  opened?: readonly Identified['id'][] | undefined
  /** Opens and closes the row's details. This and the next function do not change. */
  onOpen: (row: Row) => void
  onToggle: (row: Row) => void
  /** Shown under another row. */
  isInner?: boolean
}

/** One line of a table and its details. It only re-renders if its row, its selection or the list's view changes. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<Row extends Identified>(props: TableRowProps<Row>) {
  const { row, view, columns, showsActions, selected, chosen, opened, onToggle, isInner } = props
  const isOpen = props.isOpen === true
  useMask() // names of rows follow it
  const open = () => props.onOpen(row)
  const { nameOf, actions, expand, selection, isDimmed } = view
  const under = row.children as Row[] | undefined // rows of one list have one type
  const cells = columns.map((_, index) => cellsOf(columns, index, row))
  const whole = columns.length + [showsActions, expand, selection].filter(Boolean).length

  const toggleByClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // Overlays opened from this row are elsewhere in the document.
    const isOwn = target instanceof Element && currentTarget.contains(target)
    if (isOwn && !target.closest(CONTROLS)) open()
  }

  return (
    <>
      <tr
        data-row={row.id}
        data-openable={expand && true}
        className={isDimmed?.(row) ? table.dimmed : undefined}
        onClick={expand && toggleByClick}
      >
        {selection && (
          <td className={styles.choice}>
            <Checkbox
              aria-label={nameOf(row)}
              checked={selected === 'all'}
              indeterminate={selected === 'some'}
              onChange={() => onToggle(row)}
            />
          </td>
        )}
        {expand && (
          <td className={styles.choice}>
            {!under && (
              <IconButton
                icon={<RightOutlined className={table.chevron} rotate={isOpen ? 90 : 0} />}
                aria-expanded={isOpen}
                aria-label={t('components.table.details', { name: nameOf(row) })}
                onClick={() => open()}
              />
            )}
          </td>
        )}
        {columns.map((column, index) =>
          cells[index] === 0 ? null : (
            <td
              key={column.key}
              className={index === 0 ? styles.first : undefined}
              data-numeric={column.numeric}
              data-figures={column.numeric && cells[index] === 1 ? column.key : undefined}
              data-inner={index === 0 && isInner}
              colSpan={cells[index] === 1 ? undefined : cells[index]}
            >
              {index === 0 && under && (
                <button
                  type="button"
                  className={styles.opener}
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'components.table.closeRow' : 'components.table.openRow')}
                  onClick={() => open()}
                >
                  <RightOutlined className={table.chevron} rotate={isOpen ? 90 : 0} />
                </button>
              )}
              {column.render(row)}
            </td>
          ),
        )}
        {showsActions && actions && (
          <td className={styles.last}>
            <RowActions actions={actions(row)} name={nameOf(row)} />
          </td>
        )}
      </tr>
      {isOpen && expand && (
        <tr className={styles.opened}>
          <td colSpan={whole}>{expand(row)}</td>
        </tr>
      )}
      {isOpen &&
        under?.map(one => (
          <TableRow
            key={one.id}
            row={one}
            view={view}
            columns={columns}
            showsActions={showsActions}
            selected={chosen?.has(one.id) ? 'all' : 'none'}
            isOpen={opened?.includes(one.id) === true}
            onOpen={props.onOpen}
            onToggle={onToggle}
            isInner
          />
        ))}
    </>
  )
}

/** Parts of a row that handle clicks themselves. */
const CONTROLS = 'a, button, input, label, [role=button]'
