import { useTranslation } from 'react-i18next'
import { type Column, PagedTable } from '../../components/data-table/index.ts'
import { ChannelLink, UserLink } from '../../components/links/index.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { Finding } from './api.ts'
import styles from './books.module.css'

interface FindingRow {
  id: string
  finding: Finding
}

const PAGE_SIZES = [20, 50, 100] as const

/** For a row that is missing or was changed: no number describes it. */
const NONE = '–'

/** Lists what does not balance: the account, the rule and the difference. */
export function Findings({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation()
  const number = (key: 'expected' | 'found' | 'difference', of: (finding: Finding) => number): Column<FindingRow> => ({
    key,
    title: t(`books.columns.${key}`),
    width: 150,
    numeric: true,
    card: key === 'difference' ? 'field' : undefined,
    render: ({ finding }) => (finding.what ? NONE : formatNumber(of(finding))),
  })
  return (
    <PagedTable<FindingRow>
      rows={findings.map(finding => ({ id: `${finding.rule} ${finding.what ?? finding.id}`, finding }))}
      pageSizes={PAGE_SIZES}
      empty={null}
      nameOf={({ id }) => id}
      columns={[
        {
          key: 'rule',
          title: t('books.columns.rule'),
          width: 320,
          grows: true,
          card: 'heading',
          render: ({ finding: { rule, what } }) => (
            <>
              {t(`books.rules.${rule}`)}
              {what && <What said={what} />}
            </>
          ),
        },
        {
          key: 'id',
          title: t('books.columns.id'),
          width: 96,
          numeric: true,
          render: ({ finding }) => <Whose finding={finding} />,
        },
        number('expected', ({ expected }) => expected),
        number('found', ({ found }) => found),
        number('difference', ({ expected, found }) => found - expected),
      ]}
    />
  )
}

/** Links to the user or the channel the rule is about. */
function Whose({ finding: { rule, id } }: { finding: Finding }) {
  if (!id) return NONE
  if (rule.endsWith('for every user')) return <UserLink name={String(id)} />
  if (rule.endsWith('for every channel')) return <ChannelLink id={id}>{id}</ChannelLink>
  return id
}

/** What happened to an entry, in the words of the audit command. */
function What({ said }: { said: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.what}>
      {t('books.what')} <span lang="en">{said}</span>
    </div>
  )
}
