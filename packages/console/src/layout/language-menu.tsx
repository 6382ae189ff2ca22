import { GlobalOutlined } from '@ant-design/icons'
import { languageLines, OFFERED_LANGUAGES } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { changeLanguage, currentLanguage } from '../phrases/index.ts'
import { DropMenu } from './drop-menu.tsx'

export function LanguageMenu() {
  const { t } = useTranslation()
  return (
    <DropMenu
      button={{ type: 'text', icon: <GlobalOutlined />, 'aria-label': t('layout.language') }}
      items={OFFERED_LANGUAGES.map(language => ({
        key: language,
        label: <span lang={language}>{languageLines[language].name}</span>,
        current: language === currentLanguage(),
        onPick: () => void changeLanguage(language),
      }))}
    />
  )
}
