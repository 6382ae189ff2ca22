import { Dropdown, type DropdownProps } from 'antd'
import { type ReactElement, useState } from 'react'

interface OpenedMenuProps {
  items: NonNullable<NonNullable<DropdownProps['menu']>['items']>
  placement: DropdownProps['placement']
  /** The button that asked for it. */
  children: ReactElement
}

/** A menu that is open when it comes. */
export default function OpenedMenu({ items, placement, children }: OpenedMenuProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dropdown trigger={['click']} placement={placement} open={isOpen} onOpenChange={setOpen} menu={{ items }}>
      {children}
    </Dropdown>
  )
}
