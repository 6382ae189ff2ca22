import { useTranslation } from 'react-i18next'
import { JsonField } from '../../../components/json-field.tsx'
import { ChoiceSwitches } from '../choices/switches.tsx'
import { LimitInputs } from '../limits/inputs.tsx'
import { HeaderOverride, useHeadersText } from './header-override.tsx'
import { ModelMapping, ParamOverride, StatusMapping } from './mappings.tsx'
import { ProxyField } from './proxy-field.tsx'
import { invalidMember } from './setting-checks.ts'
import { SettingSwitches } from './setting-switches.tsx'
import { SystemPromptField } from './system-prompt-field.tsx'

/** What a channel limits, and changes on the way to its upstream and back. */
export default function Editors() {
  const { t } = useTranslation()
  const headers = useHeadersText()
  const problemOf = (text: string) => {
    const member = invalidMember(text)
    return headers.problem ?? (member === undefined ? undefined : t('channelEditors.setting.invalid', { member }))
  }
  return (
    <>
      <LimitInputs />
      <ChoiceSwitches />
      <ModelMapping />
      <StatusMapping />
      <ParamOverride />
      <HeaderOverride {...headers} />
      <ProxyField />
      <SystemPromptField />
      <SettingSwitches />
      <JsonField
        numbered
        name="setting"
        label={t('channels.form.json.setting.label')}
        hint={t('channelEditors.setting.all')}
        example={{ proxy: 'socks5://user:password@10.0.0.5:1080', force_format: false }}
        problemOf={problemOf}
      />
    </>
  )
}
