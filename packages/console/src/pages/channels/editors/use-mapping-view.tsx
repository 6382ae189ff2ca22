import { useTranslation } from 'react-i18next'
import type { EntriesView } from './entries-or-json.tsx'
import { ExampleCall } from './example-call.tsx'
import { mappedModel, mappingProblem } from './mapping-checks.ts'

/**
 * How a model mapping is edited: requested names of models, and those that go up instead.
 * @param models are served; absent: nobody knows
 * @param known models of the channel's type; empty: nobody knows
 */
export function useMappingView(models: readonly string[] | undefined, known: readonly string[]): EntriesView {
  const { t } = useTranslation()
  return {
    kind: 'text',
    words: { name: t('channelEditors.mapping.from'), value: t('channelEditors.mapping.to') },
    example: { 'gpt-4o-latest': 'gpt-4o' },
    names: models ?? [],
    values: known,
    problemOf: (entries, index) => {
      const problem = mappingProblem(entries, index, models && new Set(models), new Set(known))
      if (!problem) return undefined
      const { name = '', value = '' } = entries[index] ?? {}
      return {
        of: problem === 'notServed' ? 'name' : 'value',
        words: t(`channelEditors.mapping.${problem}`, { name, target: value }),
        isError: problem === 'circle',
      }
    },
    outcome: entries => {
      const model = entries[0]?.name.trim() || models?.[0] || 'gpt-4o-latest'
      const mapped = mappedModel(entries, model)
      return mapped && <ExampleCall before={{ model }} after={{ model: mapped }} />
    },
  }
}
