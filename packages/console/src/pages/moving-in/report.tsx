import { COMPARED, type ImportDifference, type ImportReport, type ImportRun, NOTE_KINDS } from '@tollgate/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Column, PagedTable } from '../../components/data-table/index.ts'
import { FactList } from '../../components/fact-list.tsx'
import { Panel } from '../../components/panel.tsx'
import sums from '../../components/sums.module.css'
import { formatNumber, formatTime } from '../../lib/format.ts'
import styles from './moving-in.module.css'
import { Sentence } from './sentence.tsx'

const PAGE_SIZES = [20, 100] as const
const MOST_ROWS = 30

/** The findings of a dry run, or a proof: the sums, every difference with its reason, and notes for the operator. */
export function Report({ run, report }: { run: ImportRun; report: ImportReport }) {
  const { t } = useTranslation()
  const { holds, differences, notes } = report
  const isProof = run.proved_at > 0
  return (
    <>
      <Alert
        type={holds ? 'success' : 'error'}
        showIcon
        title={t(
          isProof
            ? holds
              ? 'movingIn.holds'
              : 'movingIn.holdsNot'
            : holds
              ? 'movingIn.wouldHold'
              : 'movingIn.wouldNot',
        )}
        description={report.was_here ? t('movingIn.wasHere') : undefined}
      />
      <Panel title={t('movingIn.about')}>
        <FactList
          className={styles.facts}
          facts={[
            { label: t('movingIn.facts.source'), value: <span translate="no">{report.source}</span> },
            { label: t('movingIn.facts.generation'), value: <span translate="no">{report.generation}</span> },
            { label: t('movingIn.facts.sha256'), value: <code translate="no">{report.sha256}</code> },
            { label: t('movingIn.facts.import'), value: <code translate="no">{report.import}</code> },
            { label: t('movingIn.facts.actor'), value: <span translate="no">{run.actor_name}</span> },
            { label: t('movingIn.facts.looked'), value: run.looked_at > 0 && formatTime(run.looked_at) },
            { label: t('movingIn.facts.proved'), value: isProof && formatTime(run.proved_at) },
          ]}
        />
      </Panel>
      <Panel title={t('movingIn.sums')} hint={t(isProof ? 'movingIn.sumsHint' : 'movingIn.sumsPlanned')}>
        <Sums report={report} />
      </Panel>
      {differences.length > 0 && (
        <Panel title={t('movingIn.differences')} hint={t('movingIn.differencesHint')}>
          <Differences differences={differences} />
        </Panel>
      )}
      {notes.length > 0 && (
        <Panel title={t('movingIn.notes.title')}>
          <Notes notes={notes} />
        </Panel>
      )}
    </>
  )
}

function Sums({ report }: { report: ImportReport }) {
  const { t } = useTranslation()
  return (
    <table className={sums.sums}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('movingIn.columns.there')}</th>
          <th scope="col">{t('movingIn.columns.here')}</th>
          <th scope="col">{t('movingIn.columns.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {COMPARED.map(name => {
          const { source, here } = report[name]
          return (
            <tr key={name} className={source === here ? undefined : styles.unequal}>
              <th scope="row">{t(`movingIn.compared.${name}`)}</th>
              <td data-label={t('movingIn.columns.there')}>{formatNumber(source)}</td>
              <td data-label={t('movingIn.columns.here')}>{formatNumber(here)}</td>
              <td data-label={t('movingIn.columns.difference')}>{formatNumber(here - source)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface DifferenceRow {
  id: number
  difference: ImportDifference
}

function Differences({ differences }: { differences: ImportDifference[] }) {
  const { t } = useTranslation()
  const shown = (value: number | string) => (typeof value === 'number' ? formatNumber(value) : value)
  const columns: Column<DifferenceRow>[] = [
    {
      key: 'row',
      title: t('movingIn.columns.row'),
      width: 220,
      grows: true,
      card: 'heading',
      render: ({ difference: { table, id, name, field } }) => (
        <span translate="no">
          {table} {id} {name}: {field}
        </span>
      ),
    },
    {
      key: 'there',
      title: t('movingIn.columns.there'),
      width: 140,
      numeric: true,
      card: 'titled-field',
      render: ({ difference }) => shown(difference.source),
    },
    {
      key: 'here',
      title: t('movingIn.columns.here'),
      width: 140,
      numeric: true,
      card: 'titled-field',
      render: ({ difference }) => shown(difference.here),
    },
    {
      key: 'why',
      title: t('movingIn.columns.why'),
      width: 320,
      card: 'titled-field',
      render: ({ difference: { why } }) =>
        why === '' ? (
          t('movingIn.unexplained')
        ) : (
          <span className={styles.why}>
            <Sentence said={why} />
          </span>
        ),
    },
  ]
  return (
    <PagedTable
      rows={differences.map((difference, id) => ({ id, difference }))}
      pageSizes={PAGE_SIZES}
      columns={columns}
      nameOf={({ difference: { table, id } }) => `${table} ${id}`}
      empty={null}
    />
  )
}

function Notes({ notes }: Pick<ImportReport, 'notes'>) {
  const { t } = useTranslation()
  return NOTE_KINDS.map(kind => {
    const ofKind = notes.filter(note => note.kind === kind)
    if (ofKind.length === 0) return null
    return (
      <section key={kind} className={styles.notes}>
        <h3>{t(`movingIn.notes.${kind}`)}</h3>
        <ul>
          {ofKind.map(({ table, text, rows, sum }) => (
            <li key={`${table} ${text}`}>
              <span translate="no">{table}</span>: <Sentence said={text} />{' '}
              {sum !== undefined && `${t('movingIn.notes.sum', { quota: formatNumber(sum) })} `}
              <span className={styles.quiet} translate="no">
                ({formatNumber(rows.length)}: {rows.slice(0, MOST_ROWS).join(', ')}
                {rows.length > MOST_ROWS && ', …'})
              </span>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
