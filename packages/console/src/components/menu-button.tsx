import { Button, type ButtonProps, type DropdownProps } from 'antd'
import { lazy, Suspense, useState } from 'react'

interface MenuButtonProps extends ButtonProps {
  items: NonNullable<NonNullable<DropdownProps['menu']>['items']>
  placement?: DropdownProps['placement']
}

const loadMenu = () => import('./opened-menu.tsx')
const OpenedMenu = lazy(loadMenu)

/** A button that opens a menu, which comes when it is asked for. */
export function MenuButton({ items, placement = 'bottomLeft', ...button }: MenuButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const alone = (
    <Button
      {...button}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu().catch(() => {})}
      onClick={() => setAsked(true)}
    />
  )
  if (!isAsked) return alone
  return (
    <Suspense fallback={alone}>
      <OpenedMenu items={items} placement={placement}>
        <Button autoFocus {...button} aria-haspopup="menu" />
      </OpenedMenu>
    </Suspense>
  )
}
