import { optionKeys, optionLines, optionsIn, type SettingsTab, sectionsOf } from '@tollgate/contract'
import { Anchor, Tabs as AntTabs, Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { idOf, Section } from './section.tsx'
import styles from './settings.module.css'
import { useOptionInAddress } from './use-option-in-address.ts'
import type { Settings } from './use-settings.ts'
import { placeOf, useWords } from './words.ts'

/** The tabs of the option table, in its order; the address says which is open. */
export function Tabs({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const words = useWords()
  const [place, setPlace] = useSearchParams()
  const tabs = [...new Set(optionKeys.map(key => optionLines[key].tab))]
  const open = tabs.find(tab => tab === place.get('tab')) ?? 'operation'
  return (
    <AntTabs
      className={styles.tabs}
      destroyOnHidden
      activeKey={open}
      onChange={tab => setPlace({ tab })}
      items={tabs.map(tab => ({
        key: tab,
        label: (
          <Badge
            dot={settings.changedAmong(optionsOf(tab)).length > 0}
            offset={[4, 2]}
            color="var(--ant-color-primary)"
            title={t('settings.unsaved')}
          >
            <span className={styles.tabName}>{words.tabs[tab]}</span>
          </Badge>
        ),
        children: <Sections tab={tab} settings={settings} />,
      }))}
    />
  )
}

const optionsOf = (tab: SettingsTab) => optionKeys.filter(key => optionLines[key].tab === tab)

function Sections({ tab, settings }: { tab: SettingsTab; settings: Settings }) {
  const { t } = useTranslation()
  const words = useWords()
  useOptionInAddress()
  const sections = sectionsOf(tab).filter(section => optionsIn(tab, section).length > 0)
  const hrefOf = (section: (typeof sections)[number]) => `#${idOf(placeOf(tab, section))}`
  const last = sections.map(hrefOf).at(-1) ?? ''
  return (
    <div className={styles.tab}>
      <div className={styles.sections}>
        {sections.map(section => (
          <Section key={section} tab={tab} section={section} settings={settings} />
        ))}
      </div>
      {sections.length > 1 && (
        <nav className={styles.contents} aria-label={t('settings.sectionList')}>
          <Anchor
            affix={false}
            targetOffset={72}
            // the last section may be too short to reach the top
            getCurrentAnchor={current => (isAtEnd() ? last : current)}
            // it only scrolls; the address belongs to the router
            onClick={event => event.preventDefault()}
            items={[
              ...sections.map(section => {
                const place = placeOf(tab, section)
                return { key: place, href: hrefOf(section), title: words.sections[place].title }
              }),
            ]}
          />
        </nav>
      )}
    </div>
  )
}

function isAtEnd(): boolean {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
}
