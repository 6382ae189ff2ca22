import { asksForKey, type ChatTarget, chatTarget, fillChatTemplate, type Token } from '@tollgate/contract'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ListError } from '../../components/data-table/index.ts'
import { PageNotice } from '../../components/page-notice.tsx'
import { paths } from '../../lib/paths.ts'
import { rememberPlace } from '../../lib/return-place.ts'
import type { Chat } from '../../session/chats.ts'
import { useGatewayAddress, useStatus } from '../../session/status.tsx'
import { useIsAdmin, useUser } from '../../session/user.ts'
import { useUsableToken } from './api.ts'
import styles from './chat.module.css'
import { HandOver } from './hand-over.tsx'
import { useChosenKey } from './use-chosen-key.ts'

export interface Opened {
  chat: Chat
  target: ChatTarget
  /** With its placeholders filled in. */
  link: string
  /** The token whose key is in the link; null: the chat needs none. */
  token: Token | null
  /** Lets the user choose another key. */
  onChangeKey: () => void
}

interface OpenedChatProps {
  chat: Chat | undefined
  /** Rendered once the chat has its key. */
  children: (opened: Opened) => ReactNode
}

/** A chat with its key, if it needs one: none of the user's data is sent before they agree to the recipient. */
export function OpenedChat({ chat, children }: OpenedChatProps) {
  const { t } = useTranslation()
  const user = useUser()
  const address = useGatewayAddress()
  const target = chat && chatTarget(chat.template)

  if (!chat || !target) return <Misconfigured />
  if (!asksForKey(chat.template)) {
    const link = fillChatTemplate(chat.template, { address, key: '' })
    return children({ chat, target, link, token: null, onChangeKey: () => undefined })
  }
  if (!user) {
    return (
      <PageNotice
        title={t('chat.signIn', { name: chat.name })}
        hint={t('chat.signInHint')}
        action={
          <Link to={paths.login} onClick={rememberPlace}>
            <Button type="primary">{t('layout.signIn')}</Button>
          </Link>
        }
      />
    )
  }
  return (
    <WithKey key={chat.to} chat={chat} target={target}>
      {children}
    </WithKey>
  )
}

function WithKey({
  chat,
  target,
  children,
}: {
  chat: Chat
  target: ChatTarget
  children: OpenedChatProps['children']
}) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const chosen = useChosenKey(chat, target)
  const wanted = Number(search.get('token')) || undefined
  const isAsked = wanted === undefined || wanted === chosen.tokenId
  const { data: token, error, isPending, refetch } = useUsableToken(isAsked ? chosen.tokenId : undefined)

  if (chosen.tokenId === undefined || !isAsked || token === null) {
    const handOver = (id: number) => {
      chosen.choose(id)
      if (wanted !== undefined) navigate(chat.to, { replace: true })
    }
    return (
      <HandOver
        chat={chat}
        target={target}
        wanted={wanted}
        isKeyGone={isAsked && token === null}
        onHandOver={handOver}
      />
    )
  }
  if (error) return <ListError error={error} onRetry={refetch} title={t('chat.keyFailed')} />
  if (isPending) {
    return (
      <div className={styles.page} role="status" aria-label={t('chat.redirecting')}>
        <p>{t('chat.redirecting')}</p>
        <Skeleton active paragraph={{ rows: 4 }} />
      </div>
    )
  }
  const link = fillChatTemplate(chat.template, { address, key: `sk-${token.key}` })
  return children({ chat, target, link, token, onChangeKey: chosen.forget })
}

/** For a chat that does not exist, or whose link is invalid. */
function Misconfigured() {
  const { t } = useTranslation()
  const { chats_broken } = useStatus()
  const isAdmin = useIsAdmin()
  return (
    <PageNotice
      title={t(chats_broken ? 'chat.unreadable' : 'chat.misconfigured')}
      hint={t('chat.misconfiguredHint')}
      action={
        <Link to={isAdmin ? `${paths.settings}?q=chat` : paths.chats}>
          <Button>{t(isAdmin ? 'chat.toSettings' : 'chat.others')}</Button>
        </Link>
      }
    />
  )
}
