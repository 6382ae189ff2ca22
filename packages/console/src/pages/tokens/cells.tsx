import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { NEVER, splitList, type Token } from '@tollgate/contract'
import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { GroupTag } from '../../components/group-tag.tsx'
import { Hint } from '../../components/hint/index.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { CallsLink } from '../../components/links/index.tsx'
import { PeriodUseShort } from '../../components/period-use.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive, useMask } from '../../components/sensitive.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { TagList } from '../../components/tag-list.tsx'
import { stateKinds, stateOfToken } from '../../components/token-state.ts'
import { hideKey, keyOf } from '../../lib/token-key.ts'
import { t } from '../../phrases/index.ts'
import { useMay, useUser } from '../../session/user.ts'
import { useUsableGroups } from './api.ts'
import styles from './tokens.module.css'

/** Indentation in pixels for each key above a child key, from the second on. */
const INDENT = 16

/** Links to the token's calls: other tokens and users may use the same name. */
export function NameCell({ token: { name, label, depth, child_keys } }: { token: Token }) {
  const self = useUser()
  const isAdmin = useMay('logs')
  return (
    <span style={{ paddingInlineStart: Math.max(0, depth - 1) * INDENT }}>
      <CallsLink filters={{ token_name: name, ...(isAdmin && self && { username: self.username }) }}>
        <strong>{name}</strong>
      </CallsLink>
      {label && <span className={styles.quiet}> {label}</span>}
      {child_keys && (
        <div className={styles.quiet}>
          {t('tokens.child.count', { count: child_keys.count })} <Quota value={child_keys.remain_quota} />
        </div>
      )}
    </span>
  )
}

export function StateCell({ token }: { token: Token }) {
  const state = stateOfToken(token, Date.now() / 1000)
  const models = splitList(token.model_limits)
  return (
    <StatusDot
      kind={stateKinds[state]}
      label={t(`tokens.states.${state}`)}
      reason={state === 'limited' && <TagList names={models} shown={20} />}
    />
  )
}

/** The key, with only its ends visible until requested. */
export function KeyCell({ token }: { token: Token }) {
  const [isShown, setShown] = useState(false)
  const key = keyOf(token)
  const mask = useMask()
  const label = isShown ? t('tokens.hideKey') : t('tokens.showKey')
  return (
    <span className={styles.key}>
      <code>
        <Sensitive>{isShown ? key : hideKey(key)}</Sensitive>
      </code>
      <Hint title={label}>
        <IconButton
          aria-label={label}
          icon={isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          onClick={() => setShown(!isShown)}
        />
      </Hint>
      <CopyButton text={key} shown={mask(key)} what={t('tokens.columns.key')} />
    </span>
  )
}

/** Remaining and used quota, as text and as a bar. */
export function QuotaCell({ token }: { token: Token }) {
  const total = token.remain_quota + token.used_quota
  return (
    <span className={styles.quota}>
      <span>
        {token.unlimited_quota ? t('tokens.unlimited') : <Quota value={token.remain_quota} />}
        <span className={styles.quiet}>
          {' / '}
          <Quota value={token.used_quota} />
        </span>
        <PeriodUseShort limited={token} />
      </span>
      {!token.unlimited_quota && (
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${total === 0 ? 0 : (token.remain_quota / total) * 100}%` }} />
        </span>
      )}
    </span>
  )
}

export function GroupCell({ token }: { token: Token }) {
  const groups = useUsableGroups()
  if (token.group === '') return <span className={styles.quiet}>{t('tokens.ownGroup')}</span>
  const { ratio, tries } = groups[token.group] ?? {}
  // its calls have the groups that served them
  if (tries) return <span title={tries.join(' → ')}>{token.group}</span>
  return (
    <CallsLink filters={{ group: token.group }}>
      <GroupTag name={token.group} ratio={ratio} />
    </CallsLink>
  )
}

export function ExpiryCell({ token }: { token: Token }) {
  if (token.expired_time === NEVER) return <span className={styles.quiet}>{t('tokens.never')}</span>
  return <RelativeTime at={token.expired_time} />
}
