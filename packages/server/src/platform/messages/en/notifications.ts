import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: 'Your quota is running low',
    content: 'Your quota is running low: {{value}} is left. Top up in time to keep your calls going.',
    link: 'Top up: {{value}}',
  },
  planEnded: {
    title: 'A plan has ended',
    content: 'Your plan “{{value}}” has ended. Calls are paid from your other plans and your balance.',
    link: 'Plans: {{value}}',
  },
  planUnpaid: {
    title: 'A plan was not renewed',
    content: 'Your plan “{{value}}” has ended: your balance did not cover the {{value}} for another term.',
    link: 'Top up: {{value}}',
  },
  teamWalletLow: {
    title: 'The wallet of a team is running low',
    content:
      'The wallet of the team “{{value}}” is running low: {{value}} is left. Pay in in time to keep its calls going.',
    link: 'Teams: {{value}}',
  },
  memberBudget: {
    title: 'A member’s budget is used',
    content:
      '{{value}} has used {{value}} % of their budget of {{value}} in the team “{{value}}”; it starts again at {{value}}.',
    link: 'Teams: {{value}}',
  },
  projectBudget: {
    title: 'A project’s budget is used',
    content:
      'The project “{{value}}” has used {{value}} % of its budget of {{value}} in the team “{{value}}”; it starts again at {{value}}.',
    link: 'Teams: {{value}}',
  },
  channelDisabled: { title: 'A channel was disabled', content: '{{value}}', link: 'Channels: {{value}}' },
  channelEnabled: { title: 'A channel was enabled again', content: '{{value}}', link: 'Channels: {{value}}' },
  channelsTested: {
    title: 'All channels were tested',
    content: 'All channels were tested: {{value}} passed, {{value}} failed.',
    link: 'Channels: {{value}}',
  },
  otherModelServed: {
    title: 'A channel serves another model',
    content: 'Channel “{{value}}” ({{value}}) was asked for {{value}} and says it served {{value}}.',
    link: 'Channels: {{value}}',
  },
  countsDrift: {
    title: 'A channel’s token counts differ from ours',
    content:
      'Channel “{{value}}” ({{value}}), model {{value}}: the upstream bills {{value}} times the tokens we count.',
    link: 'Channels: {{value}}',
  },
}
