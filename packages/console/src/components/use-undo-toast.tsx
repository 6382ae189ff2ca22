import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Shows what was done and offers to undo it. */
export function useUndoToast(): (done: string, undo: () => void) => void {
  const { t } = useTranslation()
  const { message } = App.useApp()
  return (done, undo) => {
    const key = `undo-${Date.now()}`
    const takeBack = () => {
      message.destroy(key)
      undo()
    }
    message.success({
      key,
      content: (
        <>
          <span>{done}</span>
          <Button type="link" size="small" onClick={takeBack}>
            {t('components.undo')}
          </Button>
        </>
      ),
    })
  }
}
