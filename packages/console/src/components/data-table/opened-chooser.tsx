import { Button, Checkbox } from 'antd'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import OpenedPopover from '../opened-popover.tsx'
import { NARROWEST } from './address-columns.ts'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { SortSelect } from './sort-select.tsx'
import { type Sorting, sortsOf } from './sorts.ts'
import type { ColumnChoice } from './use-column-choice.ts'

export interface ColumnChooserProps<Row> {
  choice: ColumnChoice<Row>
  /** Absent: the list is not sorted by the server. */
  sorting?: Sorting
}

interface OpenedChooserProps<Row> extends ColumnChooserProps<Row> {
  /** The button that opened it. */
  children: ReactElement
}

/** The chooser of columns, open from the start. */
export default function OpenedChooser<Row>({ children, ...props }: OpenedChooserProps<Row>) {
  return (
    <OpenedPopover placement="bottomRight" content={<Choices {...props} />}>
      {children}
    </OpenedPopover>
  )
}

/** Pixels per key press. */
const STEP = 16

/** Which columns are shown, and the sort order, also by columns without a heading; with the shift key, arrows move a column or change its width. */
function Choices<Row>({ choice, sorting }: ColumnChooserProps<Row>) {
  const { t } = useTranslation()
  const [told, tell] = useState('')
  const { all, layout } = choice
  const sorts = all.flatMap(sortsOf)

  const move = (column: Column<Row>, by: number) => {
    const place = all.indexOf(column) + by
    const target = all[place]
    if (!target) return
    layout.move(column.key, target.key)
    tell(t('components.table.placed', { title: column.title, place: place + 1, count: all.length }))
  }
  const widen = ({ key, title, chosenWidth, width }: Column<Row>, by: number) => {
    const wanted = Math.max(NARROWEST, (chosenWidth ?? width) + by)
    layout.resize(key, wanted)
    tell(t('components.table.sized', { title, width: wanted }))
  }
  const deeds: Record<string, (column: Column<Row>) => void> = {
    ArrowUp: column => move(column, -1),
    ArrowDown: column => move(column, 1),
    ArrowLeft: column => widen(column, -STEP),
    ArrowRight: column => widen(column, STEP),
  }
  const press = (event: KeyboardEvent<HTMLElement>, column: Column<Row>) => {
    const deed = event.shiftKey && deeds[event.key]
    const { target } = event
    if (!deed || !(target instanceof HTMLElement)) return
    event.preventDefault()
    deed(column)
    // A moved line loses the focus.
    requestAnimationFrame(() => target.focus())
  }

  return (
    <div className={styles.chooser}>
      {sorting && sorts.length > 0 && <SortSelect choices={sorts} sorting={sorting} />}
      {all.map(column => (
        <Checkbox
          key={column.key}
          checked={choice.isShown(column)}
          disabled={column.always === true}
          onKeyDown={event => press(event, column)}
          onChange={event => choice.show(column.key, event.target.checked)}
        >
          {column.title}{' '}
          {choice.isShown(column) && choice.isLeftOut(column) && (
            <small className={styles.inDetails}>{t('components.table.inDetails')}</small>
          )}
        </Checkbox>
      ))}
      <small role="status">{told || t('components.table.arranging')}</small>
      <Button
        type="link"
        size="small"
        onClick={() => {
          choice.reset()
          tell('')
        }}
      >
        {t('components.table.resetColumns')}
      </Button>
    </div>
  )
}
