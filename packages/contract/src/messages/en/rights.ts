import type { Right } from '../../rights.ts'

export const rights: Record<Right, { name: string; opens: string }> = {
  'channels.see': {
    name: 'Channels: see',
    opens: 'Channels, their health, keys’ states and flags, without any secret',
  },
  'channels.operate': {
    name: 'Channels: operate',
    opens: 'Enable, disable, test, tag, copy and delete channels; their models, groups, priorities and weights',
  },
  'channels.keys': {
    name: 'Channels: keys',
    opens:
      'Read and change keys, addresses, proxies, overrides and mappings of models, which hold secrets or decide where keys go and which model answers',
  },
  'users.see': { name: 'Users: see', opens: 'Users with their balances, sessions and subscriptions' },
  'users.edit': {
    name: 'Users: edit',
    opens: 'Make, rename, disable and cancel users; their passwords, sign-in identities, second factors and remarks',
  },
  'users.balances': {
    name: 'Users: balances',
    opens: 'Balances, limits and groups of users, orders, refunds, and plans that are given',
  },
  messages: { name: 'Messages to users', opens: 'Write to users in the console and by mail, and recall it' },
  prices: {
    name: 'Prices',
    opens: 'Prices of models, groups and plans, the limits of models, self-use, price lists and replays',
  },
  logs: {
    name: 'Logs of others',
    opens: 'Everybody’s log, receipts, drawings, tasks and figures, with the names of users and channels',
  },
  codes: { name: 'Codes', opens: 'Redemption codes' },
  settings: {
    name: 'Settings that open no doors',
    opens: 'Settings other than prices and those of the super admin; alerts and the check for updates',
  },
  jobs: {
    name: 'Jobs',
    opens: 'Background jobs, the page Server without its log, and deleting old rows of the log',
  },
}
