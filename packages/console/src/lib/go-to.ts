import { type MouseEvent, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'

let navigate: ReturnType<typeof useNavigate> | undefined

/** Lends the router's navigation to code outside its components. Used once; a component, because it renders with every change of the address. */
export function LentNavigation(): null {
  const lent = useNavigate()
  useLayoutEffect(() => {
    navigate = lent
  })
  return null
}

/** Opens an address that no link shows. */
export const goTo = (to: string): void => void navigate?.(to)

/** Follows a link of the console without reloading the page, as the router's own link does; outer elements do not see the click. */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  event.stopPropagation()
  const opensElsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  if (opensElsewhere || event.defaultPrevented || !navigate) return
  event.preventDefault()
  const { pathname, search, hash, href } = event.currentTarget
  void navigate(pathname + search + hash, { replace: href === location.href })
}
