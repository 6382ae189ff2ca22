import { headerProblem } from '@tollgate/contract'
import { Form } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entry } from '../../../components/entry-table/entries.ts'
import type { EntryProblem } from '../../../components/entry-table/entry-table.tsx'
import { jsonProblem } from '../../../components/json-field.tsx'
import { readSetting } from '../limits/setting-limits.ts'
import { EntriesOrJson } from './entries-or-json.tsx'
import { ExampleCall } from './example-call.tsx'
import { useSetting } from './use-setting.ts'

/** What a value may stand for, offered while typing. */
const VALUES = ['{api_key}', 'Bearer {api_key}', '{client_header:user-agent}', '{client_header:x-request-id}']
const NAMES = ['user-agent', 'authorization', 'x-api-key', 'openai-organization', 'anthropic-beta', 'x-title']

/** The headers as they are typed, JSON or not. Changing them changes the channel's `setting`, unless the text is broken. */
export function useHeadersText() {
  const { t } = useTranslation()
  const { setting, write } = useSetting()
  const [typed, setTyped] = useState<{ text: string; headers: string }>()
  const headers = asText(setting?.headers)
  const text = typed?.headers === headers ? typed.text : headers
  return {
    text,
    problem: readSetting(text) ? undefined : jsonProblem(text, t('components.json.invalid')),
    change: (text: string) => {
      const changed = readSetting(text)
      setTyped({ text, headers: changed ? asText(changed) : headers })
      if (changed) write('headers', asText(changed) === '' ? undefined : changed)
    },
  }
}

/** Headers of the channel's calls, a member of its `setting`. */
export function HeaderOverride({ text, problem, change }: ReturnType<typeof useHeadersText>) {
  const { t } = useTranslation()
  const { setting } = useSetting()
  const id = useId()
  const problemOf = (entries: Entry[], index: number): EntryProblem | undefined => {
    const { name = '', value = '' } = entries[index] ?? {}
    const problem = name.trim() === '' ? undefined : headerProblem(name.trim(), value)
    return (
      problem && {
        of: problem === 'name' || problem === 'reserved' ? 'name' : 'value',
        words: t(`channelEditors.headers.problem.${problem}`),
        isError: true,
      }
    )
  }
  return (
    <Form.Item label={t('channelEditors.headers.label')} extra={t('channelEditors.headers.hint')}>
      <EntriesOrJson
        id={id}
        label={t('channelEditors.headers.label')}
        kind="text"
        words={{ name: t('channelEditors.headers.name'), value: t('channelEditors.headers.value') }}
        names={NAMES}
        values={VALUES}
        example={{ 'x-title': 'Tollgate' }}
        problemOf={problemOf}
        problem={problem}
        disabled={!setting}
        value={text}
        onChange={change}
        outcome={lines =>
          lines.length > 0 && (
            <ExampleCall
              before={{ authorization: 'Bearer sk-…', 'user-agent': 'MyApp/1.0' }}
              after={{
                ...USUAL,
                ...Object.fromEntries(lines.map(({ name, value }) => [name.toLowerCase(), shown(value)])),
              }}
            />
          )
        }
      />
    </Form.Item>
  )
}

/** Headers as JSON; empty: none. */
const asText = (headers: unknown): string =>
  headers === undefined || JSON.stringify(headers) === '{}' ? '' : JSON.stringify(headers, null, 2)

const USUAL = { authorization: 'Bearer ••••' }

/** As the upstream gets it, the key hidden. */
const shown = (value: string): string =>
  value.replaceAll('{api_key}', '••••').replace(/\{client_header:user-agent\}/gi, 'MyApp/1.0')
