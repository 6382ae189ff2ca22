import { forwarded, type ProviderCall } from './provider.ts'

/**
 * Returns what a Claude model is told in headers: the client's betas and what the operator set for the model, under the name it is
 * called by here or upstream. A header both name holds the values of both.
 */
export function claudeHeaders({ clientHeaders, options, model, clientModel }: ProviderCall): Record<string, string> {
  const headers = forwarded(clientHeaders, ['anthropic-beta'])
  const settings = options.get('claude.model_headers_settings')
  for (const [name, values] of Object.entries(settings[clientModel] ?? settings[model] ?? {})) {
    const header = name.toLowerCase()
    const own = (headers[header] ?? '').split(',')
    const all = [...own, ...values.flatMap(value => value.split(','))].map(value => value.trim())
    headers[header] = [...new Set(all)].filter(Boolean).join(',')
  }
  return headers
}
