import { ExportOutlined, KeyOutlined } from '@ant-design/icons'
import { Alert, Button, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { currentLanguage } from '../../phrases/index.ts'
import styles from './chat.module.css'
import type { Opened } from './opened-chat.tsx'

/** What the embedded page may do. It may not navigate this tab, or open windows without these rules. */
const ALLOWED = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals'
/** At our own origin it could read the console. */
const ALLOWED_AT_HOME = ALLOWED.replace('allow-same-origin ', '')

/** A chat's page in a frame. It learns nothing about the page around it except the language. */
export function ChatFrame({ opened, host }: { opened: Opened; host: string }) {
  const { t } = useTranslation()
  const { chat, link, token, onChangeKey } = opened
  const frame = useRef<HTMLIFrameElement>(null)
  const { origin } = new URL(link)
  const isRefused = useRefusalOf(origin)
  const lang = currentLanguage()
  const tell = () => frame.current?.contentWindow?.postMessage({ lang }, origin)
  useEffect(() => frame.current?.contentWindow?.postMessage({ lang }, origin), [lang, origin])

  return (
    <div className={styles.chat}>
      <header className={styles.bar}>
        <h1>{chat.name}</h1>
        <code>{host}</code>
        {token && (
          <Tooltip title={t('chat.keyOf', { key: token.name })}>
            <Button size="small" type="text" icon={<KeyOutlined />} onClick={onChangeKey}>
              {t('chat.changeKey')}
            </Button>
          </Tooltip>
        )}
        <Link to={paths.chats}>{t('chat.others')}</Link>
        <a href={link} target="_blank" rel="noreferrer">
          <ExportOutlined /> {t('chat.newTab')}
        </a>
      </header>
      {isRefused ? (
        <Alert
          type="info"
          showIcon
          title={t('chat.reloadFirst')}
          action={<Button onClick={() => location.reload()}>{t('layout.reload')}</Button>}
        />
      ) : (
        <iframe
          key={link}
          ref={frame}
          className={styles.frame}
          title={chat.name}
          src={link}
          sandbox={origin === location.origin ? ALLOWED_AT_HOME : ALLOWED}
          allow="clipboard-write; microphone; camera"
          referrerPolicy="no-referrer"
          onLoad={tell}
        />
      )}
    </div>
  )
}

/** Whether this page's policy blocks a site: the operator added it after the page was loaded. */
function useRefusalOf(origin: string): boolean {
  const [refused, setRefused] = useState('')
  useEffect(() => {
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setRefused(origin)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [origin])
  return refused === origin
}
