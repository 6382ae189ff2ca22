import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { lasting } from './page-problems.ts'

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** The one rule whose result depends on the theme. */
const CONTRAST = ['color-contrast']
const SERIOUS = ['serious', 'critical']
const EVERY_LEVEL = ['minor', 'moderate', ...SERIOUS]

type Parts = { include: string[]; exclude?: string[] } | { exclude: string[] }
/** Disabled controls and their contents may be pale. */
const ENABLED: Parts = { exclude: ['[class*="-disabled"]'] }

/**
 * Returns the problems that axe rates serious or worse on the current page.
 *
 * @param rules tags or names of axe's rules; by default WCAG 2.1 AA
 */
export const barriers = (page: Page, rules: string[] = WCAG_AA): Promise<string[]> =>
  lasting(() => problemsIn(page, ENABLED, rules, SERIOUS))

/**
 * Returns the problems of every level, also against axe's own advice: heading order, landmarks, empty headers.
 *
 * @param without names of rules that do not apply
 */
export const findings = (page: Page, without: string[] = []): Promise<string[]> =>
  lasting(() => problemsIn(page, ENABLED, [...WCAG_AA, 'best-practice'], EVERY_LEVEL, without))

/** Returns the texts that are too pale to read: all of the page, or those in `selector`, even beside disabled ones. */
export const paleTexts = (page: Page, selector?: string): Promise<string[]> =>
  lasting(() => problemsIn(page, selector ? { include: [selector] } : ENABLED, CONTRAST, SERIOUS))

/** Where menus, choices and dialogs are drawn. */
export const OVER_THE_PAGE = 'body > div:not(#root)'

/**
 * Returns the problems of every level of what opened over a page. Contrast takes most of the time, and that of the page
 * under it is the page's.
 */
export async function overlayFindings(page: Page, without: string[]): Promise<string[]> {
  const parts = (await page.locator(OVER_THE_PAGE).count()) > 0 ? { ...ENABLED, include: [OVER_THE_PAGE] } : ENABLED
  return [
    ...(await findings(page, [...without, ...CONTRAST])),
    ...(await lasting(() => problemsIn(page, parts, CONTRAST, EVERY_LEVEL))),
  ]
}

/** Loads axe once into a page: its source is half a megabyte. Frames have other sites’ pages and are left out. */
async function problemsIn(
  page: Page,
  parts: Parts,
  rules: string[],
  levels: string[],
  without: string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    ...{ runOnly: rules, resultTypes: ['violations'], iframes: false, preload: false },
    rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])),
  }
  return page.evaluate(
    async ({ parts, options, levels }) => {
      const loaded = window as unknown as { axe: typeof axe }
      const { violations } = await loaded.axe.run(parts, options)
      return violations
        .filter(({ impact }) => levels.includes(impact ?? ''))
        .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))
    },
    { parts, options, levels },
  )
}
