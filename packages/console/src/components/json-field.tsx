import { Button, Form, Input, Space } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenJsonLine } from '../lib/json-line.ts'
import { t } from '../phrases/index.ts'
import { NumberedText } from './numbered-text.tsx'

interface JsonFieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** The text inserted by “insert example”. */
  example: unknown
  rows?: number
  /** Lines have numbers, and long ones are not broken. */
  numbered?: boolean
  /** What else is wrong with a text that is JSON or empty. */
  problemOf?: (text: string) => string | undefined
}

/** A form field with JSON text, empty or complete: checked on blur, with a button that formats it and one for an example. */
export function JsonField({ name, label, hint, example, rows = 4, numbered, problemOf }: JsonFieldProps) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      validateTrigger="onBlur"
      rules={[
        {
          validator: async (_, text: string | undefined) => {
            if (!isJsonOrEmpty(text ?? '')) throw new Error(jsonProblem(text ?? '', t('components.json.invalid')))
            const problem = problemOf?.(text ?? '')
            if (problem !== undefined) throw new Error(problem)
          },
        },
      ]}
    >
      <JsonInput example={example} rows={rows} numbered={numbered} />
    </Form.Item>
  )
}

type TextAreaProps = ComponentProps<typeof Input.TextArea>

interface JsonInputProps extends Omit<TextAreaProps, 'value' | 'onChange' | 'rows'> {
  value?: string
  onChange?: (text: string) => void
  example: unknown
  rows: number
  /** Lines have numbers, and long ones are not broken. */
  numbered?: boolean
}

/** `id`, `value`, `onChange` and `onBlur` come from the form item around it. */
export function JsonInput({ value = '', onChange, example, rows, numbered = false, ...input }: JsonInputProps) {
  const { t } = useTranslation()
  const Text = numbered ? NumberedText : Input.TextArea
  const formatted = formatJson(value)
  const isBlank = /^\s*(\{\s*\}|\[\s*\])?\s*$/.test(value)
  return (
    <>
      <Text
        {...input}
        className="code"
        spellCheck={false}
        autoSize={{ minRows: rows, maxRows: 16 }}
        placeholder={JSON.stringify(example, null, 2)}
        value={value}
        onChange={event => onChange?.(event.target.value)}
      />
      <Space size={0}>
        <Button
          type="link"
          size="small"
          disabled={input.disabled || formatted === undefined || formatted === value}
          onClick={() => formatted !== undefined && onChange?.(formatted)}
        >
          {t('components.json.format')}
        </Button>
        {isBlank && (
          <Button
            type="link"
            size="small"
            disabled={input.disabled}
            onClick={() => onChange?.(JSON.stringify(example, null, 2))}
          >
            {t('components.json.insertExample')}
          </Button>
        )}
      </Space>
    </>
  )
}

const isJsonOrEmpty = (text: string): boolean => text.trim() === '' || formatJson(text) !== undefined

/** Returns the problem of a text, with the number of the line where it stops being JSON if it does. */
export function jsonProblem(text: string, problem: string): string {
  const line = brokenJsonLine(text)
  return line === undefined ? problem : t('components.json.atLine', { line, problem })
}

/** undefined if the text is not JSON. */
function formatJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}
