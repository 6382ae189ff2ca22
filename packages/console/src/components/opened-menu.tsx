import { Dropdown, type DropdownProps } from 'antd'
import { type ReactElement, useEffect, useState } from 'react'

interface OpenedMenuProps {
  items: NonNullable<NonNullable<DropdownProps['menu']>['items']>
  placement: DropdownProps['placement']
  /** The button that opened it. */
  children: ReactElement
}

/** A menu that is open from the start. It closes when the window's width changes, because its button moves. */
export default function OpenedMenu({ items, placement, children }: OpenedMenuProps) {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    if (!isOpen) return
    const width = innerWidth
    const onResize = () => innerWidth !== width && setOpen(false)
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [isOpen])
  return (
    <Dropdown trigger={['click']} placement={placement} open={isOpen} onOpenChange={setOpen} menu={{ items }}>
      {children}
    </Dropdown>
  )
}
