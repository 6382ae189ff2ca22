import type { Charged, EndedBy, Known } from '@tollgate/contract'
import { LEVEL_PRICES } from '../planning/service-levels.ts'
import { CHARGES, HIDDEN_CHARGES } from '../pricing/charge-rules.ts'
import { HIDDEN_TOKENS_PER_SECOND } from '../pricing/consumed-by.ts'
import { MODELS } from '../pricing/hidden-reasoning.ts'
import { OTHER_FEES } from '../pricing/tool-fees.ts'
import {
  BELIEVED,
  COLUMNS,
  DOCUMENTS,
  FAILED,
  HIDDEN,
  INTRODUCTION,
  KNOWN,
  SERVED,
  SERVICE,
  SET_ASIDE,
  TOOLS,
  UNCOVERED,
} from './charging-prose.ts'
import { code, page, table } from './markdown.ts'

/** `docs/charging.md`: what is charged in which case, generated from the gateway's tables. */
export const chargingPage = (): string =>
  page(
    INTRODUCTION,
    '## What is reserved for input',
    SET_ASIDE,
    '## Who ended the call, and what is known',
    COLUMNS,
    chargeTable(),
    '## What the words mean',
    wordTable(),
    '## Models that may hide their reasoning',
    HIDDEN,
    modelTable(),
    '## The model that served',
    SERVED,
    '## What is not known',
    KNOWN,
    '## What a price can contain',
    DOCUMENTS,
    '## Tools that the upstream runs',
    TOOLS,
    toolTable(),
    '## Service levels',
    SERVICE,
    levelTable(),
    '## Which reports are accepted',
    BELIEVED,
    '## What a hold does not cover',
    UNCOVERED,
    '## When a charge fails',
    FAILED,
  )

const ENDERS: Readonly<Record<EndedBy, string>> = {
  complete: 'nobody: the answer is complete',
  client_before: 'the client, before the upstream’s first byte',
  client_during: 'the client, during the answer, or by reading too slowly',
  upstream_closed: 'the upstream, by closing the connection',
  upstream_error: 'the upstream, with an error',
  gateway_stop: 'the gateway, because the wallet is empty or an internal error occurred',
  time_limit: 'a time limit: the upstream was silent for too long',
  drain: 'the gateway, during an orderly shutdown',
  killed: 'the end of the process',
}

const KNOWN_WORDS: Readonly<Record<Known, string>> = {
  final_usage: 'final usage',
  running_usage: 'running usage',
  visible_text: 'visible text only',
  nothing: 'nothing',
}

const CHARGED_WORDS: Readonly<Record<Charged, string>> = {
  reported: 'What the upstream reported, limited to what its model can do.',
  so_far:
    'The input the upstream reported, and the larger of the output it had reported and the output we had seen by then.',
  seen: 'The prompt and the output that passed, both by our estimate.',
  prompt:
    'The prompt that was sent, as reported, otherwise by our estimate. Nothing if it was not sent to any upstream.',
  time: `The prompt, the output reported or seen, and ${HIDDEN_TOKENS_PER_SECOND} tokens of reasoning for each second the upstream worked: at most what the client allowed, the model can produce, and the hold pays for.`,
  free: 'Nothing. The hold is released.',
}

const toolTable = (): string =>
  table(
    ['tool', 'dollars per thousand'],
    Object.entries(OTHER_FEES).map(([tool, dollars]) => [code(tool), `${dollars}`]),
  )

const words = Object.keys(CHARGED_WORDS) as Charged[] // complete by type
const known = Object.keys(KNOWN_WORDS) as Known[] // complete by type
const enders = Object.keys(ENDERS) as EndedBy[] // complete by type

function chargeTable(): string {
  const rows = enders.flatMap(ender => {
    const hidden = HIDDEN_CHARGES[ender]
    const cells = (row: Readonly<Record<Known, Charged>>) => known.map(column => code(row[column]))
    return [
      [`${code(ender)} ${ENDERS[ender]}`, ...cells(CHARGES[ender])],
      ...(hidden ? [[`– the same, for a model that may hide its reasoning`, ...cells(hidden)]] : []),
    ]
  })
  return table(['ended by', ...known.map(column => KNOWN_WORDS[column])], rows)
}

const wordTable = (): string =>
  table(
    ['charged', 'meaning'],
    words.map(word => [code(word), CHARGED_WORDS[word]]),
  )

const levelTable = (): string =>
  table(
    ['models', 'member', 'price factors', 'source'],
    LEVEL_PRICES.map(({ title, level, ratios, source }) => [
      title,
      code(level),
      Object.entries(ratios)
        .map(([word, ratio]) => `${code(word)} ${ratio}`)
        .join(', '),
      source,
    ]),
  )

const modelTable = (): string =>
  table(
    ['models', 'hide their reasoning'],
    MODELS.map(({ title, thinks }) => [title, thinks]),
  )
