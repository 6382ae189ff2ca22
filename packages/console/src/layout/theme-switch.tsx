import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useThemeMode } from './theme-mode.ts'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const [mode, setMode] = useThemeMode()
  const label = t(mode === 'dark' ? 'layout.toLight' : 'layout.toDark')
  return (
    <Button
      type="text"
      icon={mode === 'dark' ? <SunOutlined /> : <MoonOutlined />}
      title={label}
      aria-label={label}
      onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
    />
  )
}
