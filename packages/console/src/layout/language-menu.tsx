import { GlobalOutlined } from '@ant-design/icons'
import type { Language } from '@tollgate/contract'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { changeLanguage, currentLanguage } from '../phrases/index.ts'

/** Each language by its own name, so that anybody finds theirs. */
const names: Record<Language, string> = { zh: '中文', en: 'English', ru: 'Русский' }

export function LanguageMenu() {
  const { t } = useTranslation()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [currentLanguage()],
        items: Object.entries(names).map(([key, label]) => ({ key, label: <span lang={key}>{label}</span> })),
        // The keys are those of `names`.
        onClick: ({ key }) => void changeLanguage(key as Language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={t('layout.language')} />
    </Dropdown>
  )
}
