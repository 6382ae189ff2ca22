import { Button, type ButtonProps } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './drop-menu.module.css'

export interface DropMenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** Whether it is the current choice. */
  current?: boolean
  onPick: () => void
}

interface DropMenuProps {
  button: ButtonProps
  /** Shown above the items. */
  header?: ReactNode
  items: DropMenuItem[]
}

/** A small menu under a button of the top bar. Every page loads it; the component library's is much larger. */
export function DropMenu({ button, header, items }: DropMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isOpen) itemsOf(list.current)[0]?.focus()
  }, [isOpen])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = itemsOf(list.current)
    const at = all.findIndex(item => item.matches(':focus'))
    all[(at + step + all.length) % all.length]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices the focus leaving what is inside
    <div
      className={styles.root}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Button {...button} ref={opener} aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div className={styles.panel}>
          {header && <div className={styles.header}>{header}</div>}
          <div ref={list} role="menu" tabIndex={-1} onKeyDown={onKeyDown}>
            {items.map(({ key, label, icon, current, onPick }) => (
              <button
                key={key}
                type="button"
                role="menuitem"
                className={styles.item}
                aria-current={current}
                onClick={() => {
                  close()
                  onPick()
                }}
              >
                {icon}
                <span>{label}</span>
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]
