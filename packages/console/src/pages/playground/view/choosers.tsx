import { PLAYGROUND_FORMATS } from '@tollgate/contract'
import { Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { bestKnownModel } from '../../../lib/known-models.ts'
import { useUser } from '../../../session/user.ts'
import { useGroups, useModelsOf } from '../api.ts'
import type { Choice } from '../conversation/types.ts'
import { formats } from '../formats/index.ts'
import styles from '../playground.module.css'

interface ChoosersProps {
  choice: Choice
  /** Tells two models apart for screen readers. */
  suffix: string
  onChoose: (choice: Partial<Choice>) => void
}

/** Model, group and API format of one thread. */
export function Choosers({ choice, suffix, onChoose }: ChoosersProps) {
  const { t } = useTranslation()
  const ownGroup = useUser()?.group ?? ''
  const groups = useGroups() ?? {}
  const group = choice.group || ownGroup
  const models = useModelsOf(group)
  const named = (label: string) => (suffix ? `${label}, ${suffix}` : label)

  // Any model is better than none; one that the group lacks would only be refused.
  const best = bestKnownModel(models ?? [], choice.format)
  const isOffered = models === undefined || models.includes(choice.model)
  useEffect(() => {
    if (!isOffered) onChoose({ model: best ?? '' })
  }, [isOffered, best, onChoose])

  const names = [...new Set([ownGroup, ...Object.keys(groups)])]
  return (
    <div className={styles.choosers}>
      <Select
        showSearch
        aria-label={named(t('playground.choose.model'))}
        className={styles.model}
        popupMatchSelectWidth={320}
        placeholder={t('playground.choose.model')}
        notFoundContent={t('playground.choose.noModels')}
        value={choice.model || null}
        onChange={model => onChoose({ model: model ?? '' })}
        options={models?.map(model => ({ value: model, label: model })) ?? []}
      />
      <Select
        aria-label={named(t('playground.choose.group'))}
        popupMatchSelectWidth={false}
        value={group}
        onChange={group => onChoose({ group: group === ownGroup ? '' : group })}
        options={names.map(name => {
          const { ratio, tries } = groups[name] ?? {}
          if (tries) return { value: name, label: `${name}: ${tries.join(' → ')}` }
          return { value: name, label: ratio === undefined ? name : `${name} ×${ratio}` }
        })}
      />
      <Select
        aria-label={named(t('playground.choose.format'))}
        popupMatchSelectWidth={false}
        value={choice.format}
        onChange={format => onChoose({ format })}
        options={PLAYGROUND_FORMATS.map(format => ({ value: format, label: formats[format].label }))}
      />
    </div>
  )
}
