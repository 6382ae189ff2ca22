import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { lasting } from './page-problems.ts'

const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
const SERIOUS: ReadonlySet<unknown> = new Set(['serious', 'critical'])

/**
 * Returns the problems that axe rates serious or worse on the current page. Disabled controls and their contents may be pale.
 *
 * @param rules tags or names of axe's rules; by default WCAG 2.1 AA
 */
export async function barriers(page: Page, rules: string[] = WCAG_AA): Promise<string[]> {
  return lasting(() => seriousIn(new AxeBuilder({ page }).exclude('[class*="-disabled"]'), rules))
}

/** Returns the problems of every level, also against axe's own advice: heading order, landmarks, empty headers. */
export function findings(page: Page): Promise<string[]> {
  const axe = () => new AxeBuilder({ page }).exclude('[class*="-disabled"]')
  return lasting(() => problemsIn(axe(), [...WCAG_AA, 'best-practice'], () => true))
}

/** Returns the texts in `selector` that are too pale to read, even beside disabled ones. */
export const paleTexts = (page: Page, selector: string): Promise<string[]> =>
  lasting(() => seriousIn(new AxeBuilder({ page }).include(selector), ['color-contrast']))

const seriousIn = (axe: AxeBuilder, rules: string[]) => problemsIn(axe, rules, impact => SERIOUS.has(impact))

async function problemsIn(axe: AxeBuilder, rules: string[], counts: (impact: unknown) => boolean): Promise<string[]> {
  // The other mode opens a blank page for its results, which takes longer than the rules do. This one skips other sites' frames.
  const { violations } = await axe
    .setLegacyMode()
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ impact }) => counts(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))
}
