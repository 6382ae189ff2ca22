import type { OptionKey } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../components/use-confirm.ts'
import type { Settings } from './use-settings.ts'

/** Stores input; asks before it turns the password sign-in off. */
export function useCarefulWrite(settings: Settings): Settings['write'] {
  const { t } = useTranslation()
  const confirm = useConfirm()

  const askAndWrite = async (key: OptionKey, text: string) => {
    const agreed = await confirm({
      title: t('settings.passwordLoginOff.title'),
      consequence: t('settings.passwordLoginOff.consequence'),
      agree: t('settings.passwordLoginOff.agree'),
      danger: true,
    })
    if (agreed) settings.write(key, text)
  }

  return (key, text) => {
    if (key === 'PasswordLoginEnabled' && text === 'false') askAndWrite(key, text)
    // At once: an input whose value updates later loses its caret and breaks input methods.
    else settings.write(key, text)
  }
}
