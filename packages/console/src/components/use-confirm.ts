import { App } from 'antd'
import { useTranslation } from 'react-i18next'

interface Question {
  /** Names the thing: “Delete channel ‘OpenAI’?” */
  title: string
  consequence: string
  /** What the agreeing button does: “Delete”. */
  agree: string
  danger?: boolean
}

/** Asks before an action that cannot be undone; resolves to whether the user agreed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return async ({ title, consequence, agree, danger }) =>
    modal.confirm({
      title,
      content: consequence,
      okText: agree,
      okButtonProps: { danger },
      cancelText: t('components.confirm.cancel'),
      focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
    })
}
