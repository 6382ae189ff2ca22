import { useTranslation } from 'react-i18next'
import { type Column, FullTable } from '../../components/data-table/index.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Finding } from './api.ts'

interface FindingRow {
  id: string
  finding: Finding
}

/** Lists what does not balance: the account, the rule and the difference. */
export function Findings({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation()
  const number = (key: 'expected' | 'found' | 'difference', of: (finding: Finding) => number): Column<FindingRow> => ({
    key,
    title: t(`books.columns.${key}`),
    width: 150,
    numeric: true,
    card: key === 'difference' ? 'field' : undefined,
    render: ({ finding }) => formatNumber(of(finding)),
  })
  return (
    <FullTable<FindingRow>
      rows={findings.map(finding => ({ id: `${finding.rule} ${finding.id}`, finding }))}
      placeholders={0}
      empty={null}
      nameOf={({ id }) => id}
      columns={[
        {
          key: 'rule',
          title: t('books.columns.rule'),
          width: 320,
          grows: true,
          card: 'heading',
          render: ({ finding }) => t(`books.rules.${finding.rule}`),
        },
        { key: 'id', title: t('books.columns.id'), width: 96, numeric: true, render: ({ finding }) => finding.id },
        number('expected', ({ expected }) => expected),
        number('found', ({ found }) => found),
        number('difference', ({ expected, found }) => found - expected),
      ]}
    />
  )
}
