import type { Page } from '@playwright/test'
import { OVER_THE_PAGE, overlayFindings, paleTexts } from './axe.ts'
import { follow, PHONE, settled } from './page-problems.ts'
import { enter, STATES } from './page-states.ts'

type Size = keyof typeof STATES

/** Something that opens over a page. */
export interface Overlay {
  path: string
  /** Absent: the address opens it. */
  open?: (page: Page) => Promise<unknown>
  /** It does not exist at the other size. */
  only?: Size
}

/**
 * Opens one overlay after the other at that size; returns what keeps it closed, or its accessibility problems. Each size has its theme,
 * and what has one size is tried in both themes.
 */
export async function overlayBarriers(page: Page, overlays: Record<string, Overlay>, size: Size): Promise<string[]> {
  const problems: string[] = []
  for (const [name, { path, open, only }] of Object.entries(overlays)) {
    if (only && only !== size) continue
    const note = (found: string[]) => problems.push(...found.map(problem => `${name}: ${problem}`))
    try {
      await enter(page, STATES[size])
      await show(page, path, size)
      await open?.(page)
      await settled(page)
      note(await overlayFindings(page, NOT_OF_OVERLAYS))
      if (!only) continue
      const colorScheme = OTHER_THEME[STATES[size].colorScheme]
      await page.emulateMedia({ colorScheme })
      await settled(page)
      note((await paleTexts(page)).map(problem => `${colorScheme}: ${problem}`))
    } catch (error) {
      note([String(error)])
    }
  }
  return problems
}

/** A page that opens nothing. */
const ELSEWHERE = { path: '/about', title: 'About' }

/**
 * Shows a page anew. On a desktop by links from a page elsewhere, which takes half the work of loading; what stays over the page, as a
 * form that asks before it is left, goes only with a load. A phone always loads: a page left far down would open under its bar.
 */
async function show(page: Page, path: string, size: Size): Promise<void> {
  const isThere = size === 'desktop' && page.url() !== 'about:blank' && (await hasLeft(page))
  await (isThere ? follow(page, path) : page.goto(path))
  await settled(page)
}

async function hasLeft(page: Page): Promise<boolean> {
  await follow(page, ELSEWHERE.path)
  await settled(page)
  const isElsewhere = await page.locator('h1', { hasText: ELSEWHERE.title }).isVisible()
  return isElsewhere && (await page.locator(OVER_THE_PAGE).count()) === 0
}

/** Menus and choices are drawn at the end of the document, outside its landmarks; what opens them announces them. */
const NOT_OF_OVERLAYS = ['region']
const OTHER_THEME = { light: 'dark', dark: 'light' } as const

/** Resolves when the overlay that a press opened is there. */
export const opened = (page: Page, role: 'dialog' | 'tooltip' = 'dialog') => page.getByRole(role).last().waitFor()

/** Presses the button of that name, the first on the page or over it. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

export const menuOfFirstRow = (page: Page) =>
  page
    .locator('tbody, main')
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click()

/**
 * Opens the choices of the field of that name, in the dialog if `where` says so: a list under it may have a field of that name too.
 */
export async function openChoices(page: Page, name: string | RegExp, where: 'page' | 'dialog' = 'page'): Promise<void> {
  const fields = where === 'dialog' ? page.getByRole('dialog') : page
  await fields.getByRole('combobox', { name }).last().click()
  await page.locator('.ant-select-dropdown').last().waitFor()
}

/** Chooses from the menu of the first row. */
export const ofFirstRow = (action: string) => async (page: Page) => {
  await menuOfFirstRow(page)
  await page.getByRole('menuitem', { name: action }).click()
  await opened(page)
}

/** Shows all filters of a list, which a phone folds. */
export async function showFilters(page: Page): Promise<void> {
  if (page.viewportSize()?.width === PHONE.width) await page.getByRole('button', { name: 'Filters' }).click()
}
