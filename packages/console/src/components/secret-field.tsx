import { Button, Input, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface SecretFieldProps {
  /** From the form item around it. */
  id?: string
  value?: string
  onChange?: (text: string) => void
  /** Whether one is stored already; it is never shown. */
  isSet: boolean
  /** How many lines the input has; a single line hides what is typed. */
  rows?: number
  placeholder?: string
  /** Further actions for a stored secret, beside “replace”. */
  beside?: ReactNode
  /** Further properties of the input. */
  input?: {
    disabled: boolean
    status: 'error' | ''
    onBlur: () => void
    'aria-describedby': string
    'aria-invalid': boolean
  }
}

/** A secret is either set or not, and can be replaced; an empty value keeps the stored one. */
export function SecretField({
  id,
  value = '',
  onChange,
  isSet,
  rows = 1,
  placeholder,
  beside,
  input: more,
}: SecretFieldProps) {
  const { t } = useTranslation()
  const [isReplacing, setReplacing] = useState(false)

  if (isSet && !isReplacing) {
    return (
      <Space wrap>
        <Tag color="success">{t('components.secret.set')}</Tag>
        <Button id={id} size="small" disabled={more?.disabled} onClick={() => setReplacing(true)}>
          {t('components.secret.replace')}
        </Button>
        {beside}
      </Space>
    )
  }
  const input = {
    ...more,
    id,
    value,
    autoComplete: 'off',
    placeholder: placeholder ?? t('components.secret.notSet'),
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  }
  return (
    <>
      {rows > 1 ? (
        <Input.TextArea {...input} className="code" spellCheck={false} autoSize={{ minRows: rows, maxRows: 10 }} />
      ) : (
        <Input.Password {...input} autoComplete="new-password" />
      )}
      {isSet && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            onChange?.('')
            setReplacing(false)
          }}
        >
          {t('components.secret.keep')}
        </Button>
      )}
    </>
  )
}
