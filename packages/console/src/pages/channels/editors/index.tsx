import { useTranslation } from 'react-i18next'
import { JsonField } from '../../../components/json-field.tsx'
import { HeaderOverride } from './header-override.tsx'
import { ModelMapping, ParamOverride, StatusMapping } from './mappings.tsx'
import { SettingFields } from './setting-fields.tsx'

/** What a channel changes on the way to its upstream and back. */
export default function Editors() {
  const { t } = useTranslation()
  return (
    <>
      <ModelMapping />
      <StatusMapping />
      <ParamOverride />
      <HeaderOverride />
      <SettingFields />
      <JsonField
        numbered
        name="setting"
        label={t('channels.form.json.setting.label')}
        hint={t('channelEditors.setting.all')}
        example={{ proxy: 'socks5://user:password@10.0.0.5:1080', force_format: false }}
      />
    </>
  )
}
