import { Button, type ButtonProps, type DropdownProps } from 'antd'
import { useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

interface MenuButtonProps extends ButtonProps {
  items: NonNullable<NonNullable<DropdownProps['menu']>['items']>
  placement?: DropdownProps['placement']
}

const OpenedMenu = lazyPart(() => import('./opened-menu.tsx'))

/** A button that opens a menu, which loads on request. */
export function MenuButton({ items, placement = 'bottomLeft', ...button }: MenuButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const alone = (
    <Button {...button} aria-haspopup="menu" onPointerEnter={OpenedMenu.prepare} onClick={() => setAsked(true)} />
  )
  if (!isAsked) return alone
  return (
    <OpenedMenu items={items} placement={placement} fallback={alone}>
      <Button autoFocus {...button} aria-haspopup="menu" />
    </OpenedMenu>
  )
}
