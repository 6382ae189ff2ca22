import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: 'Operation',
    'rate-limit': 'Rate limit',
    'model-related': 'Models',
    system: 'System',
    overview: 'Overview',
    other: 'Other',
  },

  sections: {
    'operation/general': { title: 'General', hint: 'Links, display and the way this gateway is used.' },
    'operation/quota': { title: 'Quota', hint: 'What users are given, and how quota is counted.' },
    'operation/logs': { title: 'Logs', hint: 'What is logged about calls, and how long it is kept.' },
    'operation/monitoring': { title: 'Monitoring', hint: 'What happens when a channel fails.' },
    'operation/metrics': {
      title: 'Metrics',
      hint: 'What Prometheus reads at /metrics. Off until a token is set or an address is named, because it reveals models, calls and costs.',
    },
    'operation/alerts': { title: 'Alerts', hint: 'Sent once when something breaks, and once when it recovers.' },
    'operation/drawing': { title: 'Drawing and tasks', hint: 'Midjourney and other work that takes a while.' },
    'operation/sensitive-words': { title: 'Sensitive words', hint: 'Words that are not allowed through.' },
    'operation/dashboard': { title: 'Data dashboard', hint: 'The figures behind the dashboard’s charts.' },
    'operation/groups': { title: 'Groups', hint: 'Groups of users, what they pay and who may choose them.' },
    'operation/chats': { title: 'Chat clients', hint: 'Chat clients users can open with their own key.' },
    'operation/model-ratio': { title: 'Model prices', hint: 'Your own prices. They override the built-in price list.' },
    'rate-limit/model-request': { title: 'Model requests', hint: 'How many model requests a user may make.' },
    'rate-limit/nodes': { title: 'Several nodes', hint: 'How limits work across several nodes.' },
    'rate-limit/addresses': {
      title: 'Requests of an address',
      hint: 'Further requests are answered with 429. Behind a proxy, name it in TRUSTED_PROXIES, or all its clients count as one. This machine’s own requests are not counted.',
    },
    'rate-limit/connections': { title: 'Connections', hint: 'Limits for clients that send little or nothing.' },
    'rate-limit/memory': { title: 'Memory', hint: 'Limits for running calls.' },
    'model-related/global': { title: 'All models', hint: 'How requests are accepted and passed on.' },
    'model-related/relay': {
      title: 'Time limits',
      hint: 'How long to wait for an upstream before it counts as failed, and how long to keep reading after the client has left.',
    },
    'model-related/model-limits': {
      title: 'Limits of models',
      hint: 'How many tokens go into a model and come out of it, if you know better than the price list.',
    },
    'model-related/stored-responses': {
      title: 'Stored responses',
      hint: 'For clients that fetch a response again or continue from it.',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'For channels of Google Gemini.' },
    'model-related/claude': { title: 'Claude', hint: 'For channels of Anthropic Claude.' },
    'system/general': { title: 'General', hint: 'The address of this gateway.' },
    'system/worker': { title: 'Worker', hint: 'A server that fetches outside content on behalf of this one.' },
    'system/payment': { title: 'Payment', hint: 'How users buy quota online.' },
    'system/stripe': { title: 'Stripe', hint: 'Card payments and more, on Stripe’s own page.' },
    'system/invoice': {
      title: 'Invoices',
      hint: 'What the printable invoice of a paid order says of you. Empty name: there are no invoices.',
    },
    'system/login': { title: 'Sign-in and registration', hint: 'Who may sign in, and how.' },
    'system/email-domain': { title: 'E-mail domains', hint: 'Which addresses may register.' },
    'system/smtp': { title: 'Mail server', hint: 'Sends verification codes, password resets and warnings.' },
    'system/oidc': {
      title: 'OIDC',
      hint: 'The callback at your provider is the server address followed by /oauth/oidc.',
    },
    'system/oidc-providers': {
      title: 'Further OIDC providers',
      hint: 'Each has a button of its own. The callback at the provider is the server address followed by /oauth/ and its slug.',
    },
    'system/github': { title: 'GitHub', hint: 'The OAuth app users sign in with.' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'The app users sign in with.' },
    'system/wechat': { title: 'WeChat', hint: 'The server behind your official account.' },
    'system/telegram': { title: 'Telegram', hint: 'The bot users sign in with.' },
    'system/turnstile': { title: 'Turnstile', hint: 'Cloudflare’s check against robots.' },
    'overview/panels': {
      title: 'Overview page',
      hint: 'What users see on the page of the dashboard, and in which order.',
    },
    'overview/announcements': { title: 'Announcements', hint: 'News with a date, newest first.' },
    'overview/status': {
      title: 'Status panel',
      hint: 'How well calls go, by this gateway’s own figures, and what maintenance is planned.',
    },
    'overview/uptime-kuma': {
      title: 'Status pages of Uptime Kuma',
      hint: 'Monitors of your own, in the status panel of the overview.',
    },
    'overview/api-info': { title: 'API addresses', hint: 'Addresses under which users reach this gateway.' },
    'overview/faq': { title: 'Questions and answers', hint: 'What users ask often.' },
    'overview/menu': { title: 'Own menu items and pages', hint: 'Further links and pages in the console’s menu.' },
    'other/info': { title: 'System information', hint: 'The running version, and whether there is a newer one.' },
    'other/notice': { title: 'Notice', hint: 'Shown to everybody.', failed: 'The notice was not saved' },
    'other/name': { title: 'Site name', hint: 'The name of this site.', failed: 'The site name was not saved' },
    'other/logo': { title: 'Logo', hint: 'The logo of this site.', failed: 'The logo was not saved' },
    'other/accent': {
      title: 'Accent colour',
      hint: 'The colour of buttons and links.',
      failed: 'The accent colour was not saved',
    },
    'other/look': {
      title: 'Density, corners and typeface',
      hint: 'How the console looks for users who have not chosen otherwise.',
    },
    'other/home': { title: 'Home page', hint: 'What visitors see first.', failed: 'The home page was not saved' },
    'other/home-parts': {
      title: 'Built-in home page',
      hint: 'What it shows besides models and prices.',
      failed: 'The home page was not saved',
    },
    'other/model-pages': {
      title: 'Pages of models',
      hint: 'What they show besides price and abilities.',
      failed: 'The pages of models were not saved',
    },
    'other/about': { title: 'About page', hint: 'Who runs this site.', failed: 'The about page was not saved' },
    'other/legal': { title: 'Rules of the site', hint: 'What newcomers agree to.', failed: 'The rules were not saved' },
    'other/footer': { title: 'Footer', hint: 'The line under every page.', failed: 'The footer was not saved' },
  },

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies SettingsWords
