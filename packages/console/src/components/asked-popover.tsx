import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Tag } from './tag.tsx'

const Popover = lazyPart(() => import('antd/es/popover/index.js'))

const RESTING_MS = 100

interface AskedPopoverProps {
  content: () => ReactNode
  children: ReactNode
}

/** A tag that tells more when it is pointed at, or has the focus; what tells it is made when it is first asked for. */
export function AskedPopover({ content, children }: AskedPopoverProps) {
  const [isOpen, setOpen] = useState<boolean>()
  const change = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = (open: boolean) => {
    clearTimeout(change.current)
    change.current = setTimeout(() => setOpen(open || (now => now && false)), RESTING_MS)
  }
  useEffect(() => () => clearTimeout(change.current), [])
  return (
    // What opens is under it for React, wherever it is drawn: the pointer may go there.
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
