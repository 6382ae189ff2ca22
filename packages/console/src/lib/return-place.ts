import { CONSOLE_START, paths } from './paths.ts'

const KEY = 'return-place'

/** Remembers the open page for after the sign-in it requires, as long as the tab is open. */
export function rememberPlace(): void {
  const { pathname, search, hash } = location
  if (pathname === paths.login) return
  try {
    sessionStorage.setItem(KEY, pathname + search + hash)
  } catch {
    // Storage is blocked: the sign-in leads to the console's start.
  }
}

/** The destination of a sign-in: the page that required it, once, otherwise the console's start. */
export function takePlace(): string {
  try {
    const place = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return place ?? CONSOLE_START
  } catch {
    return CONSOLE_START
  }
}
