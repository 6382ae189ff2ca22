import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  Notice: {
    label: 'Объявление',
    hint: 'Видно всем на главной странице. Markdown или HTML; пусто — объявления нет.',
  },
  SystemName: {
    label: 'Название сайта',
    hint: 'В верхней панели, заголовках окон и письмах.',
  },
  Logo: {
    label: 'Логотип',
    hint: 'Адрес картинки. Пусто — встроенный знак.',
  },
  HomePageContent: {
    label: 'Главная страница',
    hint: 'Markdown, HTML или адрес https для встраивания. Пусто — встроенная страница.',
  },
  About: {
    label: 'О сайте',
    hint: 'Markdown, HTML или адрес https для встраивания.',
  },
  Footer: {
    label: 'Нижняя строка',
    hint: 'HTML под каждой страницей. Пусто — встроенная строка.',
  },
} satisfies WordsOfTab<'other'>
