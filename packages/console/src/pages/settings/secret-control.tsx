import { Button, Space, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { SecretField } from '../../components/secret-field.tsx'
import type { ControlProps } from './control-props.ts'

/** Set or not; replaced by typing, cleared on request. Both take effect on saving. */
export function SecretControl({ text, onWrite, isSet, isTouched, input }: ControlProps) {
  const { t } = useTranslation()
  if (isSet && isTouched && text === '') {
    return (
      <Space wrap>
        <Tag color="warning">{t('settings.willBeCleared')}</Tag>
        <Button id={input.id} size="small" onClick={() => onWrite(undefined)}>
          {t('settings.keep')}
        </Button>
      </Space>
    )
  }
  return (
    <SecretField
      id={input.id}
      input={input}
      value={text}
      // an emptied field keeps the stored secret; only “clear” clears it
      onChange={typed => onWrite(typed || undefined)}
      isSet={isSet}
      beside={
        <Button size="small" disabled={input.disabled} onClick={() => onWrite('')}>
          {t('settings.clear')}
        </Button>
      }
    />
  )
}
