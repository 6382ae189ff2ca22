import { Popover, type PopoverProps } from 'antd'
import { cloneElement, type ReactElement, type Ref, useEffect, useRef } from 'react'

/** A popover that is open from the start; its child takes the focus of the one it replaces. */
export default function OpenedPopover({ children, ...popover }: PopoverProps & { children: ReactElement }) {
  const child = useRef<HTMLElement>(null)
  useEffect(() => child.current?.focus(), [])
  return (
    <Popover trigger="click" defaultOpen {...popover}>
      {cloneElement(children as ReactElement<{ ref: Ref<HTMLElement> }>, { ref: child })}
    </Popover>
  )
}
