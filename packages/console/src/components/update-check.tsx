import { useMutation } from '@tanstack/react-query'
import { calls, type Release } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../lib/call.ts'
import { OperatorContent } from './operator-content.tsx'
import styles from './update-check.module.css'

/** Facts about the running version with a button that asks whether there is a newer one, and the answer. */
export function UpdateCheck({ canCheck, children }: { canCheck: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { mutate: check, isPending, data: release } = useMutation({ mutationFn: () => send(calls.site.checkUpdate) })
  return (
    <div className={styles.update}>
      <div>
        {children}
        {canCheck && (
          <Button loading={isPending} onClick={() => check()}>
            {t('settings.info.check')}
          </Button>
        )}
      </div>
      {release && <News release={release} />}
    </div>
  )
}

function News({ release: { current, latest, isNewer, notes, url } }: { release: Release }) {
  const { t } = useTranslation()
  if (!isNewer) return <Alert type="success" showIcon title={t('settings.info.upToDate', { version: current })} />
  return (
    <Alert
      type="info"
      showIcon
      title={t('settings.info.newer', { latest, current })}
      description={notes && <OperatorContent text={notes} title={latest} />}
      action={
        url && (
          <a href={url} target="_blank" rel="noreferrer">
            {t('settings.info.open')}
          </a>
        )
      }
    />
  )
}
