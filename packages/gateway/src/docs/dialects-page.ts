import { DEFAULT_ONLY, RULES } from '../adapt/reasoning-models.ts'
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
import { lostBetween } from './lost-between.ts'
import { code, page, plain, table } from './markdown.ts'
import { singleCallTable } from './single-call-table.ts'

/** `docs/dialects.md`: how a call changes between wire formats, made from the gateway's own tables. */
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
    '## Tools the upstream runs',
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

const INTRODUCTION = `# Between wire formats

Clients speak OpenAI’s Chat, OpenAI’s Responses, Anthropic’s Messages, Google’s Gemini or Google’s Interactions; upstreams one of the first four,
Bedrock’s Converse, Cohere’s chat or the small format of a single host. Where both sides speak the same, nothing here applies: the client’s own bytes go up and the upstream’s come back.
Interactions are converted for every upstream, Gemini’s included: on the way up they lose what Gemini’s clients lose; their safety
settings, voices, sizes of pictures and resolutions reach Gemini’s models alone, their labels and webhooks none.

Elsewhere a call is read in one format and written in the other. What the other has no word for is **left out or changed, and said**: in
the header \`X-Tollgate-Losses\` and in the log, as \`what: why\` in the words of this page. What would change the meaning of
the call is **refused**: 400 in the client’s own form, before the upstream is asked.

This page is made by \`npm run docs\` from the tables the gateway itself goes by, \`parameters.ts\` and \`limits.ts\` (or \`host.ts\`) of each folder in
\`packages/gateway/src/protocols\`; a test fails where it is stale.`

const PARAMETERS = `By the name losses call them. Gemini’s are members of \`generationConfig\`, Converse’s of \`inferenceConfig\`, where those have
them. – left out and said; ✕ refused.`

const TO_AN_UPSTREAM = `Which clients can ask for what an upstream takes less of. A reason that speaks of “this model” holds for some models of the
upstream; a parameter at the value that asks for nothing (\`n\` of 1, say) is no loss. A limit above the longest answer of a model, where
that is known, is lowered to it (\`maxTokens\`), in the upstream’s own format where the operator has set one. Media told by their address are fetched for
upstreams that take data alone. Cloudflare’s run is asked by clients of Completions alone, with the words they share with Chat.`

const TO_REASONING_MODELS = `In Chat and in Responses, whoever hosts them and whatever the client speaks, Chat and Responses themselves included: parameters
they would refuse are left out unless they stand at their default (\`${DEFAULT_ONLY}\`).`

const TO_SINGLE_HOSTS = `What a host has no word for is left out of a request that is converted, and said (\`this host has no word for it\`). A host reached
by OpenAI’s paths is known by its address; \`unknown\` stands for vLLM and its like. The pages it was read from stand beside the table,
in \`packages/gateway/src/providers/host-parameters.ts\`.`

const THINKING = `How hard to think is asked for by an effort, a budget of tokens, or left to the model, and told to a model in its own measure: the
nearest effort or budget it takes. \`none\` switches thinking off. Where a client sets no budget, an effort stands for one, and takes no
more than four fifths of the limit the client sets. Sources stand beside the table, in \`packages/gateway/src/canonical/thinking-models.ts\`.`

const BACK_TO_A_CLIENT = 'What an upstream may answer that a client’s format does not tell.'

const SIGNATURES = `Signatures, encrypted reasoning and thought signatures must come back on the next turn, and only the family that gave them can open
them. They ride in the client’s own fields and say whose they are, so a conversation may change families and return: a
signature goes up to its own family alone, and to any other the visible text goes without it
(\`signature: only anthropic models can open it\`). The final text stays the last block or item of an answer, because agents take that
for what was said: what shows nothing stands before it, or, where a stream of Messages learns of it too late, is left out and named.`

const TOOLS = `Web search is asked for across formats, as the table says; where an upstream has none, a request that asks for a search alone
is refused, and beside functions the search is left out and said. What it found comes to clients of Messages in the blocks of Messages’
own search, before the text; a stream waits for it where nothing but a search was asked for, and does without it elsewhere. Handed
back, these blocks are text. Tools in namespaces are functions named \`namespace__tool\` elsewhere
(at most 64 characters, marked where two would be alike), the client’s own \`tool_search\` is a function too, and calls of both come back as the
client’s own items. Deferred tools (\`defer_loading\`) are offered once a result has loaded them. A \`compaction\` of Responses,
MCP servers and a \`thread\` of Messages are refused in front of other families, the last as \`thread_unsupported_request\`, on
which the SDK sends the whole conversation. Any other tool an upstream runs itself stays in its own format
(\`tool code_interpreter: only openai-responses runs it\`), and so do the blocks such a tool leaves in a conversation
(\`part web_search_call: only openai-responses knows it\`) and members only one format knows (\`"truncation": only openai-responses
knows it\`). What
one provider keeps, files, cached content or an earlier response, is refused for every other.`

const OTHER_CALLS = `Embeddings, images, edits of images, speech, transcriptions, rerankings and counts of tokens are asked in one format and
answered in another too, and say what they lose in the same way. Images that an upstream gives by their addresses come by addresses, others
as data (\`response_format\`). A format of sound that the upstream does not make is refused, and so is one of subtitles. Members that an upstream
alone knows may be sent beside OpenAI’s; another’s are left out. Where no upstream counts tokens, the answer is the gateway’s own estimate, free of charge (\`count: estimated\`).`

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
    ['host', 'has no word for'],
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
    ['asked', 'from', 'why it is lost'],
    rows
      .toSorted((one, other) => Number(other.isRefused) - Number(one.isRefused))
      .map(({ whats, askers, whys, isRefused }) => [whats, askers, isRefused ? `**refused:** ${whys}` : whys]),
  )
}

/** Upstreams that only convert Completions clients, whose parameters are Chat's. */
const ASKED_BY: Readonly<Partial<Record<UpstreamDialectId, readonly DialectId[]>>> = {
  'cloudflare-run': ['openai-chat'],
}

type Group<Item> = [Item, ...Item[]]

/** Groups items that are alike, in the order of each group's first. */
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
  return table(['to', 'answered', 'why it is lost'], [...rows, ...taken])
}

/** Formats without an entry carry none. */
const SIGNATURE_PLACES: Readonly<Partial<Record<UpstreamDialectId, { own: string; others: string }>>> = {
  'openai-chat': {
    own: '`reasoning_details`, `extra_content`',
    others: 'the same; a call’s in its `id` too',
  },
  'openai-responses': {
    own: '`reasoning.encrypted_content`',
    others: 'the same, wrapped; a text’s in a reasoning item before it, a call’s in its `call_id`',
  },
  'anthropic-messages': {
    own: '`thinking.signature`, `redacted_thinking.data`',
    others: 'the same, wrapped; a text’s in a `redacted_thinking` before it, a call’s in its `id`',
  },
  gemini: { own: '`thoughtSignature`', others: 'the same, wrapped; a thought’s on the text or call after it too' },
  bedrock: { own: '`reasoningText.signature`, `redactedContent` (Claude)', others: 'no client speaks it' },
  cohere: { own: 'none', others: 'no client speaks it' },
}

/** Formats without an entry have none. */
const SEARCHES: Readonly<Partial<Record<UpstreamDialectId, string>>> = {
  'openai-chat': '`web_search_options`, from its own clients alone',
  'openai-responses': '`web_search`',
  'anthropic-messages': '`web_search_20250305`',
  gemini: '`googleSearch`',
  bedrock: '`nova_grounding` (Nova)',
  cohere: '–',
}
