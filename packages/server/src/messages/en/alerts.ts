import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: 'Test alert', text: 'This is a test. Nothing is wrong.' },
  rules: {
    channel_down: {
      title: 'Channel {id} ({name}) is down',
      text: 'Channel {id} ({name}) gets no calls: it was switched off automatically, or keeps failing.',
      over: 'Channel {id} ({name}) works again, or is not in use any more.',
    },
    wallet_low: {
      title: 'Channel {id} ({name}) has little left',
      text: 'Channel {id} ({name}) has {balance} US dollars left at its upstream, less than {least}.',
      over: 'Channel {id} ({name}) has enough left again.',
    },
    error_rate: {
      title: 'Many calls fail',
      text: '{percent} % of the calls of the last {minutes} minutes failed at upstreams: {failed} of {all}.',
      over: 'Few calls fail again.',
    },
    books_wrong: {
      title: 'The books do not balance',
      text: 'The daily proof of the books found {count} differences. Run the audit to see them.',
      over: 'The books balance again.',
    },
    job_failed: {
      title: 'The job {name} fails',
      text: 'The last run of the background job {name} failed: {error}',
      over: 'The background job {name} succeeds again.',
    },
  },
}
