import { headerProblem } from '@tollgate/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Entry, readEntries } from '../../../components/entry-table/entries.ts'
import type { EntryProblem } from '../../../components/entry-table/entry-table.tsx'
import type { ChannelValues } from '../channel-values.ts'
import { readSetting, withMember } from '../limits/setting-limits.ts'
import { EntriesBeside } from './entries-beside.tsx'
import { ExampleCall } from './example-call.tsx'

/** What a value may stand for, offered while typing. */
const VALUES = ['{api_key}', 'Bearer {api_key}', '{client_header:user-agent}', '{client_header:x-request-id}']
const NAMES = ['user-agent', 'authorization', 'x-api-key', 'openai-organization', 'anthropic-beta', 'x-title']

/** Headers of the channel's calls, a member of its `setting`; changing one changes that text. */
export function HeaderOverride() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const text = Form.useWatch('setting', { form, preserve: true }) ?? ''
  const setting = readSetting(text)
  const headers = JSON.stringify(setting?.headers ?? {}, null, 2)
  const write = (written: string) => {
    const changed: object = JSON.parse(written)
    const isEmpty = Object.keys(changed).length === 0
    form.setFieldValue('setting', withMember(text, 'headers', isEmpty ? undefined : changed))
  }
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
  const lines = readEntries(headers) ?? []
  return (
    <Form.Item label={t('channelEditors.headers.label')} extra={t('channelEditors.headers.hint')}>
      <EntriesBeside
        label={t('channelEditors.headers.label')}
        kind="text"
        words={{ name: t('channelEditors.headers.name'), value: t('channelEditors.headers.value') }}
        names={NAMES}
        values={VALUES}
        problemOf={problemOf}
        text={headers}
        disabled={!setting}
        onWrite={write}
        onBlur={() => undefined}
        outcome={
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

const USUAL = { authorization: 'Bearer ••••' }

/** As the upstream gets it, the key hidden. */
const shown = (value: string): string =>
  value.replaceAll('{api_key}', '••••').replace(/\{client_header:user-agent\}/gi, 'MyApp/1.0')
