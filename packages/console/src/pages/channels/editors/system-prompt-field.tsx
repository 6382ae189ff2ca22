import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Beside } from '../../../components/example/beside.tsx'
import { ExampleLines } from './example-call.tsx'
import { CONVERSATIONS, prompted } from './system-prompt-example.ts'
import { useSetting } from './use-setting.ts'

/** The instructions of a channel, a member of its `setting`, with two requests beside them. */
export function SystemPromptField() {
  const { t } = useTranslation()
  const { setting, textOf, write } = useSetting()
  const prompt = textOf('system_prompt')
  return (
    <Form.Item
      label={t('channelEditors.setting.system_prompt.label')}
      extra={t('channelEditors.setting.system_prompt.hint')}
      htmlFor="setting-system-prompt"
    >
      <Beside
        label={t('channelEditors.setting.system_prompt.label')}
        outcome={
          prompt !== '' &&
          Object.entries(CONVERSATIONS).map(([name, messages]) => (
            <ExampleLines
              key={name}
              before={messages.map(asLine)}
              after={prompted(messages, setting ?? {}).map(asLine)}
            />
          ))
        }
      >
        <Input.TextArea
          id="setting-system-prompt"
          disabled={!setting}
          autoSize={{ minRows: 2, maxRows: 10 }}
          value={prompt}
          onChange={({ target }) => write('system_prompt', target.value || undefined)}
        />
      </Beside>
    </Form.Item>
  )
}

const asLine = (message: object): string => JSON.stringify(message)
