import type { Page } from '@playwright/test'
import type { Language } from '@tollgate/contract'
import { findings } from './axe.ts'
import { DESKTOP, PHONE, problemsOnScreen, settled } from './page-problems.ts'

/** A size and a theme of the page. */
export interface PageState {
  size: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

/**
 * Where one page is looked at. Two states tell as much as four, for half the time: texts and widths are the same in both themes,
 * and a theme has the same colours at both sizes. `every-page.browser.ts` has the other states.
 */
export const STATES = {
  desktop: { size: DESKTOP, colorScheme: 'dark' },
  phone: { size: PHONE, colorScheme: 'light' },
} as const satisfies Record<string, PageState>

/** Accessibility problems are the same in every language. */
export const TRIED_FOR_BARRIERS: Language = 'en'

export async function enter(page: Page, { size, colorScheme }: PageState): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
}

/**
 * Returns the problems of a page in its states, in English also its barriers.
 *
 * @param open shows the page in each state; absent: it is there and follows
 */
export async function problemsInStates(
  page: Page,
  language: Language,
  open?: () => Promise<unknown>,
): Promise<string[]> {
  const problems: string[] = []
  for (const [name, state] of Object.entries(STATES)) {
    await enter(page, state)
    await open?.()
    await settled(page)
    const found = [
      ...(await problemsOnScreen(page, language)),
      ...(language === TRIED_FOR_BARRIERS ? await findings(page) : []),
    ]
    problems.push(...found.map(problem => `${language}, ${name}: ${problem}`))
  }
  return problems
}
