import { CONSOLE_START, paths } from './paths.ts'

const KEY = 'return-place'

/** Remembers the page that is open, for after the sign-in it asks for. As long as the tab is open. */
export function rememberPlace(): void {
  const { pathname, search } = location
  if (pathname === paths.login) return
  try {
    sessionStorage.setItem(KEY, pathname + search)
  } catch {
    // Storage is blocked: the sign-in leads to the console's start.
  }
}

/** Where a sign-in leads: to the page that asked for it, once, else to the console's start. */
export function takePlace(): string {
  try {
    const place = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return place ?? CONSOLE_START
  } catch {
    return CONSOLE_START
  }
}
