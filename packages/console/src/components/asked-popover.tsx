import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Tag } from './tag.tsx'

const Popover = lazyPart(() => import('antd/es/popover/index.js'))

const RESTING_MS = 100

interface AskedPopoverProps {
  content: () => ReactNode
  children: ReactNode
}

/** A tag that shows more on hover or focus; its content is created on first use. */
export function AskedPopover({ content, children }: AskedPopoverProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const change = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = (open: boolean) => {
    clearTimeout(change.current)
    change.current = setTimeout(() => setOpen(open || (now => now && false)), RESTING_MS)
  }
  useEffect(() => () => clearTimeout(change.current), [])
  return (
    // React treats the content as a child wherever it is drawn, so the pointer may move there.
    <Tag
      tabIndex={0}
      onPointerEnter={() => soon(true)}
      onPointerLeave={() => soon(false)}
      onFocus={() => soon(true)}
      onBlur={() => soon(false)}
    >
      {isOpen === undefined ? (
        children
      ) : (
        <Popover open={isOpen} content={content()} fallback={children}>
          <span>{children}</span>
        </Popover>
      )}
    </Tag>
  )
}
