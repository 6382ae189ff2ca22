import { type ClientGuide, LOG_TYPE, type Log, type Token } from '@tollgate/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { readOther } from '../../lib/log-other.ts'
import { paths } from '../../lib/paths.ts'
import { useFirstCall } from './api.ts'
import styles from './connect.module.css'

/** The light that waits for the client's first call, and the call when it has come. */
export function FirstCallPanel({ guide, token }: { guide: ClientGuide; token: Token | undefined }) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const { before, call, isUnreachable } = useFirstCall(guide.id, token, attempt)
  const client = guide.name

  if (!token) return <Lit state="none" title={t('connect.call.none')} hint={t('connect.call.noneHint')} />
  if (call?.type === LOG_TYPE.consume) {
    const path = readOther(call.other).request_path ?? ''
    return (
      <Lit
        state="seen"
        title={t('connect.call.seen', { client })}
        hint={
          <>
            {t('connect.call.seenHint', { model: call.model_name, path })} · <RelativeTime at={call.created_at} />
          </>
        }
        actions={
          <>
            <LogLink call={call} />
            <Button size="small" onClick={() => setAttempt(attempt + 1)}>
              {t('connect.call.again')}
            </Button>
          </>
        }
      />
    )
  }
  if (call) {
    return (
      <Lit
        state="refused"
        title={t('connect.call.refused')}
        hint={
          <>
            {t('connect.call.refusedHint')} <q>{call.content}</q>
          </>
        }
        actions={<LogLink call={call} />}
      />
    )
  }
  if (isUnreachable) {
    return <Lit state="refused" title={t('connect.call.unreachable')} hint={t('connect.call.unreachableHint')} />
  }
  return (
    <Lit
      state="waiting"
      title={t('connect.call.waiting')}
      hint={t('connect.call.waitingHint', { client })}
      actions={
        before && (
          <span className={styles.before}>
            {t('connect.call.before', { model: before.model_name })} · <RelativeTime at={before.created_at} />
          </span>
        )
      }
    />
  )
}

interface LitProps {
  state: 'none' | 'waiting' | 'seen' | 'refused'
  title: string
  hint: ReactNode
  actions?: ReactNode
}

/** Colour, shape and words express the same state. */
function Lit({ state, title, hint, actions }: LitProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('connect.call.title')}>
      <div className={styles.light} data-state={state}>
        <span className={styles.lamp} aria-hidden="true" />
        <div>
          <div role="status">
            <strong>{title}</strong>
            <p>{hint}</p>
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </div>
    </Panel>
  )
}

const LogLink = ({ call }: { call: Log }) => {
  const { t } = useTranslation()
  return (
    <Link to={`${paths.log}?${new URLSearchParams({ request_id: call.request_id })}`}>{t('connect.call.open')}</Link>
  )
}
