import { AUDIT_RULES } from '@tollgate/contract'
import type { Audit } from './api.ts'

/** The ledger's sums, then every rule with its violations: in whole quota and the API's terms. */
export function booksAsCsv({ figures, findings }: Pick<Audit, 'figures' | 'findings'>): (string | number)[][] {
  const sums = (['users', 'tokens'] as const).map(owner => {
    const { accounts, free, leased, entered } = figures[owner]
    return ['sum', owner, accounts, entered, free + leased, free + leased - entered]
  })
  const rules = AUDIT_RULES.flatMap(rule => {
    const broken = findings.filter(finding => finding.rule === rule)
    if (broken.length === 0) return [['rule', rule, '', '', '', 0]]
    return broken.map(({ id, expected, found }) => ['rule', rule, id, expected, found, found - expected])
  })
  return [['kind', 'name', 'accounts_or_id', 'expected', 'found', 'difference'], ...sums, ...rules]
}
