import { type ClientGuide, fillSetting, type Token } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { hideKey, keyOf } from '../../lib/token-key.ts'
import { GuideSettings, NO_KEY } from './guide-settings.tsx'
import type { FilledSetting } from './programs.tsx'

interface SettingsPanelProps {
  guide: ClientGuide
  address: string
  token: Token | undefined
  model: string
  isKeyShown: boolean
}

/** The settings, ready to copy with the key, which is shown only on request. */
export function SettingsPanel({ guide, address, token, model, isKeyShown }: SettingsPanelProps) {
  const { t } = useTranslation()
  const key = token ? keyOf(token) : NO_KEY
  const settings = guide.settings.map((setting): FilledSetting => {
    const copied = fillSetting(setting, { address, key, model })
    return { where: setting.where, copied, shown: isKeyShown || !token ? copied : copied.replaceAll(key, hideKey(key)) }
  })
  return (
    <Panel title={t('connect.settings.title')} hint={!token && t('connect.settings.choose')}>
      <GuideSettings guide={guide} settings={settings} isInert={!token} />
    </Panel>
  )
}
