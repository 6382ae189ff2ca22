import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Ваша квота подходит к концу',
    content: 'Ваша квота подходит к концу: осталось {{value}}. Пополните баланс вовремя, чтобы вызовы не прерывались.',
    link: 'Пополнить: {{value}}',
  },
  planEnded: {
    title: 'Тариф закончился',
    content: 'Ваш тариф «{{value}}» закончился. Вызовы оплачиваются с других тарифов и с баланса.',
    link: 'Тарифы: {{value}}',
  },
  planUnpaid: {
    title: 'Тариф не продлён',
    content: 'Ваш тариф «{{value}}» закончился: на балансе не хватило {{value}} на следующий срок.',
    link: 'Пополнить: {{value}}',
  },
  teamWalletLow: {
    title: 'Кошелёк команды подходит к концу',
    content:
      'В кошельке команды «{{value}}» осталось {{value}}. Пополните его вовремя, чтобы её вызовы не прерывались.',
    link: 'Команды: {{value}}',
  },
  memberBudget: {
    title: 'Бюджет участника израсходован',
    content:
      '{{value}}: израсходовано {{value}} % бюджета в {{value}} в команде «{{value}}»; он начнётся заново {{value}}.',
    link: 'Команды: {{value}}',
  },
  projectBudget: {
    title: 'Бюджет проекта израсходован',
    content:
      'Проект «{{value}}»: израсходовано {{value}} % бюджета в {{value}} в команде «{{value}}»; он начнётся заново {{value}}.',
    link: 'Команды: {{value}}',
  },
  channelDisabled: { title: 'Канал отключён', content: '{{value}}', link: 'Каналы: {{value}}' },
  channelEnabled: { title: 'Канал снова включён', content: '{{value}}', link: 'Каналы: {{value}}' },
  channelsTested: {
    title: 'Все каналы проверены',
    content: 'Все каналы проверены: пройдено {{value}}, отказов {{value}}.',
    link: 'Каналы: {{value}}',
  },
  otherModelServed: {
    title: 'Канал отвечает другой моделью',
    content: 'У канала «{{value}}» ({{value}}) запросили {{value}}, а ответила, по его словам, {{value}}.',
    link: 'Каналы: {{value}}',
  },
  countsDrift: {
    title: 'Подсчёт токенов канала расходится с нашим',
    content:
      'Канал «{{value}}» ({{value}}), модель {{value}}: поставщик считает токенов в {{value}} раза больше, чем мы.',
    link: 'Каналы: {{value}}',
  },
}
