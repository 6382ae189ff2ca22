import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: 'Operation',
    'rate-limit': 'Rate limit',
    'model-related': 'Models',
    system: 'System',
    other: 'Other',
  },

  sections: {
    'operation/general': { title: 'General', hint: 'Links, display and the way this gateway is used.' },
    'operation/quota': { title: 'Quota', hint: 'What users are given, and how quota is counted.' },
    'operation/logs': { title: 'Logs', hint: 'What is written down about calls, and for how long it is kept.' },
    'operation/monitoring': { title: 'Monitoring', hint: 'What happens when a channel fails.' },
    'operation/metrics': {
      title: 'Metrics',
      hint: 'What Prometheus reads at /metrics. Off until a token is set or an address is named: it tells of models, calls and costs.',
    },
    'operation/alerts': { title: 'Alerts', hint: 'Told once when something breaks, and once when it is well again.' },
    'operation/drawing': { title: 'Drawing and tasks', hint: 'Midjourney and other work that takes a while.' },
    'operation/sensitive-words': { title: 'Sensitive words', hint: 'Words that may not pass the gate.' },
    'operation/dashboard': { title: 'Data dashboard', hint: 'The figures behind the dashboard’s charts.' },
    'operation/groups': { title: 'Groups', hint: 'Groups of users, what they pay and who may choose them.' },
    'operation/chats': { title: 'Chat clients', hint: 'Chat clients users can open with their own key.' },
    'operation/model-ratio': { title: 'Model prices', hint: 'Your own prices. They win over the built-in price list.' },
    'rate-limit/model-request': { title: 'Model requests', hint: 'How many model requests a user may make.' },
    'rate-limit/nodes': { title: 'Several nodes', hint: 'How limits hold where several nodes serve together.' },
    'rate-limit/addresses': {
      title: 'Requests of an address',
      hint: 'Who exceeds them is answered 429. Behind a proxy name it in TRUSTED_PROXIES, or all its clients count as one. This machine’s own requests are not counted.',
    },
    'rate-limit/connections': { title: 'Connections', hint: 'What clients that send little, or nothing, may take.' },
    'rate-limit/memory': { title: 'Memory', hint: 'What calls in flight may take.' },
    'model-related/global': { title: 'All models', hint: 'How requests are taken and handed on.' },
    'model-related/relay': {
      title: 'Time limits',
      hint: 'How long to wait for an upstream before it counts as failed, and to read on when nobody waits.',
    },
    'model-related/model-limits': {
      title: 'Limits of models',
      hint: 'How many tokens go into a model and come out of it, where you know better than the price list.',
    },
    'model-related/stored-responses': {
      title: 'Stored responses',
      hint: 'For clients that ask for a response again or go on from it.',
    },
    'model-related/gemini': { title: 'Gemini', hint: 'For channels of Google Gemini.' },
    'model-related/claude': { title: 'Claude', hint: 'For channels of Anthropic Claude.' },
    'system/general': { title: 'General', hint: 'Where this gateway is.' },
    'system/worker': { title: 'Worker', hint: 'A server that fetches from outside in this one’s place.' },
    'system/payment': { title: 'Payment', hint: 'How users buy quota online.' },
    'system/login': { title: 'Sign-in and registration', hint: 'Who may come in, and how.' },
    'system/email-domain': { title: 'E-mail domains', hint: 'Which addresses may register.' },
    'system/smtp': { title: 'Mail server', hint: 'Sends verification codes, password resets and warnings.' },
    'system/oidc': {
      title: 'OIDC',
      hint: 'The callback at your provider is the server address followed by /oauth/oidc.',
    },
    'system/github': { title: 'GitHub', hint: 'The OAuth app users sign in with.' },
    'system/linuxdo': { title: 'LINUX DO', hint: 'The app users sign in with.' },
    'system/wechat': { title: 'WeChat', hint: 'The server behind your official account.' },
    'system/telegram': { title: 'Telegram', hint: 'The bot users sign in with.' },
    'system/turnstile': { title: 'Turnstile', hint: 'Cloudflare’s check against robots.' },
    'other/info': { title: 'System information', hint: 'The running version, and whether there is a newer one.' },
    'other/notice': { title: 'Notice', hint: 'Shown to everybody.', failed: 'The notice was not saved' },
    'other/name': { title: 'Site name', hint: 'What this site is called.', failed: 'The site name was not saved' },
    'other/logo': { title: 'Logo', hint: 'The sign of this site.', failed: 'The logo was not saved' },
    'other/accent': {
      title: 'Accent colour',
      hint: 'The colour of buttons and links.',
      failed: 'The accent colour was not saved',
    },
    'other/home': { title: 'Home page', hint: 'What visitors see first.', failed: 'The home page was not saved' },
    'other/home-parts': {
      title: 'Built-in home page',
      hint: 'What it shows besides models and prices.',
      failed: 'The home page was not saved',
    },
    'other/about': { title: 'About page', hint: 'Who runs this site.', failed: 'The about page was not saved' },
    'other/footer': { title: 'Footer', hint: 'The line under every page.', failed: 'The footer was not saved' },
  },

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...other },
} satisfies SettingsWords
