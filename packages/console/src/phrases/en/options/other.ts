import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: 'Release information',
    hint: 'Address that tells the latest release as JSON, such as a code host’s …/releases/latest. It is asked only when somebody checks. Empty: no check.',
  },
  Notice: {
    label: 'Notice',
    hint: 'Shown to everybody on the home page, and once to each signed-in user when it changes. Markdown or HTML; empty: no notice.',
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
    hint: 'Markdown, HTML, or an address to embed; what is embedded is told the language and the theme. Empty: the built-in home page.',
  },
  About: {
    label: 'About page',
    hint: 'Markdown, HTML, or an address to embed. Empty: the built-in page.',
  },
  Footer: {
    label: 'Footer',
    hint: 'HTML under every page. Empty: the built-in line.',
  },
} satisfies WordsOfTab<'other'>
