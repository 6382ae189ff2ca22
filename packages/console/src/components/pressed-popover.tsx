import type { PopoverProps } from 'antd'
import { cloneElement, lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react'

interface PressedPopoverProps extends Pick<PopoverProps, 'placement' | 'title' | 'content' | 'destroyOnHidden'> {
  children: ReactElement<Pressed>
}

interface Pressed {
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onPointerEnter?: () => void
}

const load = () => import('./opened-popover.tsx')
const OpenedPopover = lazy(load)

/** What a press on its child opens. It comes when it is asked for. */
export function PressedPopover({ children, ...popover }: PressedPopoverProps) {
  const [isAsked, setAsked] = useState(false)
  const alone = cloneElement(children, {
    onPointerEnter: () => void load().catch(() => {}),
    onClick: event => {
      children.props.onClick?.(event)
      setAsked(true)
    },
  })
  if (!isAsked) return alone
  return (
    <Suspense fallback={alone}>
      <OpenedPopover {...popover}>{children}</OpenedPopover>
    </Suspense>
  )
}
