import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: 'Test alert', text: 'This is a test. Nothing is wrong.' },
  rules: {
    channel_down: {
      title: 'Channel {id} ({name}) is down',
      text: 'Channel {id} ({name}) gets no calls: it was switched off automatically, or keeps failing.',
      over: 'Channel {id} ({name}) works again, or is no longer in use.',
    },
    wallet_low: {
      title: 'Channel {id} ({name}) has little left',
      text: 'Channel {id} ({name}) has {balance} US dollars left at its upstream, less than {least}.',
      over: 'Channel {id} ({name}) has enough balance again.',
    },
    error_rate: {
      title: 'Many calls fail',
      text: '{percent} % of the calls of the last {minutes} minutes failed at upstreams: {failed} of {all}.',
      over: 'Few calls fail now.',
    },
    books_wrong: {
      title: 'The books do not balance',
      text: 'The daily check of the books found {count} differences. Run the audit to see them.',
      over: 'The books balance again.',
    },
    job_failed: {
      title: 'The job {name} fails',
      text: 'The last run of the background job {name} failed: {error}',
      over: 'The background job {name} succeeds again.',
    },
    price_raised: {
      title: 'The upstream’s price of {model} is above ours',
      text: 'The price list {list} now asks {percent} % more for {model} than we do: {theirs} instead of {ours} US dollars (three million tokens of input and one of output, or its dearest unit).',
      over: 'Our price of {model} covers that of the list {list} again, or the list no longer has it.',
    },
    database_away: {
      title: 'The database is unreachable',
      text: 'Server {server} cannot reach its database. Calls are refused until it is back.',
      over: 'Server {server} reaches its database again.',
    },
    database_read_only: {
      title: 'The database accepts no writes',
      text: 'Server {server} reaches its database, but the database accepts no writes: it is read-only, or its disk is full.',
      over: 'The database accepts writes of server {server} again.',
    },
    redis_away: {
      title: 'Redis is away',
      text: 'Server {server} cannot reach Redis. Calls continue, but each node counts limits alone.',
      over: 'Server {server} reaches Redis again.',
    },
    not_ready: {
      title: 'A server is not ready',
      text: 'Server {server} cannot serve calls: its database is unreachable, or it cannot write charges.',
      over: 'Server {server} serves calls again.',
    },
    node_lost: {
      title: 'A node is lost',
      text: 'Node {node} is silent: its process was killed or is frozen, or it cannot reach the database.',
      over: 'Node {node} answers again, or was given up.',
    },
    funds_held: {
      title: 'A silent node holds quota',
      text: 'Node {node} is silent and holds {quota} quota of users, which is returned when the node is given up.',
      over: 'The quota that node {node} held has been returned.',
    },
    disk_full: {
      title: 'The disk is nearly full',
      text: 'The disk with the data folder or the database of server {server} has {percent} % free space, less than {least} %.',
      over: 'The disk of server {server} has enough space again.',
    },
    own_errors: {
      title: 'A server answers many calls with 5xx',
      text: 'Server {server} ended {percent} % of the calls of the last {minutes} minutes with 5xx: {failed} of {all}.',
      over: 'Server {server} ends few calls with 5xx now.',
    },
  },
}
