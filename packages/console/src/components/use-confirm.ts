import { App } from 'antd'
import { useTranslation } from 'react-i18next'

interface Question {
  /** Names the object: “Delete channel ‘OpenAI’?” */
  title: string
  consequence: string
  /** Label of the confirming button: “Delete”. */
  agree: string
  danger?: boolean
  /** Label of the cancel button, if that is the better choice: “Change the address”. */
  back?: string
}

/** Asks before an action that cannot be undone; resolves to whether the user agreed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async ({ title, consequence, agree, danger, back }) =>
    modal.confirm({
      title,
      content: consequence,
      okText: agree,
      okButtonProps: { danger, ...(back && { type: 'default' }) },
      cancelText: back ?? t('components.confirm.cancel'),
      ...(back && { cancelButtonProps: { type: 'primary' } }),
      focusable: { autoFocusButton: danger || back ? 'cancel' : 'ok' },
    })
}
