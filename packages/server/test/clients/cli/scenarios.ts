import { join } from 'node:path'
import type { SpokenDialectName } from '../../support/conversing-upstream/index.ts'
import { spokenDialects } from '../../support/conversing-upstream/index.ts'
import { signatureOf, TOKENS } from '../../support/conversing-upstream/script.ts'
import type { SpokenDialect } from '../../support/conversing-upstream/spoken-dialect.ts'
import type { Cli } from './cli.ts'
import { ASIDE, familyNames, type Turn } from './family-upstreams.ts'
import { MCP_TOOL, MCP_WORD } from './mcp-server.ts'
import { type Answered, type Asked, NOTES, type Session } from './session.ts'

/** Something a client does with a model of a family. */
export interface Scenario {
  name: string
  title: string
  /** Whether a client can run it without a terminal. Absent: every client that can be driven. */
  suits?(cli: Cli, family: SpokenDialectName): boolean
  /** Returns what went wrong, in words; empty if all is well. */
  play(session: Session, family: SpokenDialectName): Promise<string[]>
}

const says = (text: string): Turn => ({ thought: 'The answer is clear.', text, calls: [] })

/** Whether a cell of the matrix runs this scenario. */
export const isDue = ({ suits }: Scenario, cli: Cli, family: SpokenDialectName): boolean =>
  suits ? suits(cli, family) : cli.ask !== undefined

export const scenarios: readonly Scenario[] = [
  {
    name: 'fresh',
    title: 'in an empty home with the words above alone, its first question is answered',
    suits: () => true,
    async play(session, family) {
      const text = 'The harbour lies to the west.'
      const answered = await session.askAsGuided({ family, turns: [says(text)] })
      return [...faults(answered, session.cli.ask ? 1 : null), ...unprinted(answered, session.cli.ask ? text : ASIDE)]
    },
  },
  {
    name: 'answer',
    title: 'an answer is printed',
    async play(session, family) {
      const text = 'The harbour lies to the west.'
      const answered = await session.ask({ prompt: 'Where is the harbour?', family, turns: [says(text)] })
      return [...faults(answered, 1), ...unprinted(answered, text)]
    },
  },
  {
    name: 'tools',
    title: 'parallel calls, then one more, with reasoning',
    suits: hasTools,
    async play(session, family) {
      const answered = await loop(session, family)
      return [
        ...faults(answered, 3),
        ...unprinted(answered, 'Both notes are read.'),
        ...Object.values(NOTES)
          .filter(word => !answered.played.at(-1)?.body.includes(word))
          .map(word => `the result with ${word} did not come up`),
        ...(session.cli.forgetsReasoning === 'always' ? [] : unsigned(answered, family)),
      ]
    },
  },
  {
    name: 'mcp',
    title: 'a tool of an MCP server of the client’s',
    suits: ({ mcp }) => mcp !== undefined,
    async play(session, family) {
      const { mcp } = session.cli
      if (mcp === undefined) return []
      const turns = [
        { thought: 'I ask for the word.', text: '', calls: [mcp.call(MCP_TOOL)] },
        says('That was the word.'),
      ]
      const more = mcp.with(process.execPath, [join(import.meta.dir, 'mcp-server.ts')])
      const answered = await session.ask({ prompt: 'Which word is it?', family, turns, more })
      return [
        ...faults(answered, 2),
        ...unprinted(answered, 'That was the word.'),
        ...(answered.played.at(-1)?.body.includes(MCP_WORD) ? [] : ['the result of the tool did not come up']),
      ]
    },
  },
  {
    name: 'search',
    title: 'a search of the web by the model’s own host, with links',
    suits: ({ search }, family) => search !== undefined && SEARCHING.includes(family),
    async play({ cli, ask }, family) {
      if (cli.search === undefined) return []
      const page = { url: 'https://harbour.example/west', title: 'Harbours of the west' }
      const turns = [
        { thought: 'I search for it.', text: '', calls: [cli.search('harbours')] },
        { ...says('There is one in the west.'), found: [page] },
        says('It is found.'),
      ]
      const answered = await ask({ prompt: 'Is there a harbour?', family, turns })
      const last = answered.played.at(-1)?.body
      return [
        ...faults(answered, 3),
        ...unprinted(answered, 'It is found.'),
        ...[page.url, page.title, 'There is one in the west.']
          .filter(text => !last?.includes(text))
          .map(text => `“${text}” did not come up`),
      ]
    },
  },
  {
    name: 'resume',
    title: 'the session goes on at another family and returns',
    suits: hasTools,
    async play(session, family) {
      const other = familyNames[(familyNames.indexOf(family) + 1) % familyNames.length] as SpokenDialectName // the index stays in range
      const first = await loop(session, family)
      const away = await session.ask({
        prompt: 'And now?',
        family: other,
        turns: [says('I am another.')],
        resumes: true,
      })
      const back = await session.ask({ prompt: 'And again?', family, turns: [says('I am back.')], resumes: true })
      return [
        ...faults(first, 3),
        ...faults(away, 1).map(fault => `at ${other}: ${fault}`),
        ...unprinted(away, 'I am another.'),
        ...faults(back, 1).map(fault => `on return: ${fault}`),
        ...unprinted(back, 'I am back.'),
        ...(away.played.at(-1)?.body.includes(NOTES['two.txt']) ? [] : [`the history did not come to ${other}`]),
        ...(session.cli.forgetsReasoning
          ? []
          : unsigned({ ...back, played: [...first.played, ...back.played] }, family)),
      ]
    },
  },
  {
    name: 'abort',
    title: 'interrupted in the middle of a stream: charged once',
    play: async (session, family) => chargedOnce(await interrupted(session, family)),
  },
  {
    name: 'socket',
    title: 'the same tools over a WebSocket, and interrupted there',
    suits: ({ socket }) => socket !== undefined,
    async play(session, family) {
      const { socket } = session.cli
      if (socket === undefined) return []
      const told = { more: socket.with, environment: socket.environment }
      const answered = await loop(session, family, told)
      const left = await interrupted(session, family, told)
      return [
        ...faults(answered, 3),
        ...unprinted(answered, 'Both notes are read.'),
        ...unsigned(answered, family),
        ...chargedOnce(left),
        ...[answered, left].flatMap(({ errors }) =>
          socket.says.test(errors) ? [] : ['it did not speak over a WebSocket'],
        ),
      ]
    },
  },
  {
    name: 'compact',
    title: 'a session is compacted and goes on',
    suits: ({ compact }) => compact !== undefined,
    async play(session, family) {
      const { compact } = session.cli
      if (compact === undefined) return []
      const first = await loop(session, family)
      const turns = [says(SUMMARY), says('It goes on.'), says('It goes on.')]
      const asked = 'prompt' in compact ? { prompt: compact.prompt } : { prompt: 'Go on.', more: compact.with }
      const compacted = await session.ask({ ...asked, family, turns, resumes: true })
      const next = await session.ask({ prompt: 'Go on.', family, turns: [says('It goes on.')], resumes: true })
      const summarises = compacted.played.find(({ body }) => body.includes(NOTES['two.txt']))
      return [
        ...faults(first, 3),
        ...refused(compacted.played).map(fault => `compacting: ${fault}`),
        ...(summarises ? [] : ['no summary was asked for']),
        ...faults(next, 1).map(fault => `afterwards: ${fault}`),
        ...unprinted(next, 'It goes on.'),
        ...([SUMMARISED, ASIDE].some(text => next.played.at(-1)?.body.includes(text))
          ? []
          : ['the summary did not come up']),
      ]
    },
  },
  {
    name: 'poor',
    title: 'too little quota: the client prints the reason, asks a few times at most, and ends',
    async play(session, family) {
      const { output, errors, refusals, played, isLate } = await session.ask({
        prompt: 'Where is the harbour?',
        family,
        turns: [],
        isPoor: true,
      })
      const printed = `${output} ${errors}`.replace(/\s+/g, ' ')
      return [
        ...(isLate ? ['did not end in time'] : []),
        ...(played.length > 0 ? ['something was sent up'] : []),
        ...(refusals.length > 0 && refusals.length <= 3 ? [] : [`it was refused ${refusals.length} times`]),
        ...(printed.includes(TOO_LITTLE) ? [] : ['the reason was not printed']),
      ]
    },
  },
  {
    name: 'long',
    title: 'an answer of 200,000 letters arrives whole',
    async play(session, family) {
      const answered = await session.ask({ prompt: 'Tell me everything.', family, turns: [says(LONG)] })
      return [...faults(answered, 1), ...unprinted(answered, LONG.slice(0, 200), LONG.slice(-200))]
    },
  },
]

function hasTools({ read, list }: Cli): boolean {
  return read !== undefined && list !== undefined
}

/** Families whose hosts run their own search and describe it in another format than the client's. */
const SEARCHING: readonly SpokenDialectName[] = ['openai-responses', 'gemini']

const TOO_LITTLE = 'quota is too low for this call'

const SUMMARISED = 'Two notes were read.'
const SUMMARY = `<state_snapshot><summary>${SUMMARISED}</summary></state_snapshot>`

const LONG = Array.from(
  { length: 5_000 },
  (_, at) => `Line ${String(at).padStart(5, '0')} of a tale without an end.`,
).join(' ')

/** The model reads two files at once, then lists their folder. */
function loop({ cli, project, ask }: Session, family: SpokenDialectName, told: Told = {}): Promise<Answered> {
  const { read, list } = cli
  if (!read || !list) throw new Error(`${cli.name} has no tools`)
  const files = Object.keys(NOTES).map(name => read(join(project, name)))
  const turns = [
    { thought: 'I read both at once.', text: '', calls: files },
    { thought: 'The folder is still missing.', text: 'One more.', calls: [list(project)] },
    says('Both notes are read.'),
  ]
  return ask({ prompt: 'Read both notes.', family, turns, ...told })
}

type Told = Pick<Asked, 'more' | 'environment'>

/** The client is interrupted while a long answer is held. */
const interrupted = (session: Session, family: SpokenDialectName, told: Told = {}): Promise<Answered> =>
  session.ask({
    prompt: 'Tell me much.',
    family,
    turns: [{ ...says(LONG.slice(0, 20_000)), isHeld: true }],
    isInterrupted: true,
    ...told,
  })

function chargedOnce({ played, charged, isLate }: Answered): string[] {
  const calls = played.filter(({ refusal }) => refusal === null).length
  return [
    ...refused(played),
    ...(isLate ? ['did not end when interrupted'] : []),
    ...(played.some(({ turn }) => turn !== 'aside' && turn !== null) ? [] : ['nothing was asked']),
    ...(charged.length === calls ? [] : [`${charged.length} charges for ${calls} calls`]),
    ...(charged.every(({ quota }) => quota > 0) ? [] : ['an interrupted call was free']),
  ]
}

/**
 * The rules for every fully answered prompt.
 * @param turns null: any number
 */
function faults(answered: Answered, turns: number | null): string[] {
  const { exitCode, isLate, played, charged } = answered
  const said = played.filter(({ turn }) => turn !== null && turn !== 'aside').length
  const calls = played.filter(({ refusal }) => refusal === null).length
  return [
    ...refused(played),
    ...(isLate ? ['did not end in time'] : []),
    ...(exitCode === 0 || isLate ? [] : [`ended with ${exitCode}`]),
    ...(turns === null || said === turns ? [] : [`${said} of ${turns} turns were asked for`]),
    ...(charged.length === calls ? [] : [`${charged.length} charges for ${calls} calls`]),
    ...(charged.every(isWholeCharge) ? [] : ['a charge is not of the tokens that were reported']),
  ]
}

const isWholeCharge = ({ quota, completion_tokens }: Answered['charged'][number]): boolean =>
  quota > 0 && completion_tokens === TOKENS.output

const refused = (played: Answered['played']): string[] => [
  ...new Set(played.flatMap(({ family, refusal }) => (refusal === null ? [] : [`${family} refused: ${refusal}`]))),
]

/** Returns the texts missing from the output, ignoring line breaks. */
const unprinted = ({ output }: Answered, ...texts: string[]): string[] =>
  texts
    .filter(text => !output.replace(/\s+/g, ' ').includes(text))
    .map(text => `“${text.slice(0, 40)}” was not printed`)

/** The signatures that a family sent and did not get back in its last request. */
function unsigned({ played }: Answered, family: SpokenDialectName): string[] {
  const { signs }: SpokenDialect = spokenDialects[family]
  if (signs === undefined) return []
  const own = played.filter(one => one.family === family && one.turn !== 'aside' && one.turn !== null)
  const last = own.at(-1)?.body ?? ''
  const missing = own
    .slice(0, -1)
    .filter(({ turn }) => typeof turn === 'object' && (signs === 'thoughts' || (turn?.calls.length ?? 0) > 0))
    .filter(({ step }) => !last.includes(signatureOf(family, step)))
  return missing.length === 0 ? [] : [`${missing.length} of ${own.length - 1} signatures did not come back`]
}
