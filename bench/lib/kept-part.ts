import { readFileSync, writeFileSync } from 'node:fs'
import { inProject } from '../../scripts/lib/project.mjs'
import { say } from '../../scripts/lib/script.mjs'

const HAND = '<!-- by hand, kept by npm run bench -->'

/** Puts a part into the text of the page that `npm run bench` keeps, in place of an earlier one with the same name. */
export function withPart(page: string, { name, by, text }: { name: string; by: string; text: string }): string {
  const [from, to] = ['from', 'to'].map(end => `<!-- ${name}, ${end}: written by ${by} -->`) as [string, string]
  const part = `${from}\n${text}\n${to}`
  const [begin, end] = [page.indexOf(from), page.indexOf(to)]
  if (begin >= 0 && end > begin) return page.slice(0, begin) + part + page.slice(end + to.length)
  const kept = page.indexOf(HAND)
  if (kept < 0) return `${page.trimEnd()}\n\n${HAND}\n${part}\n`
  return `${page.slice(0, kept + HAND.length)}\n${part}\n${page.slice(kept + HAND.length).replace(/^\n/, '')}`
}

/** Changes docs/performance.md. */
export function writePerformancePage(change: (page: string) => string): void {
  const file = inProject('docs', 'performance.md')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  say('Written: docs/performance.md')
}
