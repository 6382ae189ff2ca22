import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

/**
 * Returns what axe calls serious or worse on the page as it is now. Disabled controls and their contents may be pale.
 *
 * @param rules tags or names of axe's rules; without them WCAG 2.1 AA
 */
export async function barriers(page: Page, rules: string[] = WCAG_AA): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .exclude('[class*="-disabled"]')
    .options({ runOnly: rules, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))
}
