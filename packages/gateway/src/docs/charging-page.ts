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
    '## What is set aside for input',
    SET_ASIDE,
    '## Who ended it, and what is known',
    COLUMNS,
    chargeTable(),
    '## What the words mean',
    wordTable(),
    '## Models that reason out of sight',
    HIDDEN,
    modelTable(),
    '## The model that served',
    SERVED,
    '## What is not known',
    KNOWN,
    '## What a price can say',
    DOCUMENTS,
    '## Tools that the upstream runs',
    TOOLS,
    toolTable(),
    '## Dearer service',
    SERVICE,
    levelTable(),
    '## What is believed',
    BELIEVED,
    '## What a hold does not cover',
    UNCOVERED,
    '## When a charge fails',
    FAILED,
  )

const ENDERS: Readonly<Record<EndedBy, string>> = {
  complete: 'nobody: it is complete',
  client_before: 'the client, before the first byte came from the upstream',
  client_during: 'the client, during the answer, or too slow to read it',
  upstream_closed: 'the upstream, by closing',
  upstream_error: 'the upstream, with an error',
  gateway_stop: 'the gateway, where the wallet is empty or something of its own failed',
  time_limit: 'a time limit: the upstream was silent for too long',
  drain: 'the gateway, stopping in good order',
  killed: 'the end of the process',
}

const KNOWN_WORDS: Readonly<Record<Known, string>> = {
  final_usage: 'final usage',
  running_usage: 'running usage',
  visible_text: 'visible text only',
  nothing: 'nothing',
}

const CHARGED_WORDS: Readonly<Record<Charged, string>> = {
  reported: 'What the upstream reported, as far as its model can do that.',
  so_far: 'The input the upstream reported, and the output it had reported or we had seen by then, whichever is more.',
  seen: 'The prompt and what was seen to pass, both by our estimate.',
  prompt: 'The prompt that went up, as reported, else by our estimate. Nothing where no upstream had been sent it.',
  time: `The prompt, what was reported or seen, and ${HIDDEN_TOKENS_PER_SECOND} tokens of reasoning for every second the upstream worked: no more than the client allowed, the model can, and the hold pays for.`,
  free: 'Nothing. The hold is given back.',
}

const toolTable = (): string =>
  table(
    ['tool', 'dollars for a thousand'],
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
      ...(hidden ? [[`– the same, of a model that reasons out of sight`, ...cells(hidden)]] : []),
    ]
  })
  return table(['ended by', ...known.map(column => KNOWN_WORDS[column])], rows)
}

const wordTable = (): string =>
  table(
    ['charged', 'is'],
    words.map(word => [code(word), CHARGED_WORDS[word]]),
  )

const levelTable = (): string =>
  table(
    ['models', 'member', 'times the price', 'published at'],
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
    ['models', 'reason out of sight'],
    MODELS.map(({ title, thinks }) => [title, thinks]),
  )
