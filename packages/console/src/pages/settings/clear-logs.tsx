import { App, Button, DatePicker, Progress } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarAccess } from '../../components/calendar-access.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { useMay } from '../../session/user.ts'
import { useClearLogs, useLogCleanUp } from './api.ts'
import styles from './settings.module.css'

/** Deletes old log rows and shows their number. */
export function ClearLogs() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const mayClear = useMay('jobs')
  const { mutate: clear, isPending } = useClearLogs()
  const { data: cleanUp } = useLogCleanUp()
  const isRunning = cleanUp != null && cleanUp.finished_at === 0
  const [before, setBefore] = useState(() => dayjs().subtract(1, 'month'))

  const askAndClear = async () => {
    const agreed = await confirm({
      title: t('settings.clearLogs.title', { time: formatTime(before.unix()) }),
      consequence: t('settings.clearLogs.consequence'),
      agree: t('settings.clearLogs.agree'),
      danger: true,
    })
    if (!agreed) return
    clear(before.unix(), {
      onSuccess: ({ count, isDone }) =>
        isDone
          ? message.success(t('settings.clearLogs.cleared', { count }))
          : message.info(t('settings.clearLogs.started', { count })),
    })
  }

  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <label htmlFor="clear-logs-before">{t('settings.clearLogs.label')}</label>
        <p>{t('settings.clearLogs.hint')}</p>
        {isRunning && (
          <div role="status">
            {t('settings.clearLogs.running', {
              deleted: formatNumber(cleanUp.deleted),
              total: formatNumber(cleanUp.total),
            })}
            <Progress
              size="small"
              showInfo={false}
              aria-label={t('settings.clearLogs.label')}
              percent={cleanUp.total === 0 ? 100 : Math.min(100, (100 * cleanUp.deleted) / cleanUp.total)}
            />
          </div>
        )}
      </div>
      <div className={styles.clearLogs}>
        <DatePicker
          id="clear-logs-before"
          {...calendarAccess}
          aria-label={t('settings.clearLogs.before')}
          showTime
          allowClear={false}
          value={before}
          maxDate={dayjs()}
          onChange={moment => moment && setBefore(moment)}
        />
        <Button danger loading={isPending} disabled={isRunning || !mayClear} onClick={askAndClear}>
          {t('settings.clearLogs.button')}
        </Button>
      </div>
    </div>
  )
}
