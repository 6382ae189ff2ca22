import type { UserSetting } from '@tollgate/contract'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { CallError } from '../../lib/call.ts'
import { useSavePreferences } from './api.ts'
import styles from './personal.module.css'

/** The phrases of each switch. */
const WORDS = { accept_unset_model_ratio_model: 'prices', store_responses: 'storing' } as const

interface SettingSwitchProps {
  setting: UserSetting
  name: keyof typeof WORDS
}

/** A user's setting that is saved when it is switched. */
export function SettingSwitch({ setting, name }: SettingSwitchProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutateAsync: save, variables, isPending } = useSavePreferences()
  const { language, look, has_webhook_secret, ...kept } = setting
  const words = WORDS[name]

  const choose = async (isOn: boolean) => {
    try {
      await save({ ...kept, [name]: isOn })
      message.success(t('personal.preferences.saved'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      message.error(t(`personal.${words}.failed`, { reason: error.message }))
    }
  }
  return (
    <>
      <LabelledSwitch
        label={t(`personal.${words}.label`)}
        checked={(isPending ? variables : setting)[name] ?? false}
        onChange={choose}
      />
      <p className={styles.quiet}>{t(`personal.${words}.hint`)}</p>
    </>
  )
}
