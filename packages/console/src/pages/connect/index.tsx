import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { generatePath, Navigate, useLocation } from 'react-router'
import { ListPage } from '../../components/data-table/index.ts'
import { useAddress } from '../../components/data-table/use-filters.ts'
import { stateOfToken } from '../../components/token-state.ts'
import { bestKnownModel } from '../../lib/known-models.ts'
import { paths } from '../../lib/paths.ts'
import { useModelsOfToken, useMyModels } from '../../session/my-models.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import { useFreshUser, useUser } from '../../session/user.ts'
import { ClientPicker } from './client-picker.tsx'
import styles from './connect.module.css'
import { FirstCallPanel } from './first-call-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import { ModelPanel } from './model-panel.tsx'
import { ProblemAlerts } from './problem-alerts.tsx'
import { problemsOf } from './problems.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { suitedModels } from './suited-models.ts'
import { useChoice, useChosenClient, useChosenToken } from './use-chosen.ts'

/** A client, its settings with everything filled in, and whether its first call has come. */
export default function ConnectPage() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const { guide, isInAddress } = useChosenClient()
  const user = useUser()
  useFreshUser(0)

  if (!isInAddress) return <Navigate replace to={generatePath(paths.connectClient, { client: guide.id }) + search} />
  if (!user) return null
  return (
    <ListPage title={t('layout.pages.connect')} intro={t('connect.intro')}>
      <div className={styles.page}>
        <ClientPicker chosen={guide} />
        <Steps key={guide.id} guide={guide} user={user} />
      </div>
    </ListPage>
  )
}

type StepsProps = { guide: ReturnType<typeof useChosenClient>['guide']; user: NonNullable<ReturnType<typeof useUser>> }

function Steps({ guide, user }: StepsProps) {
  const address = useGatewayAddress()
  const [isKeyShown, setKeyShown] = useState(false)
  const [, writeAddress] = useAddress()
  const [choice, choose] = useChoice(guide.id)
  const { token, isPending, error } = useChosenToken(guide, choice.token)
  const names = useMyModels()
  const allowed = useModelsOfToken(token)
  const suited = suitedModels(guide, allowed ?? [])
  const offered = [...suited.direct, ...suited.converted]
  const model = offered.find(name => name === choice.model) ?? bestKnownModel(offered, guide.protocol)
  const problems = problemsOf({
    guide,
    address,
    tokenState: token && stateOfToken(token, Date.now() / 1000),
    balance: user.quota,
    models: names?.length,
    tokenModels: allowed?.length,
  })

  return (
    <div className={styles.steps}>
      <ProblemAlerts problems={problems} guide={guide} address={address} />
      <KeyPanel
        guide={guide}
        token={token}
        isPending={isPending}
        error={error}
        balance={user.quota}
        isKeyShown={isKeyShown}
        onShowKey={setKeyShown}
        onChoose={id => {
          choose({ token: id })
          writeAddress({ token: '' })
        }}
      />
      {offered.length > 0 && (
        <ModelPanel guide={guide} suited={suited} model={model} onChoose={name => choose({ model: name })} />
      )}
      {model !== undefined && (
        <SettingsPanel guide={guide} address={address} token={token} model={model} isKeyShown={isKeyShown} />
      )}
      <FirstCallPanel guide={guide} token={token} />
    </div>
  )
}
