export const jobs = {
  title: 'Background jobs',
  hint: 'What the server does by itself. Of several nodes one runs each.',
  run: 'Run now',
  started: '{{name}}: started',
  loadFailed: 'The jobs could not be loaded',
  notStarted: '{{name}} was not started: {{message}}',
  dueNow: 'now',
  columns: { name: 'Job', state: 'Last run', started: 'Started', due: 'Next', interval: 'Every' },
  states: {
    never_run: 'Never run',
    running: 'Running …',
    failed: 'Failed',
    interrupted: 'Interrupted, runs again',
    succeeded_one: 'Done, {{count}} removed',
    succeeded_other: 'Done, {{count}} removed',
  },
  names: {
    'expired-sessions': 'Expired sessions',
    'unpaid-orders': 'Unpaid orders',
    'old-notices': 'Old notices',
  },
  explanations: {
    'expired-sessions': 'Removes sign-ins that are over.',
    'unpaid-orders': 'Removes online top-ups that nobody paid within 180 days.',
    'old-notices': 'Forgets warnings sent so long ago that they hold back no new one.',
  },
}
