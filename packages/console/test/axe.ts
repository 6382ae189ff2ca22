import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

/**
 * Returns what axe calls serious or worse on the page as it is now. Disabled controls and their contents may be pale.
 *
 * @param rules tags or names of axe's rules; without them WCAG 2.1 AA
 */
export async function barriers(page: Page, rules: string[] = WCAG_AA): Promise<string[]> {
  return seriousIn(new AxeBuilder({ page }).exclude('[class*="-disabled"]'), rules)
}

/** Returns which of the texts in `selector` are too pale to be read, also beside what is disabled. */
export const paleTexts = (page: Page, selector: string): Promise<string[]> =>
  seriousIn(new AxeBuilder({ page }).include(selector), ['color-contrast'])

async function seriousIn(axe: AxeBuilder, rules: string[]): Promise<string[]> {
  const { violations } = await axe.options({ runOnly: rules, resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))
}
