import { forwarded, type ProviderCall } from './provider.ts'

/**
 * Returns the headers for a Claude model: the client's betas and the operator's headers for the model, by its name here
 * or upstream. A header set by both has both values.
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
