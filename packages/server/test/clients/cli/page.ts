import { type ClientGuide, type ClientSetting, clientGuides, messages } from '@tollgate/contract'
import { frameworkCells, redLines, rowsOf } from '../frameworks/matrix.ts'
import { frameworkScenarios } from '../frameworks/scenarios.ts'
import { familyNames } from './family-upstreams.ts'
import { clis, UNTRIED } from './index.ts'
import { cellsOf } from './matrix.ts'
import type { Results } from './results.ts'
import { scenarios } from './scenarios.ts'

/** `docs/clients.md`: how to set up clients, and the results of the last run of `npm run clients`. */
export function clientsPage(results: Results, ofFrameworks: Results): string {
  const cells = cellsOf(results)
  const cellsOfFrameworks = frameworkCells(ofFrameworks)
  const frameworkReds = redLines(cellsOfFrameworks).map(line => `- ${line}`)
  const reds = cells.flatMap(({ cli, family, reds }) =>
    reds.map(({ scenario, reason }) => `- **${cli.name} × ${family}**, ${scenario}: ${reason}`),
  )
  const blocks = [
    INTRODUCTION,
    ...clientGuides.map(guideText),
    TRIED,
    table(
      ['', ...familyNames],
      clis.map(({ name, version, id }) => [
        `${name} ${version}`,
        ...cells.filter(({ cli }) => cli.id === id).map(({ sign }) => sign),
      ]),
    ),
    scenarios.map(({ name, title }) => `- \`${name}\`: ${title}`).join('\n'),
    FORGETTING,
    ...(reds.length > 0 ? ['Not green:', reds.join('\n')] : []),
    untried(),
    TOO_LITTLE,
    FRAMEWORKS,
    table(['', ...frameworkScenarios.map(({ name }) => name)], rowsOf(cellsOfFrameworks)),
    frameworkScenarios.map(({ name, title }) => `- \`${name}\`: ${title}`).join('\n'),
    ...(frameworkReds.length > 0 ? ['Not green:', frameworkReds.join('\n')] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

const INTRODUCTION = `# Clients

How to point a client at the gateway. \`{address}\` is the gateway’s address without a path, such as \`https://gateway.example\`;
\`{key}\` a token’s key, \`{model}\` a model that \`GET /v1/models\` lists. Every client reaches every model, whatever format either uses;
[dialects.md](dialects.md) lists what conversions lose.

The console’s page *Connect a client* shows the same settings with the address, a key and a model filled in, and a light that turns green
when the client’s first call arrives.

This page is made by \`npm run clients -- --page\` from the table of clients in \`packages/contract/src/clients\` and from its last run.`

const TRIED = `## Tested with

\`npm run clients\` installs these command-line clients, sets them up as above and runs them without a terminal and without internet access,
against upstreams that play a script in each family’s own format and refuse what the real hosts refuse: unknown members,
wrong names and ids, calls without results, missing or changed signatures. Every call must be charged once, for the tokens
the upstream reported.`

const FORGETTING = `If a client returns reasoning, its signatures must come back unaltered. opencode over Chat, Qwen Code, Cline, Continue and
aider never return reasoning; Claude Code and Gemini CLI do not in a resumed session. A count says how many of a cell’s
scenarios were run; – is a cell that was not run.`

const untried = (): string =>
  `Not tried: ${clientGuides.flatMap(({ id, name }) => (UNTRIED[id] ? `${name} (${UNTRIED[id]})` : [])).join('; ')}.`

const TOO_LITTLE = `## Too little quota

A call that the balance or the token’s quota cannot pay for is refused before anything is sent, with a sentence that says which to
raise. Status and body are chosen so that clients print that sentence and stop; all carry \`x-should-retry: false\`.

| format | status | in the body | seen |
| --- | --- | --- | --- |
| Chat, Responses | 403 | \`type\` \`insufficient_quota\`, the code of the reason, \`category\` \`invalid_request_error\` | Codex, Qwen Code, opencode, pi and OpenAI’s libraries print the sentence at once. LiteLLM gives up only where it reads \`invalid_request_error\`; before, aider tried again for 90 seconds |
| Messages | 402 | \`type\` \`billing_error\` | Claude Code prints \`API Error: 402\` and the sentence; at 403 it said that it could not authenticate |
| Gemini, Interactions | 403 | \`status\` \`PERMISSION_DENIED\` | Gemini CLI prints the sentence and ends; it would try again at 429 |

A limit by period is 429 in every format, with \`Retry-After\`.

A short prompt of Codex, and of Claude Code with Haiku or Sonnet, starts on $0.10. With Opus Claude Code needs $0.15: its instructions
and tools are 92,000 bytes, some 20,000 tokens, and it has them written to the cache, which costs a quarter more than input. At $5 a
million that is 20,000 × $6.25 / 1,000,000 = $0.125 for the prompt alone; [charging.md](charging.md) tells how the rest is set aside.`

const FRAMEWORKS = `## Frameworks

\`npm run clients -- --frameworks\` installs these libraries from PyPI and npm and has a small program use each as its documentation
does, with a model of every family behind the gateway, against the same strict upstreams. What a library has no way to do is a –.`

const SUITED: Record<ClientGuide['suits'], string> = { any: 'any model', tools: 'models that call tools' }

function guideText({ name, settings, notes, suits, source }: ClientGuide): string {
  const remarks = [`Suits ${SUITED[suits]}.`, ...notes.map(note => messages.en.clientNotes[note])].join(' ')
  return [`## ${name}`, ...settings.map(settingText), `${remarks} [Its own documentation](${source})`].join('\n\n')
}

const settingText = ({ where, text }: ClientSetting): string =>
  [`${titleOf(where)}\n`, `\`\`\`${languageOf(where)}`, text, '```'].join('\n')

function titleOf(where: ClientSetting['where']): string {
  if ('file' in where) return `In \`${where.file}\`:`
  if ('form' in where) return `In ${where.form}:`
  if ('command' in where) return 'Then, in your project:'
  return 'shell' in where ? 'In the shell:' : `In ${where.code === 'ts' ? 'TypeScript' : 'Python'}:`
}

function languageOf(where: ClientSetting['where']): string {
  if ('file' in where) return where.file.split('.').at(-1) ?? ''
  if ('form' in where) return 'text'
  return 'shell' in where || 'command' in where ? 'sh' : where.code
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
