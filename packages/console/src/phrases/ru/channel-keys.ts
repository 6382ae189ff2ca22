import type { Phrases } from '../language-pack.ts'

export const channelKeys: Phrases['channelKeys'] = {
  open: 'Ключи',
  title: 'Ключи канала «{{name}}»',
  intro:
    'Ключ с ошибкой отдыхает или отключается с причиной от поставщика; остальные работают дальше. Ключи больше не показываются.',
  spread: 'Порядок ключей',
  spreads: { random: 'случайно', in_turn: 'по очереди' },
  columns: { key: 'Ключ', state: 'Состояние', since: 'Начало' },
  key: 'Ключ {{position}}',
  states: {
    ok: 'Используется',
    resting: 'Отдыхает',
    refused: 'Отключён из-за отказа поставщика',
    disabled: 'Отключён',
  },
  restsUntil: 'До {{when}}',
  enable: 'Включить',
  disable: 'Отключить',
  replace: 'Заменить',
  replaceTitle: 'Замена ключа {{position}}',
  replaceConsequence: 'Нынешний ключ будет удалён навсегда.',
  remove: 'Удалить',
  removeTitle: 'Удалить ключ {{position}}?',
  removeConsequence: 'Он исчезнет навсегда. Созданные с ним файлы, пакеты и ответы станут недоступны.',
  add: 'Добавить ключи',
  addLabel: 'Новые ключи, по одному в строке',
  addDocuments: 'Новые ключи: документы JSON один за другим',
  added: 'Ключи добавлены',
  usedAs: 'Использовать как',
  uses: {
    channels: 'канал для каждого',
    random: 'один канал, ключи случайно',
    in_turn: 'один канал, ключи по очереди',
  },
  replacesAll: 'По одному в строке; они заменят все ключи канала «{{name}}».',
  flags: {
    label: 'Проверьте: {{count}}',
    other_model: 'Запрошена {{model}}, поставщик сообщает, что ответила {{served}}.',
    input_counts: '{{model}}: поставщик считает в {{ratio}} раза больше входных токенов, чем мы (вызовов: {{calls}}).',
    output_counts:
      '{{model}}: поставщик считает в {{ratio}} раза больше выходных токенов, чем мы (вызовов: {{calls}}).',
    dismiss: 'Проверено',
  },
}
