import { DesktopOutlined, MobileOutlined } from '@ant-design/icons'
import type { OwnSession } from '@tollgate/contract'
import { App, Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useEndOtherSessions, useEndSession, useOwnSessions } from './api.ts'
import { deviceOf } from './device.ts'
import styles from './personal.module.css'

const SHOWN_AT_FIRST = 5

/** Where the user is signed in; each session can be ended from here. */
export function Sessions() {
  const { t } = useTranslation()
  const sessions = useOwnSessions()
  return (
    <Panel
      title={t('personal.sessions.title')}
      hint={t('personal.sessions.hint')}
      aside={<EndOthers isThereAny={(sessions.data?.length ?? 0) > 1} />}
    >
      {sessions.data ? (
        <SessionList sessions={sessions.data} />
      ) : sessions.error ? (
        <ListError error={sessions.error} onRetry={sessions.refetch} />
      ) : (
        <Skeleton active title={false} />
      )}
    </Panel>
  )
}

function EndOthers({ isThereAny }: { isThereAny: boolean }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutate: endOthers, isPending } = useEndOtherSessions()
  const askAndEnd = async () => {
    const agreed = await confirm({
      title: t('personal.sessions.askOthers'),
      consequence: t('personal.sessions.othersConsequence'),
      agree: t('personal.sessions.endOthers'),
      danger: true,
    })
    if (agreed) endOthers(undefined, { onSuccess: count => message.success(t('personal.sessions.ended', { count })) })
  }
  return (
    <Button size="small" disabled={!isThereAny} loading={isPending} onClick={askAndEnd}>
      {t('personal.sessions.endOthers')}
    </Button>
  )
}

function SessionList({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  // The current one first, so that it is never left out.
  const sorted = [...sessions].sort((one, other) => Number(other.is_current) - Number(one.is_current))
  return (
    <>
      <ul className={styles.sessions}>
        {(showsAll ? sorted : sorted.slice(0, SHOWN_AT_FIRST)).map(session => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sorted.length > SHOWN_AT_FIRST && !showsAll && (
        <Button type="link" size="small" className={styles.more} onClick={() => setShowsAll(true)}>
          {t('personal.sessions.all', { count: sorted.length })}
        </Button>
      )}
    </>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: end, isPending } = useEndSession()
  const { browser, system, isPhone } = deviceOf(session.user_agent)
  const device =
    browser && system
      ? t('personal.sessions.device', { browser, system })
      : browser || system || t('personal.sessions.unknown')
  return (
    <li title={session.user_agent}>
      <span className={styles.device} aria-hidden="true">
        {isPhone ? <MobileOutlined /> : <DesktopOutlined />}
      </span>
      <span className={styles.place}>
        <span>
          <strong>{device}</strong> {session.is_current && <Tag color="success">{t('personal.sessions.current')}</Tag>}
        </span>
        <span className={styles.quiet}>
          <span translate="no">
            <Sensitive>{session.ip}</Sensitive>
          </span>{' '}
          · {t('personal.sessions.lastUse')} <RelativeTime at={session.last_used_at} /> · {t('personal.sessions.since')}{' '}
          <RelativeTime at={session.created_at} />
        </span>
      </span>
      {!session.is_current && (
        <Button
          size="small"
          loading={isPending}
          aria-label={t('personal.sessions.endOne', { device })}
          onClick={() =>
            end(session.id, { onSuccess: () => message.success(t('personal.sessions.ended', { count: 1 })) })
          }
        >
          {t('personal.sessions.end')}
        </Button>
      )}
    </li>
  )
}
