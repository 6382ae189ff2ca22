import type { ClientGuide } from './client-guide.ts'

/** Programs for chatting with models. */
export const chats: readonly ClientGuide[] = [
  {
    id: 'open-webui',
    name: 'Open WebUI',
    kind: 'chat',
    protocol: 'openai-chat',
    suits: 'any',
    settings: [
      {
        where: { form: 'Admin Settings → Connections → OpenAI → Add Connection' },
        text: `URL: {address}/v1
API Key: {key}`,
      },
    ],
    notes: ['own_server'],
    source: 'https://docs.openwebui.com/getting-started/quick-start/connect-a-provider/starting-with-openai-compatible',
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    kind: 'chat',
    protocol: 'openai-chat',
    suits: 'any',
    settings: [
      {
        where: { file: 'librechat.yaml' },
        text: `version: 1.2.1
endpoints:
  custom:
    - name: Tollgate
      apiKey: "{key}"
      baseURL: "{address}/v1"
      models:
        default: ["{model}"]
        fetch: true
      titleConvo: true
      titleModel: current_model`,
      },
    ],
    notes: ['own_server'],
    source: 'https://www.librechat.ai/docs/quick_start/custom_endpoints',
  },
  {
    id: 'cherry-studio',
    name: 'Cherry Studio',
    kind: 'chat',
    protocol: 'openai-chat',
    suits: 'any',
    settings: [
      {
        where: { form: 'Settings → Model Provider → Add' },
        text: `Provider Type: OpenAI
API Host: {address}
API Key: {key}
Add Model: {model}`,
      },
    ],
    notes: ['no_v1'],
    source: 'https://docs.cherry-ai.com/docs/en-us/cherry-studio/preview/settings/providers',
  },
]
