import type { Language } from '@tollgate/contract'

/** A notice as a person reads it. `{{value}}` stands for the values, one after the other. */
interface Words {
  title: string
  content: string
}

export const quotaWarning: Record<Language, Words> = {
  zh: {
    title: '您的额度即将用尽',
    content: '您的额度即将用尽，当前剩余额度为 {{value}}。为了不影响您的使用，请及时充值。\n充值链接：{{value}}',
  },
  en: {
    title: 'Your quota is running low',
    content:
      'Your quota is running low: {{value}} is left. Top up in time to keep your calls going.\nTop up: {{value}}',
  },
  ru: {
    title: 'Ваша квота подходит к концу',
    content:
      'Ваша квота подходит к концу: осталось {{value}}. Пополните баланс вовремя, чтобы вызовы не прерывались.\nПополнить: {{value}}',
  },
}

export function filled(content: string, values: readonly string[]): string {
  const left = [...values]
  return content.replaceAll('{{value}}', () => left.shift() ?? '')
}
