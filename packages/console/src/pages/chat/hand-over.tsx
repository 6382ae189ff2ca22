import { type ChatTarget, showsKeyToServer } from '@tollgate/contract'
import { Alert, Button, Radio, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import type { Chat } from '../../session/chats.ts'
import { useStatus } from '../../session/status.tsx'
import { ownKeyName, useEnabledTokens, useMakeOwnKey, useOwnKeyLimits } from './api.ts'
import styles from './chat.module.css'
import { KeyPowers, NewKeyPowers } from './key-powers.tsx'
import { placeOf } from './use-chosen-key.ts'

interface HandOverProps {
  chat: Chat
  target: ChatTarget
  /** The id of the token the user came with. */
  wanted: number | undefined
  /** Its previous key can no longer be used. */
  isKeyGone: boolean
  onHandOver: (tokenId: number) => void
}

/** Says who gets a key and what it can do, and offers the chat's own key first. */
export function HandOver({ chat, target, wanted, isKeyGone, onHandOver }: HandOverProps) {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const tokens = useEnabledTokens()
  const limits = useOwnKeyLimits()
  const make = useMakeOwnKey()
  const [choice, choose] = useState<'own' | 'other'>(wanted === undefined ? 'own' : 'other')
  const [otherId, setOtherId] = useState(wanted)
  // Made for this chat before, perhaps in another browser.
  const own = tokens.data?.find(({ name }) => name === ownKeyName(chat.name))
  const others = tokens.data?.filter(({ id }) => id !== own?.id || id === wanted) ?? []
  const other = others.find(({ id }) => id === otherId) ?? others[0]
  const error = tokens.error ?? make.error

  const handOver = () => {
    const token = choice === 'own' ? own : other
    if (token) onHandOver(token.id)
    else make.mutate({ chat: chat.name, ...limits }, { onSuccess: made => made && onHandOver(made.id) })
  }
  if (tokens.data?.length === 0) return <NoTokens />
  return (
    <section className={styles.page} aria-labelledby="hand-over" aria-busy={tokens.isPending}>
      <h1 id="hand-over">{t('chat.handOver.title', { name: chat.name })}</h1>
      {isKeyGone && <Alert type="info" showIcon title={t('chat.handOver.keyGone')} />}
      <p>{target.kind === 'page' ? t('chat.handOver.toSite', { site: system_name }) : t('chat.handOver.toProgram')}</p>
      <p className={styles.host}>
        <code>{target.kind === 'page' ? target.host : placeOf(target)}</code>
      </p>
      <Radio.Group
        className={styles.choices}
        aria-label={t('chat.handOver.which')}
        value={choice}
        onChange={({ target: { value } }) => choose(value)}
      >
        <Radio value="own">
          <strong>{t(own ? 'chat.handOver.own' : 'chat.handOver.newOwn')}</strong>
          {own ? <KeyPowers token={own} /> : <NewKeyPowers name={ownKeyName(chat.name)} {...limits} />}
        </Radio>
        <Radio value="other" disabled={tokens.isPending || others.length === 0}>
          <strong>{t('chat.handOver.other')}</strong>
          {choice === 'other' && other && <KeyPowers token={other} />}
        </Radio>
      </Radio.Group>
      {choice === 'other' && other && (
        <Select
          className={styles.token}
          aria-label={t('chat.handOver.other')}
          showSearch={{ optionFilterProp: 'label' }}
          value={other.id}
          onChange={setOtherId}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {target.kind === 'page' && showsKeyToServer(chat.template) && (
        <Alert type="warning" showIcon title={t('chat.handOver.seenByServer', { host: target.host })} />
      )}
      {error && <Alert type="error" showIcon title={error.message} />}
      <div className={styles.buttons}>
        <Button
          type="primary"
          loading={make.isPending}
          disabled={!tokens.data || (choice === 'other' && !other)}
          onClick={handOver}
        >
          {t('chat.handOver.agree', { name: chat.name })}
        </Button>
        <Link to={paths.chats}>{t('chat.others')}</Link>
        <Link to={paths.tokens}>{t('layout.pages.tokens')}</Link>
      </div>
    </section>
  )
}

/** Leaves time to read the sentence, then goes to the page where tokens are made and enabled. */
function NoTokens() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.tokens), READING_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <section className={styles.page}>
      <Alert
        type="warning"
        showIcon
        title={t('chat.noTokens')}
        action={<Link to={paths.tokens}>{t('layout.pages.tokens')}</Link>}
      />
    </section>
  )
}

const READING_MS = 1_500
