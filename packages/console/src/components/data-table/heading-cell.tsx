import { type DragEvent, type PointerEvent, useState } from 'react'
import { NARROWEST } from './address-columns.ts'
import type { Column } from './columns.ts'
import styles from './rows.module.css'
import type { LayoutChanges } from './use-column-choice.ts'

interface HeadingCellProps<Row> {
  column: Column<Row>
  isFirst: boolean
  /** Absent: the columns cannot be rearranged. */
  layout: LayoutChanges | undefined
}

/** A column's heading. Dragging it moves the column, dragging its edge widens it; the column chooser does both by keyboard. */
export function HeadingCell<Row>({ column, isFirst, layout }: HeadingCellProps<Row>) {
  const [isTarget, setTarget] = useState(false)
  const { key, title, heading, help, numeric, sorted } = column
  const dragging = layout && {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(DRAGGED, key)
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setTarget(true)
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setTarget(false)
      const dragged = event.dataTransfer.getData(DRAGGED)
      if (dragged && dragged !== key) layout.move(dragged, key)
    },
  }
  return (
    <th
      scope="col"
      className={isFirst ? styles.first : undefined}
      data-numeric={numeric}
      data-figures={key}
      data-target={isTarget}
      aria-sort={sorted}
      {...dragging}
    >
      {help ? (
        <>
          {title} {help}
        </>
      ) : (
        (heading ?? title)
      )}
      {layout && <Edge onWidth={width => layout.resize(key, width)} />}
    </th>
  )
}

const DRAGGED = 'application/x-column'

/** The edge between two headings. The column follows the pointer; its width is stored when the pointer is released. */
function Edge({ onWidth }: { onWidth: (width?: number) => void }) {
  const follow = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const cell = edge.closest('th')
    const column = cell?.closest('table')?.querySelectorAll('col')[cell.cellIndex]
    if (!cell || !column || event.button !== 0) return
    // otherwise the heading would be dragged
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const [from, start] = [event.clientX, cell.offsetWidth]
    let width = start
    edge.onpointermove = ({ clientX }) => {
      width = Math.max(NARROWEST, start + clientX - from)
      column.style.width = `${width}px`
    }
    edge.onlostpointercapture = () => {
      edge.onpointermove = edge.onlostpointercapture = null
      if (width !== start) onWidth(width)
    }
  }
  return (
    <span
      aria-hidden
      className={styles.edge}
      onPointerDown={follow}
      onDoubleClick={() => onWidth()}
      onClick={event => event.stopPropagation()}
    />
  )
}
