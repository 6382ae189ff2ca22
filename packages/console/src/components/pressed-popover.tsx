import type { PopoverProps } from 'antd'
import { cloneElement, type MouseEvent, type ReactElement, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

interface PressedPopoverProps extends Pick<PopoverProps, 'placement' | 'title' | 'content' | 'destroyOnHidden'> {
  children: ReactElement<Pressed>
}

interface Pressed {
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onPointerEnter?: () => void
}

const OpenedPopover = lazyPart(() => import('./opened-popover.tsx'))

/** Opens on a click of its child; loaded on request. */
export function PressedPopover({ children, ...popover }: PressedPopoverProps) {
  const [isAsked, setAsked] = useState(false)
  const alone = cloneElement(children, {
    onPointerEnter: OpenedPopover.prepare,
    onClick: event => {
      children.props.onClick?.(event)
      setAsked(true)
    },
  })
  if (!isAsked) return alone
  return (
    <OpenedPopover {...popover} fallback={alone}>
      {children}
    </OpenedPopover>
  )
}
