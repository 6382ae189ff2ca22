import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  Notice: {
    label: 'Notice',
    hint: 'Shown to everybody on the home page. Markdown or HTML; empty: no notice.',
  },
  SystemName: {
    label: 'Site name',
    hint: 'Shown in the top bar, in window titles and in mails.',
  },
  Logo: {
    label: 'Logo',
    hint: 'Address of a picture. Empty: the built-in mark.',
  },
  HomePageContent: {
    label: 'Home page',
    hint: 'Markdown, HTML, or an https address to embed. Empty: the built-in home page.',
  },
  About: {
    label: 'About page',
    hint: 'Markdown, HTML, or an https address to embed.',
  },
  Footer: {
    label: 'Footer',
    hint: 'HTML under every page. Empty: the built-in line.',
  },
} satisfies WordsOfTab<'other'>
