import { CloseOutlined, DownloadOutlined } from '@ant-design/icons'
import { calls } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../components/menu-button.tsx'
import { saveAs } from '../../lib/download.ts'
import { fetchFile } from '../../lib/fetch-file.ts'
import { formatNumber } from '../../lib/format.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { withPhrases } from '../../phrases/index.ts'
import { useMay } from '../../session/user.ts'
import { asQuery, type LogFilter, useIsOfAll } from './api.ts'

const FORMATS = ['csv', 'jsonl'] as const

const RefundOfFilter = lazyPart(() => withPhrases(['refunds'], import('./refunds/of-filter.tsx')))

/** Saves all rows that match the filters as a file, in the background until cancelled; administrators can also refund them. */
export function ExportButton({ filters }: { filters: Record<LogFilter, string> }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isOfAll = useIsOfAll(filters)
  const refunds = useMay('users.balances') && isOfAll
  const [received, setReceived] = useState<number | null>(null)
  const [isRefunding, setRefunding] = useState(false)
  const running = useRef<AbortController>(null)
  // Leaving the page ends it; the server then stops reading.
  useEffect(() => () => running.current?.abort(), [])

  const save = async (format: (typeof FORMATS)[number]) => {
    const cancelling = new AbortController()
    running.current = cancelling
    setReceived(0)
    try {
      const call = isOfAll ? calls.logs.export : calls.logs.exportSelf
      const file = await fetchFile(
        call,
        { ...asQuery(filters), format },
        { signal: cancelling.signal, onBytes: setReceived },
      )
      saveAs(file.name, file.content)
      message.success(t('log.export.done', { size: sizeWords(file.content.size) }))
    } catch (error) {
      if (!cancelling.signal.aborted) message.error(t('log.export.failed', { message: (error as Error).message }))
    } finally {
      setReceived(null)
    }
  }

  if (received !== null) {
    return (
      <Button icon={<CloseOutlined />} aria-label={t('log.export.cancel')} onClick={() => running.current?.abort()}>
        {t('log.export.running', { size: sizeWords(received) })}
      </Button>
    )
  }
  return (
    <>
      <MenuButton
        items={[
          ...FORMATS.map(format => ({
            key: format,
            label: t(`log.export.${format}`),
            onClick: () => void save(format),
          })),
          { key: 'print', label: t('log.export.print'), onClick: () => print() },
          ...(refunds ? [{ key: 'refund', label: t('log.refundAll'), onClick: () => setRefunding(true) }] : []),
        ]}
        icon={<DownloadOutlined />}
      >
        {t('log.export.button')}
      </MenuButton>
      {isRefunding && <RefundOfFilter filters={filters} onClose={() => setRefunding(false)} />}
    </>
  )
}

const MEGABYTE = 1_000_000

const sizeWords = (bytes: number): string =>
  bytes < MEGABYTE ? `${formatNumber(Math.ceil(bytes / 1000))} kB` : `${formatNumber(bytes / MEGABYTE, 1)} MB`
