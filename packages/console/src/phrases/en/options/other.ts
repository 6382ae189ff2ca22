import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: 'Release information',
    hint: 'Address that returns the latest release as JSON, such as a code host’s …/releases/latest. It is asked only when somebody checks. Empty: no check.',
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
  AccentColor: {
    label: 'Accent colour',
    hint: 'Of buttons and links, such as #2a52c4. It must be dark enough to be read on light surfaces. Empty: the built-in colour.',
  },
  AccentColorDark: {
    label: 'Accent colour of the dark theme',
    hint: 'It must be light enough to be read on dark surfaces. Empty: the colour above, lightened as far as needed.',
  },
  ThemeDensity: {
    label: 'Density',
    hint: 'Each user may choose otherwise.',
    choices: { comfortable: 'Comfortable', compact: 'Compact' },
  },
  ThemeRadius: {
    label: 'Corners',
    hint: 'Each user may choose otherwise.',
    choices: { none: 'Square', small: 'Slightly rounded', large: 'Round' },
  },
  ThemeFont: {
    label: 'Typeface',
    hint: 'Each user may choose otherwise. Typefaces of the reader’s system; none is loaded.',
    choices: { system: 'System', sans: 'Sans-serif', serif: 'Serif', mono: 'Monospace' },
  },
  HomePageContent: {
    label: 'Home page',
    hint: 'Markdown, HTML, or an address to embed; the embedded page is told the language and the theme. Empty: the built-in home page.',
  },
  AvailabilityShownEnabled: {
    label: 'Show the last 24 hours',
    hint: 'On the built-in home page, hour by hour: the share of calls that did not fail here or at an upstream. It shows no channel and no number of calls. Uses the figures of the data dashboard, which must be on.',
  },
  ModelFiguresShownEnabled: {
    label: 'Show uptime and speed of models',
    hint: 'On the page of each model, to everybody: its uptime of 30 days, and its time to the first token and tokens a second by group. It names no channel, no number of calls, and no group that the visitor may not use. Uptime uses the figures of the data dashboard, which must be on. A badge of each model (/badge/NAME.svg) and a feed of incidents (/feed.xml, /feed.json) are then public, too.',
  },
  About: {
    label: 'About page',
    hint: 'Markdown, HTML, or an address to embed. Empty: the built-in page.',
  },
  UserAgreement: {
    label: 'User agreement',
    hint: 'Markdown, HTML, or an address to embed. Where there is a text, nobody registers or signs in without agreeing to it. Empty: none.',
  },
  PrivacyPolicy: {
    label: 'Privacy policy',
    hint: 'Markdown, HTML, or an address to embed. Where there is a text, nobody registers or signs in without agreeing to it. Empty: none.',
  },
  ChangedRulesAskedAgain: {
    label: 'Ask again after a change',
    hint: 'Whoever agreed to an earlier text must agree to the new one at their next sign-in. Who never agreed is always asked.',
  },
  Footer: {
    label: 'Footer',
    hint: 'HTML under every page. Empty: the built-in line.',
  },
} satisfies WordsOfTab<'other'>
