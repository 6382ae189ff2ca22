import { HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './sortable-list.module.css'

interface SortableListProps<Item> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item, index: number) => string
  disabled?: boolean | undefined
  onMove: (from: number, to: number) => void
  /** Draws an entry beside its handle. */
  children: (item: Item, index: number) => ReactNode
}

/** Entries in an order, which a handle changes: dragged by pointer or finger, or with the arrow keys. */
export function SortableList<Item>({ label, items, nameOf, disabled, onMove, children }: SortableListProps<Item>) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')

  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    onMove(from, to)
    setSaid(t('lists.moved', { name: nameOf(item, from), place: to + 1, total: items.length }))
    requestAnimationFrame(() => list.current?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus())
  }

  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place while it is being edited
          <li key={index}>
            <Handle
              label={t('lists.move', { name: nameOf(item, index) })}
              index={index}
              disabled={disabled}
              onMove={move}
            />
            <div className={styles.entry}>{children(item, index)}</div>
          </li>
        ))}
      </ol>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  )
}

interface HandleProps {
  label: string
  index: number
  disabled: boolean | undefined
  onMove: (from: number, to: number) => void
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

function Handle({ label, index, disabled, onMove }: HandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(index, index + step)
  }
  /** The entry is put where the pointer is released. */
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget
    const entry = handle.closest('li')
    if (event.button !== 0 || !entry?.parentElement) return
    const entries = [...entry.parentElement.children]
    const placeAt = (y: number) => {
      const place = entries.findIndex(other => y < other.getBoundingClientRect().bottom)
      return place === -1 ? entries.length - 1 : place
    }
    const mark = (place: number | null) => {
      for (const [at, other] of entries.entries())
        other.toggleAttribute('data-target', place !== null && at === place && at !== index)
    }
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = ({ clientY }) => mark(placeAt(clientY))
    handle.onpointerup = ({ clientY }) => onMove(index, placeAt(clientY))
    handle.onlostpointercapture = () => {
      handle.onpointermove = handle.onpointerup = handle.onlostpointercapture = null
      mark(null)
    }
  }
  return (
    <Button
      type="text"
      size="small"
      data-handle
      className={styles.handle}
      disabled={disabled}
      icon={<HolderOutlined />}
      aria-label={label}
      title={label}
      onKeyDown={onKeyDown}
      onPointerDown={disabled ? undefined : onPointerDown}
    />
  )
}
