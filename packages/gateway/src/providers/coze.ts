import { objectOrEmpty, tryParse } from '../raw/json.ts'
import type { Provider, ProviderChannel } from './provider.ts'

/** Coze: each channel is one bot, for any model name. https://docs.coze.com/developer_guides/chat_v3 */
export const coze: Provider = {
  type: 49,
  id: 'coze',
  name: 'Coze',
  color: 'blue',
  baseUrl: 'https://api.coze.cn',
  other: 'bot_id',
  nativeFormats: () => new Set(),
  target: (_model, channel) => ({ dialect: 'coze', upload: () => uploadTo(channel) }),
  address: ({ channel }) => `${channel.baseUrl}/v3/chat`,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
  patches: ({ channel }) => ({ bot_id: channel.other }),
  stop({ channel }, _body, heard) {
    // https://docs.coze.com/developer_guides/chat_cancel
    const created = heard.split('conversation.chat.created')[1]?.split('\n')[1]?.replace('data:', '') ?? ''
    const { id: chat_id, conversation_id } = objectOrEmpty(tryParse(created))
    if (!conversation_id || !chat_id) return null
    return { url: `${channel.baseUrl}/v3/chat/cancel`, body: JSON.stringify({ conversation_id, chat_id }) }
  },
  secrets: ({ other }) => [other],
}

const uploadTo = ({ baseUrl, key }: ProviderChannel) => ({
  url: `${baseUrl}/v1/files/upload`,
  headers: { authorization: `Bearer ${key}` },
  fields: {},
  origin: 'coze',
  idAt: 'data.id',
})
