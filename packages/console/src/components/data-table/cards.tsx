import { DownOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import { useMask } from '../sensitive.tsx'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { RowActions } from './row-actions.tsx'
import type { Identified, RowsProps, RowView } from './row-view.ts'
import { selectedOf, toggle } from './selected-rows.ts'
import { useTellLeftOut } from './use-tell-left-out.ts'

/** The rows as cards for narrow screens: the heading and the most important fields, the rest on tap. */
export function Cards<Row extends Identified>({
  rows,
  placeholders,
  empty,
  onLeftOut,
  answered,
  ...card
}: RowsProps<Row>) {
  useTellLeftOut(onTap(card.columns), onLeftOut)
  if (!rows) {
    return Array.from({ length: Math.min(placeholders, 6) }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change places
      <div key={index} className={styles.card}>
        <span className={styles.bar} />
        <span className={styles.bar} />
      </div>
    ))
  }
  if (rows.length === 0) return empty
  return (
    <Fragment key={answered}>
      {rows.map(row => (
        <Card key={row.id} row={row} {...card} />
      ))}
    </Fragment>
  )
}

/** The columns shown only on an opened card. */
const onTap = <Row,>(columns: Column<Row>[]): Column<Row>[] => columns.filter(({ card }) => !card)

function Card<Row extends Identified>(props: RowView<Row> & { row: Row }) {
  const { row, columns, nameOf, actions, expand, selection, isDimmed } = props
  const { t } = useTranslation()
  useMask() // names of rows follow it
  const [isOpen, setOpen] = useState(false)
  const under = row.children as Row[] | undefined // rows of one list have one type
  const selected = selection && selectedOf([row], selection)
  const heading = columns.find(column => column.card === 'heading')
  const fields = columns.filter(column => column.card?.endsWith('field'))
  const rest = onTap(columns)
  const hasMore = rest.length > 0 || expand || under

  return (
    <article className={`${styles.card} ${isDimmed?.(row) ? styles.dimmed : ''}`}>
      <header className={styles.cardHeader}>
        {selection && (
          <Checkbox
            aria-label={nameOf(row)}
            checked={selected === 'all'}
            indeterminate={selected === 'some'}
            onChange={() => toggle([row], selection)}
          />
        )}
        <div className={styles.cardHeading}>{heading?.render(row)}</div>
        {actions && <RowActions actions={actions(row)} name={nameOf(row)} />}
        {hasMore && (
          <IconButton
            icon={<DownOutlined rotate={isOpen ? 180 : 0} />}
            aria-expanded={isOpen}
            aria-label={t('components.table.details', { name: nameOf(row) })}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </header>
      <div className={styles.cardFields}>
        {fields.map(column => (
          <div key={column.key}>
            {column.card === 'titled-field' && <small>{column.title}</small>}
            <div>{column.render(row)}</div>
          </div>
        ))}
      </div>
      {isOpen && (
        <>
          <dl className={styles.cardRest}>
            {rest.map(column => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
          {expand?.(row)}
          {under?.map(one => (
            <Card {...props} key={one.id} row={one} />
          ))}
        </>
      )}
    </article>
  )
}
