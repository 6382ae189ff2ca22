import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Ваша квота подходит к концу',
    content:
      'Ваша квота подходит к концу: осталось {{value}}. Пополните баланс вовремя, чтобы вызовы не прерывались.\nПополнить: {{value}}',
  },
}
