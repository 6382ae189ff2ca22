import { NEVER, type Token } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Quota } from '../../components/quota.tsx'
import { formatTime } from '../../lib/format.ts'
import styles from './chat.module.css'

/** What the owner of this key can do with it. */
export function KeyPowers({ token: { name, unlimited_quota, remain_quota, expired_time } }: { token: Token }) {
  return <Powers name={name} quota={unlimited_quota ? null : remain_quota} expires={expired_time} />
}

/** The same for a key that is still to be made. */
export function NewKeyPowers(key: { name: string; quota: number; expires: number }) {
  return <Powers {...key} />
}

/** @param quota null: as much as its owner has */
function Powers({ name, quota, expires }: { name: string; quota: number | null; expires: number }) {
  const { t } = useTranslation()
  return (
    <small className={quota === null ? styles.risky : undefined}>
      <code>{name}</code>
      {' · '}
      {quota === null ? (
        t('chat.powers.everything')
      ) : (
        <>
          {t('chat.powers.spends')} <Quota value={quota} />
        </>
      )}
      {' · '}
      <span className={styles.until}>
        {expires === NEVER ? t('chat.powers.forever') : t('chat.powers.until', { date: dayOf(expires) })}
      </span>
    </small>
  )
}

const dayOf = (unixSeconds: number): string => formatTime(unixSeconds).slice(0, 'YYYY-MM-DD'.length)
