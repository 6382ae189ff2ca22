import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useResetRatios } from '../api.ts'
import styles from '../settings.module.css'
import type { Settings } from '../use-settings.ts'

/** Deletes the operator's own ratios. Prices per call stay. */
export function ResetRatios({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutateAsync: reset, isPending } = useResetRatios()

  const askAndReset = async () => {
    const agreed = await confirm({
      title: t('prices.reset.title'),
      consequence: t('prices.reset.consequence'),
      agree: t('prices.reset.agree'),
      danger: true,
    })
    if (!agreed) return
    await reset()
    settings.discard(['ModelRatio', 'CompletionRatio', 'CacheRatio'])
    message.success(t('prices.reset.done'))
  }

  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <strong>{t('prices.reset.label')}</strong>
        <p>{t('prices.reset.hint')}</p>
      </div>
      <div className={styles.clearLogs}>
        <Button danger loading={isPending} onClick={askAndReset}>
          {t('prices.reset.button')}
        </Button>
      </div>
    </div>
  )
}
