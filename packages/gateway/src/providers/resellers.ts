import { openAiWire } from './openai.ts'
import type { Provider } from './provider.ts'

const reseller = (type: number, id: string, name: string, baseUrl: string): Provider => ({
  type,
  id,
  name,
  color: 'default',
  baseUrl,
  legacy: true,
  ...openAiWire,
})

/** Hosts that resell everything of OpenAI's under OpenAI's own paths. */
export const resellers: readonly Provider[] = [
  reseller(6, 'openaimax', 'OpenAIMax', 'https://api.openaimax.com'),
  reseller(7, 'ohmygpt', 'OhMyGPT', 'https://api.ohmygpt.com'),
  reseller(9, 'ails', 'AILS', 'https://api.caipacity.com'),
  reseller(10, 'aiproxy', 'AI Proxy', 'https://api.aiproxy.io'),
  reseller(12, 'api2gpt', 'API2GPT', 'https://api.api2gpt.com'),
  reseller(13, 'aigc2d', 'AIGC2D', 'https://api.aigc2d.com'),
]
