export const overview = {
  loadFailed: 'The panels could not be loaded',
  announcements: {
    title: 'Announcements',
    none: 'Nothing new.',
    all: 'Show all {{total}}',
    types: {
      ongoing: 'In progress',
      success: 'Done',
      warning: 'Warning',
      error: 'Trouble',
    },
  },
  apiInfo: {
    title: 'API addresses',
    measure: 'Measure',
    measureOf: 'Measure the latency of {{name}}',
    latency: '{{ms}} ms from this browser',
    unreachable: 'Not reached from this browser',
  },
  faq: {
    title: 'Questions and answers',
  },
  status: {
    title: 'Status',
    hint: 'The share of calls that did not fail at an upstream, over seven days.',
    unknown: 'The figures are not known now.',
    nothingPlanned: 'No maintenance is planned.',
    planned: 'Planned',
    running: 'Now',
    span: 'From {{from}} until {{until}}',
    day: '{{day}}: {{share}}',
    quietDay: '{{day}}: too few calls',
    kinds: {
      good: 'Well',
      fair: 'Some failures',
      bad: 'Failing',
      quiet: 'Too few calls',
    },
  },
}
