import { type OptionKey, OVERVIEW_PANELS, type OverviewPanel, optionTable } from '@tollgate/contract'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Settings } from '../use-settings.ts'
import { optionWords, useWords } from '../words.ts'
import styles from './lists.module.css'
import { SortableList } from './sortable-list.tsx'

const ORDER = 'OverviewOrder' satisfies OptionKey

/** The option that shows each panel. The figures are always shown. */
const SHOWN_BY: Record<OverviewPanel, OptionKey | null> = {
  figures: null,
  announcements: 'console_setting.announcements_enabled',
  status: 'StatusPanelEnabled',
  api_info: 'console_setting.api_info_enabled',
  faq: 'console_setting.faq_enabled',
}

/** The panels of the overview page in their order, each with its switch. */
export default function PanelOrder({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const words = useWords()
  const reading = optionTable[ORDER].read(settings.textOf(ORDER))
  const order = 'value' in reading ? reading.value : OVERVIEW_PANELS
  const disabled = settings.isLocked(ORDER)
  const move = (from: number, to: number) => {
    const panel = order[from]
    if (panel) settings.write(ORDER, JSON.stringify(order.toSpliced(from, 1).toSpliced(to, 0, panel)))
  }
  return (
    <div className={styles.panels}>
      <p>{optionWords(words, ORDER).hint}</p>
      <SortableList
        label={optionWords(words, ORDER).label}
        items={order}
        nameOf={panel => t(`lists.panels.${panel}`)}
        disabled={disabled}
        onMove={move}
      >
        {panel => {
          const key = SHOWN_BY[panel]
          return (
            <div className={styles.panel}>
              <div>
                <strong>{t(`lists.panels.${panel}`)}</strong>
                {key && <p>{optionWords(words, key).hint}</p>}
              </div>
              {key && (
                <Switch
                  disabled={disabled}
                  aria-label={optionWords(words, key).label}
                  checked={settings.textOf(key) === 'true'}
                  onChange={isOn => settings.write(key, String(isOn))}
                />
              )}
            </div>
          )
        }}
      </SortableList>
    </div>
  )
}
