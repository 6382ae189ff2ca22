import { RULES } from '../adapt/reasoning-models.ts'
import type { ParameterName } from '../canonical/request.ts'
import { THINKING_MODELS } from '../canonical/thinking-models.ts'
import {
  type ClientDialectId,
  clientDialects,
  type DialectId,
  dialects,
  type UpstreamDialectId,
  upstreamDialects,
} from '../protocols/index.ts'
import { HOST_PARAMETERS, type HostName, lackedBy } from '../providers/host-parameters.ts'
import {
  BACK_TO_A_CLIENT,
  INTRODUCTION,
  OTHER_CALLS,
  PARAMETERS,
  SIGNATURES,
  THINKING,
  TO_AN_UPSTREAM,
  TO_REASONING_MODELS,
  TO_SINGLE_HOSTS,
  TOOLS,
} from './dialects-prose.ts'
import { lostBetween } from './lost-between.ts'
import { code, page, plain, table } from './markdown.ts'
import { singleCallTable } from './single-call-table.ts'

/** `docs/dialects.md`: how a call changes between wire formats, generated from the gateway's tables. */
export const dialectsPage = (): string =>
  page(
    INTRODUCTION,
    '## Parameters',
    PARAMETERS,
    parameterTable(),
    '## To an upstream',
    TO_AN_UPSTREAM,
    ...upstreams.flatMap(upstream => [`### To ${TITLES[upstream]}`, tableOfAsks(upstream)]),
    '### To OpenAI’s reasoning models',
    TO_REASONING_MODELS,
    reasoningModelTable(),
    '### To single hosts',
    TO_SINGLE_HOSTS,
    hostTable(),
    '## Thinking',
    THINKING,
    thinkingTable(),
    '## Back to a client',
    BACK_TO_A_CLIENT,
    tableOfAnswers(),
    '## Signatures',
    SIGNATURES,
    table(
      ['', 'signatures of its own family', 'signatures of others, for its clients'],
      upstreams.flatMap(id => {
        const places = SIGNATURE_PLACES[id]
        return places ? [[TITLES[id], places.own, places.others]] : []
      }),
    ),
    '## Tools that the upstream runs',
    TOOLS,
    table(
      searches().map(id => TITLES[id]),
      [searches().map(id => SEARCHES[id] ?? '')],
    ),
    '## Other calls',
    OTHER_CALLS,
    singleCallTable(),
  )

export const TITLES: Readonly<Record<UpstreamDialectId | ClientDialectId, string>> = {
  'openai-chat': 'Chat',
  'openai-responses': 'Responses',
  'anthropic-messages': 'Messages',
  gemini: 'Gemini',
  bedrock: 'Converse',
  cohere: 'Cohere',
  hunyuan: 'Hunyuan',
  dify: 'Dify',
  coze: 'Coze',
  spark: 'Spark',
  ernie: 'ERNIE',
  'zhipu-v3': 'ChatGLM',
  'aiproxy-library': 'AI Proxy’s library',
  'cloudflare-run': 'Cloudflare’s run',
  'openai-completions': 'Completions',
  'gemini-interactions': 'Interactions',
}

const upstreams = Object.keys(upstreamDialects) as UpstreamDialectId[] // the registry's own keys
const clients = Object.keys(dialects) as DialectId[] // the registry's own keys
const searches = (): UpstreamDialectId[] => upstreams.filter(id => id in SEARCHES)

function parameterTable(): string {
  const names = Object.keys(upstreamDialects.gemini.parameters) as ParameterName[] // complete by type
  const cell = (upstream: UpstreamDialectId, name: ParameterName): string => {
    const fate = upstreamDialects[upstream].parameters[name]
    return 'name' in fate ? code(fate.name) : fate.fate === 'refused' ? '✕' : '–'
  }
  return table(
    ['', ...upstreams.map(id => TITLES[id])],
    names.map(name => [code(name), ...upstreams.map(upstream => cell(upstream, name))]),
  )
}

const reasoningModelTable = (): string =>
  table(
    ['models', 'left out'],
    RULES.map(({ title, refused }) => [title, Object.values(refused).map(code).join(', ') || 'nothing']),
  )

const hostTable = (): string =>
  table(
    ['host', 'does not support'],
    (Object.keys(HOST_PARAMETERS) as HostName[]).map(host => [
      host,
      lackedBy(host, '').map(code).join(', ') || 'nothing',
    ]), // the table's own keys
  )

const thinkingTable = (): string =>
  table(
    ['models', 'think', 'by effort', 'by budget'],
    THINKING_MODELS.map(({ title, thinks, efforts = [], budgets, adapts }) => [
      title,
      thinks,
      `${efforts.map(code).join(', ')}${adapts ? ', deciding each time' : ''}` || '–',
      budgets ? `${budgets.least.toLocaleString('en-US')} to ${budgets.most.toLocaleString('en-US')}` : '–',
    ]),
  )

/** Refusals come first. */
function tableOfAsks(upstream: UpstreamDialectId): string {
  const from = ASKED_BY[upstream] ?? clients.filter(client => client !== upstream)
  const lost = from.flatMap(client => lostBetween(client, upstream).map(one => ({ ...one, client })))
  const byReason = groups(lost, ({ what, why, isRefused }) => [what, why, isRefused]).map(same => ({
    ...same[0],
    askers: same.length === from.length ? 'all' : same.map(({ client }) => TITLES[client]).join(', '),
  }))
  const lines = groups(byReason, ({ why, isRefused, askers }) => [why, isRefused, askers]).map(same => ({
    ...same[0],
    whats: same.map(({ what }) => code(what)).join(', '),
  }))
  const rows = groups(lines, ({ whats, isRefused, askers }) => [whats, isRefused, askers]).map(same => ({
    ...same[0],
    whys: same.map(({ why }) => plain(why)).join('<br>'),
  }))
  return table(
    ['request', 'from', 'why it is lost'],
    rows
      .toSorted((one, other) => Number(other.isRefused) - Number(one.isRefused))
      .map(({ whats, askers, whys, isRefused }) => [whats, askers, isRefused ? `**refused:** ${whys}` : whys]),
  )
}

/** Upstreams that only convert calls of Completions clients, whose parameters are Chat's. */
const ASKED_BY: Readonly<Partial<Record<UpstreamDialectId, readonly DialectId[]>>> = {
  'cloudflare-run': ['openai-chat'],
}

type Group<Item> = [Item, ...Item[]]

/** Groups similar items, in the order of each group's first item. */
const groups = <Item>(items: readonly Item[], likeness: (item: Item) => unknown): Group<Item>[] =>
  [...Map.groupBy(items, item => JSON.stringify(likeness(item))).values()] as Group<Item>[] // none is empty

function tableOfAnswers(): string {
  const isClient = (id: string): boolean => id in clientDialects
  const taken = upstreams.flatMap(id =>
    Object.values(isClient(id) ? {} : upstreamDialects[id].limits)
      .filter(({ fate }) => fate === 'untold')
      .map(({ what, why }) => [`all, from ${TITLES[id]}`, code(what), plain(why)]),
  )
  const ids = Object.keys(clientDialects) as ClientDialectId[] // the registry's own keys
  const rows = ids.flatMap(id => {
    const untold = Object.values(clientDialects[id].limits).filter(({ fate }) => fate === 'untold')
    return groups(untold, ({ why }) => why).map(same => [
      TITLES[id],
      same.map(({ what }) => code(what)).join(', '),
      plain(same[0].why),
    ])
  })
  return table(['to', 'answer', 'why it is lost'], [...rows, ...taken])
}

/** Formats without an entry carry no signatures. */
const SIGNATURE_PLACES: Readonly<Partial<Record<UpstreamDialectId, { own: string; others: string }>>> = {
  'openai-chat': {
    own: '`reasoning_details`, `extra_content`',
    others: 'the same; a call’s also in its `id`',
  },
  'openai-responses': {
    own: '`reasoning.encrypted_content`',
    others: 'the same, wrapped; a text’s in a reasoning item before it, a call’s in its `call_id`',
  },
  'anthropic-messages': {
    own: '`thinking.signature`, `redacted_thinking.data`',
    others: 'the same, wrapped; a text’s in a `redacted_thinking` before it, a call’s in its `id`',
  },
  gemini: { own: '`thoughtSignature`', others: 'the same, wrapped; a thought’s also on the text or call after it' },
  bedrock: { own: '`reasoningText.signature`, `redactedContent` (Claude)', others: 'no client speaks it' },
  cohere: { own: 'none', others: 'no client speaks it' },
}

/** Formats without an entry have no search. */
const SEARCHES: Readonly<Partial<Record<UpstreamDialectId, string>>> = {
  'openai-chat': '`web_search_options`, only from its own clients',
  'openai-responses': '`web_search`',
  'anthropic-messages': '`web_search_20250305`',
  gemini: '`googleSearch`',
  bedrock: '`nova_grounding` (Nova)',
  cohere: '–',
}
