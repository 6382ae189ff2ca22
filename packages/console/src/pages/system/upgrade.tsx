import type { SystemState, VersionStart } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { UpdateCheck } from '../../components/update-check.tsx'
import { formatDuration, formatTime } from '../../lib/format.ts'
import { useMay } from '../../session/user.ts'
import styles from './system.module.css'

/** What an upgrade does, and what the starts of versions have done. */
export function Upgrade({ state: { version, started_at, checks_updates, database } }: { state: SystemState }) {
  const { t } = useTranslation()
  const { steps, last, later, starts } = database.schema
  return (
    <Panel title={t('system.upgrade.title')} hint={t('system.upgrade.before')} className={styles.upgrade}>
      <UpdateCheck canCheck={useMay('settings') && checks_updates}>
        <Figures
          figures={[
            { label: t('system.version'), value: version },
            { label: t('system.running'), value: formatTime(started_at) },
          ]}
        />
      </UpdateCheck>
      <p>
        {t('system.upgrade.steps', { count: steps })} <code translate="no">{last}</code>.{' '}
        {later.length === 0 ? t('system.upgrade.nonePending') : t('system.upgrade.later', { count: later.length })}
      </p>
      {starts.length > 0 && (
        <>
          <h3>{t('system.upgrade.starts')}</h3>
          <ul className={styles.starts}>
            {starts.map(start => (
              <li key={`${start.version} ${start.started_at}`}>
                <Start start={start} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{t('system.upgrade.further')}</p>
      <p>
        {t('system.upgrade.plan')} <code translate="no">tollgate upgrade-plan</code>
      </p>
    </Panel>
  )
}

function Start({ start: { version, started_at, steps } }: { start: VersionStart }) {
  const { t } = useTranslation()
  const time = (milliseconds: number) => formatDuration(milliseconds / 1000)
  const when = { version, time: formatTime(started_at) }
  if (steps.length === 0) return t('system.upgrade.startedWithout', when)
  const took = time(steps.reduce((sum, { took_ms }) => sum + took_ms, 0))
  return (
    <details>
      <summary>{t('system.upgrade.startedWith', { ...when, count: steps.length, took })}</summary>
      <table translate="no">
        <tbody>
          {steps.map(({ name, took_ms }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{time(took_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
