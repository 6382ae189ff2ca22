/** The addresses that other code links to. The whole route table is `pages.tsx`. */
export const paths = {
  home: '/',
  setup: '/setup',
  login: '/login',
  sessionExpired: '/login?expired=true',
  about: '/about',
  channels: '/channel',
  addChannel: '/channel/add',
  editChannel: '/channel/edit/:id',
  tokens: '/token',
  log: '/log',
  redemptions: '/redemption',
  wallet: '/topup',
  pricing: '/pricing',
  books: '/books',
  settings: '/setting',
} as const

/** Where a signed-in user starts. */
export const CONSOLE_START = paths.tokens
