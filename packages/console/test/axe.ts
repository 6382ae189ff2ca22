import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { lasting } from './page-problems.ts'

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** The one rule whose result depends on the theme. */
const CONTRAST = ['color-contrast']
/** Disabled controls and their contents may be pale. */
const ENABLED = { exclude: ['[class*="-disabled"]'] }

/** Returns the problems that axe rates serious or worse on the current page, by WCAG 2.1 AA. */
export const barriers = (page: Page): Promise<string[]> => lasting(() => seriousIn(page, ENABLED, WCAG_AA))

/** Returns the texts that are too pale to read: all of the page, or those in `selector`, even beside disabled ones. */
export const paleTexts = (page: Page, selector?: string): Promise<string[]> =>
  lasting(() => seriousIn(page, selector ? { include: [selector] } : ENABLED, CONTRAST))

/** Loads axe once into a page: its source is half a megabyte. Frames have other sites’ pages and are left out. */
async function seriousIn(
  page: Page,
  parts: { include: string[] } | { exclude: string[] },
  rules: string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = { runOnly: rules, resultTypes: ['violations'], iframes: false, preload: false }
  return page.evaluate(
    async ({ parts, options }) => {
      const loaded = window as unknown as { axe: typeof axe }
      const { violations } = await loaded.axe.run(parts, options)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))
    },
    { parts, options },
  )
}
