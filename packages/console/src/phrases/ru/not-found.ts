import type { Phrases } from '../language-pack.ts'

export const notFound: Phrases['notFound'] = {
  title: 'Страница не существует',
  hint: 'Проверьте, правильно ли указан адрес.',
  home: 'На главную',
}
