import { type ClientSetting, clientGuides, fillSetting, type PricedModel, samplesOf } from '@tollgate/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { generatePath, Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { isOwnFormat } from '../../lib/known-models.ts'
import { paths } from '../../lib/paths.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import { GuideSettings, NO_KEY } from '../connect/guide-settings.tsx'
import { Programs } from '../connect/programs.tsx'
import styles from './model.module.css'

const KINDS = ['library', 'agent', 'editor', 'chat'] as const

/** How to call the model: from each client, or, if it holds no conversations, from programs for its endpoint. */
export function CodeSamples({ model }: { model: PricedModel }) {
  const { model_name, abilities, audio_endpoint } = model
  if (abilities.chat !== false) return <Clients model={model_name} />
  const settings = samplesOf(abilities, audio_endpoint)
  return settings && <EndpointSamples model={model_name} settings={settings} />
}

/** Programs for an endpoint, with the site's address and nobody's key. */
function EndpointSamples({ model, settings }: { model: string; settings: readonly ClientSetting[] }) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  return (
    <Panel title={t('modelPage.code.title')} hint={t('modelPage.code.hint')}>
      <Programs settings={filled(settings, address, model)} />
    </Panel>
  )
}

const filled = (settings: readonly ClientSetting[], address: string, model: string) =>
  settings.map(setting => {
    const text = fillSetting(setting, { address, key: NO_KEY, model })
    return { where: setting.where, copied: text, shown: text }
  })

/** Each client's settings, with the site's address and nobody's key. */
function Clients({ model }: { model: string }) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const [chosen, setChosen] = useState<string>()
  const guide = clientGuides.find(({ id }) => id === chosen) ?? libraryFor(model)
  if (!guide) return null
  return (
    <Panel
      title={t('modelPage.code.title')}
      hint={t('modelPage.code.hint')}
      aside={<Link to={generatePath(paths.connectClient, { client: guide.id })}>{t('modelPage.code.guide')}</Link>}
    >
      <Select
        className={styles.client}
        aria-label={t('modelPage.code.client')}
        value={guide.id}
        onChange={setChosen}
        options={KINDS.map(kind => ({
          label: t(`connect.kinds.${kind}`),
          options: clientGuides
            .filter(guide => guide.kind === kind)
            .map(({ id, name }) => ({ value: id, label: <span translate="no">{name}</span> })),
        }))}
      />
      <GuideSettings key={guide.id} guide={guide} settings={filled(guide.settings, address, model)} />
    </Panel>
  )
}

/** The library whose format the model's maker uses. */
function libraryFor(model: string) {
  const libraries = clientGuides.filter(({ kind }) => kind === 'library')
  return libraries.find(({ protocol }) => isOwnFormat(protocol, model)) ?? libraries[0]
}
