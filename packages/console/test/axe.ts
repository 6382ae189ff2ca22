import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { lasting } from './page-problems.ts'

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** The same and axe's own advice: heading order, landmarks, empty headers. */
export const ALL_RULES = [...WCAG_AA, 'best-practice']

/**
 * Returns the problems that axe finds on the current page, of every level. Disabled controls and their contents may be pale.
 *
 * @param rules tags or names of axe's rules; by default WCAG 2.1 AA
 */
export async function barriers(page: Page, rules: string[] = WCAG_AA): Promise<string[]> {
  return lasting(() => problemsIn(new AxeBuilder({ page }).exclude('[class*="-disabled"]'), rules))
}

/** Returns the texts in `selector` that are too pale to read, even beside disabled ones. */
export const paleTexts = (page: Page, selector: string): Promise<string[]> =>
  lasting(() => problemsIn(new AxeBuilder({ page }).include(selector), ['color-contrast']))

async function problemsIn(axe: AxeBuilder, rules: string[]): Promise<string[]> {
  // The other mode opens a blank page for its results, which takes longer than the rules do. This one skips other sites' frames.
  const { violations } = await axe
    .setLegacyMode()
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  )
}
