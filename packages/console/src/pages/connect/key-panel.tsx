import { EyeInvisibleOutlined, EyeOutlined, PlusOutlined } from '@ant-design/icons'
import { type ClientGuide, TOKEN_NAME_MAX_LENGTH, type Token } from '@tollgate/contract'
import { Alert, Button, Select, Skeleton, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CopyButton } from '../../components/copy-button.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { stateKinds, stateOfToken } from '../../components/token-state.ts'
import { paths } from '../../lib/paths.ts'
import { hideKey, keyOf } from '../../lib/token-key.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { useMakeToken, useTokensNamed } from './api.ts'
import styles from './connect.module.css'
import { TokenPowers } from './token-powers.tsx'

interface KeyPanelProps {
  guide: ClientGuide
  token: Token | undefined
  isPending: boolean
  error: Error | null
  /** The user's balance, in quota. */
  balance: number
  isKeyShown: boolean
  onShowKey: (isShown: boolean) => void
  onChoose: (id: number) => void
}

/** The token the client uses: one of the user's, or a new one. */
export function KeyPanel({ guide, token, isPending, error, balance, onChoose, ...key }: KeyPanelProps) {
  const { t } = useTranslation()
  const { mutate: make, isPending: isMaking } = useMakeToken()
  const makeOne = () =>
    make(guide.name.slice(0, TOKEN_NAME_MAX_LENGTH), { onSuccess: made => made && onChoose(made.id) })

  return (
    <Panel
      title={t('connect.key.title')}
      hint={token || isPending ? t('connect.key.hint') : t('connect.key.none')}
      aside={token && <Link to={paths.tokens}>{t('connect.key.tokens')}</Link>}
    >
      {error && (
        <Alert
          className={styles.failed}
          type="error"
          showIcon
          title={t('connect.key.failed')}
          description={error.message}
        />
      )}
      {isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <div className={styles.tokenLine}>
          {token && <TokenSelect token={token} onChoose={onChoose} />}
          <Button type={token ? 'default' : 'primary'} icon={<PlusOutlined />} loading={isMaking} onClick={makeOne}>
            {t('connect.key.makeFor', { client: guide.name })}
          </Button>
        </div>
      )}
      {token && (
        <>
          <KeyLine token={token} {...key} />
          <TokenPowers token={token} balance={balance} />
        </>
      )}
    </Panel>
  )
}

const TYPING_PAUSE_MS = 300

function TokenSelect({ token, onChoose }: { token: Token; onChoose: (id: number) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const found = useTokensNamed(usePaused(typed.trim(), TYPING_PAUSE_MS)).data?.items ?? []
  const shown = found.some(({ id }) => id === token.id) || typed ? found : [token, ...found]
  return (
    <Select
      className={styles.tokenSelect}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      aria-label={t('connect.key.token')}
      value={token.id}
      labelRender={() => <TokenName token={token} />}
      onChange={id => {
        setTyped('')
        onChoose(id)
      }}
      options={shown.map(each => ({ value: each.id, label: <TokenName token={each} /> }))}
    />
  )
}

function TokenName({ token }: { token: Token }) {
  const { t } = useTranslation()
  const state = stateOfToken(token, Date.now() / 1000)
  return (
    <span className={styles.tokenName}>
      <span>{token.name}</span>
      <StatusDot kind={stateKinds[state]} label={t(`tokens.states.${state}`)} />
    </span>
  )
}

type KeyLineProps = { token: Token } & Pick<KeyPanelProps, 'isKeyShown' | 'onShowKey'>

/** The key, with only its ends visible until requested. */
function KeyLine({ token, isKeyShown, onShowKey }: KeyLineProps) {
  const { t } = useTranslation()
  const key = keyOf(token)
  const label = isKeyShown ? t('tokens.hideKey') : t('tokens.showKey')
  return (
    <div className={styles.key}>
      <code>{isKeyShown ? key : hideKey(key)}</code>
      <Tooltip title={label}>
        <Button
          type="text"
          size="small"
          aria-label={label}
          aria-pressed={isKeyShown}
          icon={isKeyShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          onClick={() => onShowKey(!isKeyShown)}
        />
      </Tooltip>
      <CopyButton text={key} shown={hideKey(key)} what={t('tokens.columns.key')} />
    </div>
  )
}
