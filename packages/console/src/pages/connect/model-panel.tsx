import type { ClientGuide } from '@tollgate/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { Panel } from '../../components/panel.tsx'
import { joinSentences } from '../../lib/join-words.ts'
import styles from './connect.module.css'
import type { SuitedModels } from './suited-models.ts'

interface ModelPanelProps {
  guide: ClientGuide
  suited: SuitedModels
  model: string | undefined
  onChoose: (model: string) => void
}

/** The formats by their makers' names for them. */
const FORMATS: Record<ClientGuide['protocol'], string> = {
  'openai-chat': 'OpenAI Chat',
  'openai-responses': 'OpenAI Responses',
  'anthropic-messages': 'Anthropic Messages',
  gemini: 'Gemini',
}

/** The model in the settings, out of those that suit the client. */
export function ModelPanel({ guide, suited, model, onChoose }: ModelPanelProps) {
  const { t } = useTranslation()
  const groups = (['direct', 'converted'] as const)
    .filter(group => suited[group].length > 0)
    .map(group => ({
      label: t(`connect.model.${group}`),
      options: suited[group].map(name => ({ value: name, label: <span translate="no">{name}</span> })),
    }))
  const hint = [
    t(`connect.model.suits.${guide.suits}`, { client: guide.name }),
    t('connect.model.speaks', { format: FORMATS[guide.protocol] }),
  ]
  return (
    <Panel title={t('connect.model.title')} hint={joinSentences(hint)}>
      <div className={styles.tokenLine}>
        <Select
          className={styles.tokenSelect}
          showSearch={{ optionFilterProp: 'value' }}
          aria-label={t('connect.model.title')}
          value={model}
          onChange={onChoose}
          options={groups}
        />
        {model && <CopyButton text={model} what={t('connect.model.title')} />}
      </div>
    </Panel>
  )
}
