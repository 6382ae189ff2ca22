import { GlobalOutlined } from '@ant-design/icons'
import { LANGUAGES, type Language } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { changeLanguage, currentLanguage } from '../phrases/index.ts'
import { DropMenu } from './drop-menu.tsx'

/** Each language by its own name, so that speakers recognise theirs. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English', ru: 'Русский' }

export function LanguageMenu() {
  const { t } = useTranslation()
  return (
    <DropMenu
      button={{ type: 'text', icon: <GlobalOutlined />, 'aria-label': t('layout.language') }}
      items={LANGUAGES.map(language => ({
        key: language,
        label: <span lang={language}>{languageNames[language]}</span>,
        current: language === currentLanguage(),
        onPick: () => void changeLanguage(language),
      }))}
    />
  )
}
