import { DEFAULT_GROUP } from '@tollgate/contract'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { DIALECTS, type Dialect, firstCall, PROGRAMS, type Program } from '../../lib/first-calls.ts'
import { bestKnownModel, type ChatFormat } from '../../lib/known-models.ts'
import { useMyModels } from '../../session/my-models.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import { type PriceList, usePriceList } from '../pricing/api.ts'
import styles from './home.module.css'

/** A model of each format's maker, until the user's own models are known. */
const EXAMPLE_MODELS: Record<Dialect, string> = {
  'OpenAI Chat': 'gpt-5-mini',
  'OpenAI Responses': 'gpt-5-mini',
  'Anthropic Messages': 'claude-sonnet-4-5',
  Gemini: 'gemini-2.5-flash',
}
const FORMATS: Record<Dialect, ChatFormat> = {
  'OpenAI Chat': 'openai-chat',
  'OpenAI Responses': 'openai-responses',
  'Anthropic Messages': 'anthropic-messages',
  Gemini: 'gemini',
}
const PLACEHOLDER_KEY = 'sk-…'

/** Visitors see the default group's prices, so their examples use its models. */
const visitorsModels = (list: PriceList | undefined): string[] =>
  list?.models.filter(({ enable_groups }) => enable_groups.includes(DEFAULT_GROUP)).map(({ id }) => id) ?? []

export function FirstCall() {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const { data } = usePriceList()
  const models = useMyModels() ?? visitorsModels(data)
  const [dialect, setDialect] = useState<Dialect>('OpenAI Chat')
  const [program, setProgram] = useState<Program>('curl')
  const model = bestKnownModel(models, FORMATS[dialect]) ?? EXAMPLE_MODELS[dialect]
  const code = firstCall(dialect, program, { address, key: PLACEHOLDER_KEY, model })
  return (
    <section className={styles.call} aria-label={t('home.firstCall')}>
      <header>
        <Select
          variant="borderless"
          size="small"
          aria-label={t('home.dialect')}
          popupMatchSelectWidth={false}
          value={dialect}
          onChange={setDialect}
          options={DIALECTS.map(value => ({ value, label: <span translate="no">{value}</span> }))}
        />
        <Segmented
          size="small"
          aria-label={t('home.program')}
          options={[...PROGRAMS]}
          value={program}
          onChange={setProgram}
        />
        <CopyButton text={code} what={t('home.firstCall')} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0} translate="no">
        {code}
      </pre>
    </section>
  )
}
