/** The directions imports may take: contract ◄ gateway ◄ server, console ► contract. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/**
 * The wings of the server and their rooms: a wing imports from the wings above it alone, a room from the rooms above it
 * in its wing. Test support stands outside.
 */
const serverWings = {
  platform: [
    'messages',
    'process',
    'secrets',
    'counts',
    'storage',
    'probes',
    'tracing',
    'workers',
    'cluster',
    'sessions',
    'openapi',
    'http',
    'options',
    'connections',
    'mail',
    'metrics',
  ],
  records: ['drawing-log', 'logs', 'archive', 'dashboard', 'live', 'task-log'],
  money: ['ledger', 'pricing', 'price-lists', 'plans', 'redemptions', 'refunds', 'what-if', 'wallet', 'payment'],
  people: [
    'invites',
    'passkeys',
    'tokens',
    'turnstile',
    'user-messages',
    'users',
    'rights',
    'notifications',
    'second-factor',
    'confirmation',
    'setup',
    'login',
    'registration',
    'invitations',
    'teams',
    'profile',
    'identities',
  ],
  relay: [
    'call',
    'candidates',
    'errors',
    'request',
    'plan',
    'upstream',
    'hold',
    'response',
    'attempt',
    'settlement',
    'endpoints',
    'playground',
    'quote',
    'mirror',
    'keys',
  ],
  stateful: ['batches', 'realtime', 'responses', 'responses-socket', 'tasks'],
  channels: ['channels', 'flags', 'health', 'list', 'keys', 'models', 'tests', 'balances', 'model-prices'],
  site: [
    'updates',
    'settings',
    'price-lists',
    'status',
    'model-pages',
    'overview',
    'alerts',
    'system',
    'jobs',
    'apply',
  ],
  'moving-in': ['sources', 'tables', 'proof', 'leave', 'sync', 'shadow', 'mirror', 'runs'],
  start: [],
}
const testSupport =
  '\\.test\\.ts$|^packages/server/test/|/(ledger|plans)/(testing|kill-driver)\\.ts$|/protocols/laws/|-fixture\\.ts$'
const roomPath = (folder, names) => `^packages/${folder}/(${names.join('|')})/`

/**
 * The rooms of the gateway, in the same order of imports: what is in no wire format, what is in one, and what goes by all of
 * them.
 */
const gatewayRooms = [
  'raw',
  'sound',
  'stage',
  'errors',
  'canonical',
  'usage',
  'observers',
  'metering',
  'protocols',
  'exchanges',
  'response-pipeline',
  'pricing',
  'model-facts',
  'providers',
  'planning',
  'balances',
  'price-lists',
  'adapt',
  'content-filter',
  'docs',
]

/** A room imports from the rooms before it alone; a folder needs its place among them. */
const layersOf = (folder, rooms) => [
  ...rooms
    .slice(0, -1)
    .map((room, at) =>
      forbid(
        `${folder}-below-${room}`,
        { path: roomPath(folder, [room]), pathNot: testSupport },
        { path: roomPath(folder, rooms.slice(at + 1)) },
        `${folder}/${room} imports from the rooms above it in this file's lists alone.`,
      ),
    ),
  forbid(
    `${folder}-room-without-place`,
    { path: `^packages/${folder}/(?!(${rooms.join('|')})/)[^/]+/` },
    {},
    'A new room needs its line in the lists of this file.',
  ),
]

module.exports = {
  forbidden: [
    forbid('no-circular', {}, { circular: true }, 'A circle means two files answer one question.'),
    forbid(
      'contract-stands-alone',
      { path: '^packages/contract' },
      { path: '^packages/(gateway|server|console)' },
      'The contract imports nothing of ours.',
    ),
    forbid(
      'gateway-is-pure',
      { path: '^packages/gateway/src' },
      { path: '^packages/(server|console)' },
      'The gateway knows neither server nor console.',
    ),
    forbid(
      'gateway-does-no-io',
      { path: '^packages/gateway/src', pathNot: '\\.test\\.ts$|/laws/' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?buffer$' },
      'No I/O, no clock, no database in the gateway.',
    ),
    forbid(
      'console-sees-the-contract-only',
      { path: '^packages/console/src' },
      { path: '^packages/(gateway|server)' },
      'The console never imports server or gateway.',
    ),
    forbid(
      'console-tests-see-stand-ins-only',
      { path: '^packages/console/test' },
      { path: '^packages/(gateway|server)', pathNot: '^packages/server/test/support/' },
      'Browser tests see the running gateway, and the stand-ins for what surrounds it.',
    ),
    forbid(
      'server-without-console',
      { path: '^packages/server' },
      { path: '^packages/console' },
      'The server serves the console as files only.',
    ),
    forbid(
      'protocols-know-no-registry',
      { path: '^packages/gateway/src/protocols/[^/]+/', pathNot: testSupport },
      { path: '^packages/gateway/src/protocols/[^/]+\\.ts$', pathNot: '/protocol\\.ts$' },
      'A protocol is what its folder says; what goes by all of them stands above.',
    ),
    forbid(
      'protocols-common-is-of-none',
      { path: '^packages/gateway/src/protocols/common/' },
      { path: '^packages/gateway/src/protocols/(?!common/)' },
      'What protocols share belongs to none of them.',
    ),
    ...layersOf('gateway/src', gatewayRooms),
    ...layersOf('server/src', Object.keys(serverWings)),
    ...Object.entries(serverWings).flatMap(([wing, rooms]) =>
      rooms.length > 0 ? layersOf(`server/src/${wing}`, rooms) : [],
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|recordings)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'bun', 'node', 'default'],
    },
  },
}
