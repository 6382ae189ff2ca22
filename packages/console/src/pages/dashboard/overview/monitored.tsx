import type { Monitored } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../components/tag.tsx'
import { formatShare } from '../../../lib/format.ts'
import styles from './overview.module.css'

const COLORS = {
  up: 'success',
  down: 'error',
  pending: 'warning',
  maintenance: 'processing',
  unknown: undefined,
} as const

/** The monitors of a status page, by group. */
export function MonitoredPage({ name, description, groups }: Monitored) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.monitored} aria-label={name} tabIndex={0}>
      <h3>{name}</h3>
      {description && <p className={styles.quiet}>{description}</p>}
      {groups === null && <p className={styles.quiet}>{t('overview.status.notRead')}</p>}
      {groups?.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups may share a name, and are never moved
        <div key={place}>
          {groups.length > 1 && <h4>{group.name}</h4>}
          <ul className={styles.monitors}>
            {group.monitors.map((monitor, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: monitors may share a name, and are never moved
              <Monitor key={place} {...monitor} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Monitor({ name, state, uptime }: NonNullable<Monitored['groups']>[number]['monitors'][number]) {
  const { t } = useTranslation()
  const kind = state ?? 'unknown'
  return (
    <li>
      <span className={styles.monitor}>{name}</span>
      <Tag color={COLORS[kind]}>{t(`overview.status.states.${kind}`)}</Tag>
      <span className={styles.quiet}>
        {uptime === null ? '' : t('overview.status.uptime', { share: formatShare(uptime, 2) })}
      </span>
    </li>
  )
}
