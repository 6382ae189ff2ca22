import { Dropdown, type DropdownProps } from 'antd'
import { type ReactElement, useEffect, useState } from 'react'

interface OpenedMenuProps {
  items: NonNullable<NonNullable<DropdownProps['menu']>['items']>
  placement: DropdownProps['placement']
  /** The button that asked for it. */
  children: ReactElement
}

/** A menu that is open when it comes. It closes when the window gets another width: its button has another place then. */
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
