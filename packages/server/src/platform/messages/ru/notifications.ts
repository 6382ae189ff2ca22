import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Ваша квота подходит к концу',
    content:
      'Ваша квота подходит к концу: осталось {{value}}. Пополните баланс вовремя, чтобы вызовы не прерывались.\nПополнить: {{value}}',
  },
  channelDisabled: { title: 'Канал отключён', content: '{{value}}\nКаналы: {{value}}' },
  channelEnabled: { title: 'Канал снова включён', content: '{{value}}\nКаналы: {{value}}' },
  channelsTested: {
    title: 'Все каналы проверены',
    content: 'Все каналы проверены: пройдено {{value}}, отказов {{value}}.\nКаналы: {{value}}',
  },
  otherModelServed: {
    title: 'Канал отвечает другой моделью',
    content:
      'У канала «{{value}}» ({{value}}) запросили {{value}}, а ответила, по его словам, {{value}}.\nКаналы: {{value}}',
  },
  countsDrift: {
    title: 'Подсчёт токенов канала расходится с нашим',
    content:
      'Канал «{{value}}» ({{value}}), модель {{value}}: провайдер считает токенов в {{value}} раза больше, чем мы.\nКаналы: {{value}}',
  },
}
