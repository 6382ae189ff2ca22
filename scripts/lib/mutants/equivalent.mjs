/**
 * Mutants that no test can notice, each with the reason. They are sampled, tried and printed like all others; the score
 * is given with and without them. `on`: the mutant's line.
 */
export const equivalents = [
  {
    file: 'platform/workers/upgrade/listening-sockets.ts',
    on: /^const TCP_INFO = /,
    before: /^104$|^24$/,
    after: /^10[35]$|^23$/,
    why: 'the system fills what there is room for, and the byte before the count is 0 while nothing waits',
  },
  {
    file: 'relay/hold/hold-extender.ts',
    on: /^ {2}let (covered|low) = 0$/,
    why: 'written over by cover() before it is read',
  },
  {
    file: 'relay/hold/hold.ts',
    on: /growTo\(least\.cost\(least\.least\), 0, 0\)/,
    before: /^0$/,
    after: /^1$|^\(-1\)$/,
    why: 'what the wallet could not pay costs more than 1',
  },
  {
    file: 'relay/hold/hold.ts',
    on: /envelope\.inputFacts \?\? factsIn\(format, text\)/,
    after: /^\(factsIn\(format, text\)\)$/,
    why: 'finds the same facts again',
  },
  {
    file: 'relay/hold/size-request.ts',
    on: /if \(others\.length === 0\) return first$/,
    before: /^0$/,
    after: /^\(-1\)$/,
    why: 'a shortcut: the dearest of one plan is that plan',
  },
  {
    file: 'relay/settlement/cached-shares.ts',
    on: /if \(conversations\.size === 0\) this\.byToken\.delete\(this\.tokenId\)$/,
    after: /^;$/,
    why: 'frees memory: a token without conversations has no cached share',
  },
  {
    file: 'relay/settlement/settlement.ts',
    on: /const channelId = row\.channel_id \?\? 0/,
    before: /^0$|^row\.channel_id \?\? 0$/,
    after: /^\(-1\)$|^1$|^\(row\.channel_id\)$/,
    why: 'the row always names a channel, if only 0',
  },
  {
    file: 'platform/sessions/store.ts',
    on: /get\(SESSION_COOKIE\) \?\? undefined/,
    before: /\?\? undefined$/,
    after: /get\(SESSION_COOKIE\)\)$/,
    why: 'who asks wants to know whether there is one, and null is none as well',
  },
  {
    file: 'platform/sessions/store.ts',
    on: /const \{ numDeletedRows \} = await db$/,
    before: /deleteFrom\('sessions'\).*\.where\('expires_at', '<=', now\)$/s,
    after: /\.limit\(limit\)\)$/,
    why: 'asked a second time for a session that is renewed at the same moment, on PostgreSQL',
  },
  {
    file: 'records/archive/bucket-place.ts',
    on: /split\(\/<\\\/\?Code>\/, 2\)/,
    after: /^3$/,
    why: 'what stands behind the code is not read',
  },
  {
    file: 'records/archive/folder-place.ts',
    on: /^ {6}await synchronize\((part|folder)\)$/,
    after: /^;$/,
    why: 'shows only where the machine loses its power',
  },
  {
    file: 'records/archive/archive-oldest.ts',
    on: /if \(ids\.push\(id\) === MOVED_AT_ONCE\)/,
    after: /^ids\.unshift/,
    why: 'the rows of one deletion have no order',
  },
  {
    file: 'records/archive/ask-by-age.ts',
    on: /oldestLogs\(reports, before, null, 1\)/,
    before: /^1$/,
    after: /^2$/,
    why: 'only whether there is a row counts',
  },
  {
    file: 'records/archive/search.ts',
    on: /first: \{ created_at: search\.from \?\? 0, id: 0 \}/,
    after: /^\(-1\)$/,
    why: 'times and ids begin above zero',
  },
  {
    file: 'platform/workers/claim-port.ts',
    on: /^const (PATIENCE_MS|LOOK_MS) = /,
    why: 'a millisecond more or less',
  },
  {
    file: 'platform/workers/siblings.ts',
    on: /^ *let (lastId|lastAsked) = 0$/,
    why: 'ids only need to differ',
  },
  {
    file: 'platform/workers/siblings.ts',
    on: /^ {4}pending\.delete\(id\)$/,
    after: /^;$/,
    why: 'frees memory: an answered question takes no second answer',
  },
  {
    file: 'platform/workers/sqlite-client.ts',
    on: /^ {4}pending\.delete\(id\)$/,
    after: /^;$/,
    why: 'frees memory: an answered call takes no second answer',
  },
  {
    file: 'platform/workers/upgrade/hand-over.ts',
    on: /^const LOOK_MS = /,
    why: 'a millisecond more or less',
  },
  {
    file: 'platform/workers/sqlite-host.ts',
    on: /^ {6}cancels\.delete\(id\)$/,
    after: /^;$/,
    why: 'frees memory: a call that has ended cannot be cancelled',
  },
  {
    file: 'platform/workers/upgrade/listening-sockets.ts',
    on: /^const STREAM_CLOSED_ON_EXEC = /,
    why: 'the socket only takes the place of another and is never used',
  },
  {
    file: 'platform/workers/upgrade/listening-sockets.ts',
    on: /^const (HANDSHAKE_MS|LOOK_MS|ADDRESS_BYTES) = /,
    before: /^\d/,
    why: 'a millisecond, or a spare byte, more or less',
  },
  {
    file: 'platform/workers/upgrade/predecessor.ts',
    on: /proof: null, listeners: 0, url: ''/,
    before: /^0$/,
    why: 'the running server does not read how many sockets the next one has so far',
  },
  {
    file: 'platform/workers/upgrade/tell-service-manager.ts',
    on: /^const DATAGRAM_CLOSED_ON_EXEC = /,
    before: /^2$/,
    after: /^3$/,
    why: 'Linux takes a raw socket of this kind for a datagram socket',
  },
  {
    file: 'start/workers/start-with-workers.ts',
    on: /^ {10}if \(ownership\) await prepared\.close\(\)$/,
    before: /^await/,
    why: 'the next version owns the database by then, and this process ends',
  },
  {
    file: 'people/second-factor/routes.ts',
    on: /enabled: caller\.second_factor_at > 0/,
    before: /^0$/,
    after: /^1$/,
    why: 'a time in Unix seconds is never 1',
  },
  {
    file: 'people/passkeys/assert.ts',
    on: /^ {8}counter: 0,$/,
    after: /^\(-1\)$/,
    why: 'the library takes every counter either way; the caller compares',
  },
  {
    file: 'stateful/batches/stored-upstream.ts',
    on: /readOnMs: \(\) => 0/,
    before: /^0$/,
    after: /^\(-1\)$|^1$/,
    why: 'a call that ends a moment later reads nothing more',
  },
  {
    file: 'stateful/batches/stored-upstream.ts',
    on: /if \(status >= 200 && status < 300\)/,
    before: /^200$/,
    after: /^199$/,
    why: 'no answer ends with a status below 200',
  },
  {
    file: 'stateful/batches/batch-channels.ts',
    on: /provider\.batches\?\.priceShare \?\? 1\)/,
    before: /^1$|\?\? 1$/,
    after: /^0$|^2$|^\(provider\.batches\?\.priceShare\)$/,
    why: 'a channel that takes batches has a share',
  },
  {
    file: 'stateful/batches/lines.ts',
    on: /held\.length === 1 && only \? only : Buffer\.concat\(held\)/,
    before: /^1$/,
    after: /^0$/,
    why: 'a shortcut: one piece put together is that piece',
  },
  {
    file: 'stateful/batches/upload.ts',
    on: /get\('content-length'\) \?\? 0\)/,
    before: /^0$/,
    after: /^1$|^\(-1\)$/,
    why: 'no file of no length is too long',
  },
  {
    file: 'stateful/batches/results.ts',
    on: /charge\(\{ price, groupRatio: 1, quotaPerUnit \}/,
    before: /^1$/,
    why: 'the results are only compared with each other, all at the same ratio',
  },
  {
    file: 'stateful/tasks/ask-upstream.ts',
    on: /^const LIMITS = /,
    before: /^\d+$/,
    why: 'a second more or less',
  },
  {
    file: 'money/ledger/group-writer.ts',
    on: /clear(Interval\(ticks|Timeout\(retry) \?\? undefined\)$/,
    after: /^\((ticks|retry)\)$/,
    why: 'no timer is no timer, as null too',
  },
  {
    file: 'money/ledger/audit-links.ts',
    on: /^const PAGE = /,
    why: 'a row more or less at a time',
  },
  {
    file: 'money/ledger/audit-lost-calls.ts',
    on: /^const PAGE = /,
    why: 'a row more or less at a time',
  },
  {
    file: 'money/ledger/call-balances.ts',
    on: /changes\.push\(\[node, '(user|token|period)', id, paid\]\)$/,
    after: /^changes\.unshift\(/,
    why: 'the rows of one update have no order',
  },
  {
    file: 'money/ledger/transfer.ts',
    on: /rows\.find\(\(\{ id \}\) => id === fromId\)$/,
    after: /findLast/,
    why: 'ids are unique',
  },
  {
    file: 'money/ledger/journal.ts',
    on: /^const (PATIENCE_MS|MENDING_PAUSE_MS) = /,
    why: 'a millisecond more or less',
  },
  {
    file: 'money/ledger/periods.ts',
    on: /(OWNERS|QUOTA_PERIODS)\[.* \?\? '(user|day)'/,
    after: /^\((OWNERS|QUOTA_PERIODS)\[[^\]]*\]\)$/,
    why: 'no id names another owner or period',
  },
  {
    file: 'stateful/tasks/videos/vendors/openai.ts',
    on: /filename="reference\.\$\{mime\.split\('\/'\)\[1\] \?\? 'bin'\}"/,
    why: 'only the name that a picture has upstream',
  },
  {
    file: 'stateful/batches/upload.ts',
    on: /const boundary = .*randomText\(32\)/,
    before: /^32$/,
    why: 'a boundary of about that length is as good',
  },
  {
    file: 'stateful/batches/make-batch.ts',
    on: /channel_key: channel\.keyId \?\? ''/,
    after: /^\(channel\.keyId\)$/,
    why: 'the column is empty by default',
  },
  {
    file: 'stateful/batches/message-batches.ts',
    on: /id: `msgbatch_\$\{randomText\(24\)\}`/,
    before: /^24$/,
    why: 'an id of about that length is as good',
  },
  {
    file: 'stateful/responses/store/conversations.ts',
    on: /^ {2}let lastPlace = 0$/,
    before: /^0$/,
    why: 'the time is always later',
  },
]

/** Why a mutant changes nothing; undefined: it may change something. `text`: its line. */
export function whyEquivalent({ file, text, before, after }) {
  const same = ({ file: end, on, before: was = /^/, after: is = /^/ }) =>
    file.endsWith(end) && on.test(text) && was.test(before) && is.test(after)
  return equivalents.find(same)?.why
}
