/** Why the gateway left something out of a call or changed it, by code, as its log and `X-Tollgate-Losses` say it. */
export const LOSS_REASONS = {
  textOnly: '{name} answers in text',
  wordsSent: '{name} answers in text; its words were sent',
  asMarkdown: '{name} answers in text; sent as Markdown',
  earlierCalls: '{name} does not support earlier calls and results; sent as text',
  grammars: '{name} does not support grammars for tools',
  unsupported: '{name} does not support it',
  unsupportedAll: '{name} does not support them',
  aboveZero: '{name} takes more than 0, to 1; the nearest was sent',
  atLeastNearest: '{name} takes at least {least}; the nearest was sent',
  range: '{name} takes {least} to {most}; the nearest was sent',
  rangeSentAs: '{name} takes {least} to {most}; sent as {value}',
  imageDetail: '{name} takes auto, low and high; sent as high',
  atLeast: '{name} takes at least {least}',
  stops: '{name} takes {count} stop sequences',
  earliestLeftOut: '{name} takes {count}; the earliest were left out',
  textFiles: '{name} takes no text files; its text was sent',
  filesHere: '{name} takes no files here; its text was sent',
  filesAsData: '{name} takes files as data; its text was sent that way',
  noTools: '{name} takes no tools; none was offered',
  noneBack: '{name} takes none back',
  onlyOwnBack: '{name} takes back only its own',
  lastQuestion: '{name} takes only the last question',
  onePrompt: '{name} takes one prompt; its turns stand in it one after another',
  oneQuestion: '{name} takes one question; the earlier turns are part of it',
  textThere: '{name} takes text there; sent as user content after it',
  seesNoneThere: '{name} sees none there; sent as user content after it',
  endReason: '{name} does not report why an answer ended',
  pause: '{name} does not report a pause',
  whichMatched: '{name} does not report which one matched',
  alwaysUsage: '{name} always reports usage',
  cachesItself: '{name} caches by itself',
  cachesPoints: '{name} caches by points',
  cachesMarks: '{name} caches by marks',
  onlyChosen: '{name} cannot choose among tools; only the chosen ones were sent',
  onlyAllowed: '{name} cannot choose among tools; only the allowed ones were sent',
  forcedChosen: '{name} cannot be made to call a tool; only the chosen ones were sent',
  forcedOneOf: '{name} cannot be made to call one of several tools; it may choose',
  forced: '{name} cannot be made to call a tool',
  forbidNone: '{name} cannot forbid calls; no tools were sent',
  forbid: '{name} cannot forbid calls',
  formatTools: '{name} enforces no format next to tools',
  schemaOnly: '{name} enforces a schema, not JSON without one',
  strictAll: '{name} is strict with all tools or with none',
  blankStops: '{name} does not stop at spaces alone',
  tier: '{name} has no such tier',
  fileName: '{name} takes letters, digits and few other characters, and each name once',
  noneInResult: '{name} takes none inside a tool result',
  onlyTexts: '{name} takes only texts',
  oneAnswer: '{name} gives one answer',
  onMedia: '{name} has no place for one on media',
  switchOff: '{name} cannot switch it off',
  switchOn: '{name} cannot switch it on',
  effortSent: '{name} takes an effort; the nearest was sent',
  levelSent: '{name} takes a level; the nearest was sent',
  effortInstead: '{name} takes an effort instead',
  noSuchEffort: '{name} has no such effort; the nearest was sent',
  noSuchLevel: '{name} has no such level; the nearest was sent',
  lessOrMore: '{name} takes less or more; the nearest was sent',
  lowMediumHigh: '{name} takes low, medium or high',
  mostEffort: 'the most {name} takes is {value}',
  onlyWhether: '{name} can only be told whether to think',
  leastThinking: '{name} cannot switch thinking off; the least was sent',
  mediumBudget: '{name} does not decide how much to think; sent as a medium budget',
  mediumEffort: '{name} does not decide how much to think; sent as a medium effort',
  noReasoning: '{name} does not reason',
  noThinking: '{name} does not think',
  noSchemas: '{name} does not enforce schemas',
  noCachePoints: '{name} takes no cache points',
  noneAmongTools: '{name} takes none among its tools',
  noEffort: '{name} takes no effort',
  noPenalties: '{name} takes no penalties',
  noSampling: '{name} takes no sampling parameters',
  ownWithFunctions: '{name} takes none of its own together with functions',
  systemAtStart: '{name} takes system text only at the start; sent as user text in <system> tags',
  oneOfTwo: '{name} takes temperature or top_p, not both',
  defaultOnly: '{name} takes the default only',
  refuses: '{name} refuses it',
  takesNone: '{name} takes none',
  assistantMessage: 'an assistant message of {name} cannot hold it',
  assistantTurn: 'an assistant turn of {name} cannot hold it',
  plainText: 'an answer of {name} holds only plain text',
  systemText: 'a system turn takes only text here',
  onlyKnows: 'only {name} knows it',
  onlyRuns: 'only {name} runs it',
  onlyOpens: 'only {name} models can open it',
  onlyStores: 'only the provider that stores it has it',
  firstKept: 'its call has one already; the first was kept',
  noRoom: 'max_tokens leaves no room for thinking',
  noRoomForced: 'a forced tool call leaves no room for thinking',
  shortened: 'shortened to fit max_tokens',
  lowered: 'lowered to {count}, this model’s longest answer',
  loweredQuota: 'lowered to {count}, which the quota left pays for',
  notObject: 'not a JSON object; sent as text inside one',
  notSealed: 'not sealed by this family; left out',
  notSealedText: 'not sealed by this family; sent as text in <thinking> tags',
  upstreamShows: 'the upstream decides what it shows',
  notBack: 'the upstream does not take it back',
  thinkingDefault: 'thinking takes only the default',
  thinkingRange: 'thinking takes {least} to {most}',
  noOtherTool: 'there is no other tool to call',
  noPrice: 'it has no price here',
  otherModel: 'it may choose another model or provider, which this channel does not allow',
  unknownCost: 'nobody knows what it can cost, and this channel sends only what is known',
  notPaidFor: 'the quota left does not pay for what the upstream may read by it',
  notInForms: 'this channel does not allow it in forms',
  botSystem: 'Coze takes no system text but the bot’s own; sent before the first question',
  sparkSystem: 'Spark before 3.5 takes no system text; sent before the first question',
  ownVoices: '{name} has voices and formats of its own',
  tokenBytes: '{name} reports tokens without their bytes',
  onlyFunctions: '{name} takes one only among functions',
  wholeNumbers: '{name} takes whole numbers of 32 bits',
  blockBegan: '{name} has no place for it after the block began',
  afterText: 'a stream of {name} has no place for it after the last text',
  allAfterText: 'a stream of {name} has no place for them after the last text',
  searchLimits: '{name} cannot limit a search by domains and count',
  lastSent: '{name} has a place for one next to the text; the last was sent',
  storedKind: '{name} names a stored file, not its kind',
  noPause: '{name} does not pause',
  userMarks: '{name} marks only user content',
  onlyAddresses: '{name} names only addresses',
  soundThere: '{name} takes no audio or video there',
  madeImages: '{name} takes only images that the model made',
  moderated: 'a stream had sent the text that moderation replaced; it ends as filtered',
  findsOut: '{name} finds out by itself',
  soundAlone: '{name} takes the sound alone',
  imagesByAddress: 'the images come by their addresses',
  imagesWithin: 'the images come within the answer',
  estimated: 'estimated',
  batchWindow: 'batches have the window {value}',
  batchWhole: 'results of batches are whole',
  noHostReads: 'no host reads it there',
  incompleteOnly: '{name} reports only that an answer is incomplete',
  placeOfQuote: '{name} reports the place of a citation, not the words cited',
  completionText: 'a text completion has only text',
  unsealedCall: 'the tool call being answered came without sealed reasoning',
} as const

export type LossCode = keyof typeof LOSS_REASONS

/** A reason of the table with values in its placeholders: others do not compile. */
export type LossReason = Filled<(typeof LOSS_REASONS)[LossCode]>

type Filled<Reason extends string> = Reason extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : Reason

/** What was left out or changed, where that is not a member's name. */
export const LOST_THINGS = {
  nameSpeaker: 'name of a speaker',
  toolResultErrorFlag: 'tool result error flag',
  cacheMark: 'cache mark',
  file: 'file',
  fileName: 'file name',
  imageDetail: 'image detail',
  mediaToolResult: 'media in a tool result',
  mediaAssistantTurn: 'media in an assistant turn',
  mediaSystemTurn: 'media in a system turn',
  earlierReasoning: 'earlier reasoning',
  citations: 'citations',
  signature: 'signature',
  conversation: 'conversation',
  systemTurn: 'system turn',
  toolUse: 'tool use',
  toolFunctions: 'tool functions',
  toolChoice: 'tool choice',
  toolFormat: 'tool format',
  toolStrictness: 'tool strictness',
  toolArguments: 'tool arguments',
  toolResult: 'tool result',
  finishReason: 'finish reason',
  stopSequence: 'stop sequence',
  replacedText: 'replaced text',
  searchResults: 'search results',
  furtherAnswers: 'further answers',
  partContent: 'part of the content',
  mediaKind: 'media kind',
  serviceTier: 'service tier',
} as const

/** Words in place of a name. */
export const LOSS_NAMES = {
  model: 'this model',
  host: 'this host',
} as const

/** A loss in its parts. */
export interface ReadLoss {
  what: string
  code: LossCode
  /** Values of the reason's placeholders. */
  values: Record<string, string>
}

/** Reads a loss as the log has it, `what: why`; undefined: its reason has no code. */
export function readLoss(text: string): ReadLoss | undefined {
  // A name may contain a colon.
  for (let at = text.indexOf(': '), tries = 0; at >= 0 && tries < MOST_COLONS; tries++) {
    const why = text.slice(at + 2)
    for (const { code, parts } of PATTERNS) {
      const values = valuesIn(why, parts)
      if (values) return { what: text.slice(0, at), code, values }
    }
    at = text.indexOf(': ', at + 2)
  }
  return undefined
}

const MOST_COLONS = 5

/** A reason's literal parts, with the names of the placeholders between them. */
const PATTERNS = Object.entries(LOSS_REASONS).map(([code, reason]) => ({
  // Object.entries loses the table's key type.
  code: code as LossCode,
  parts: reason.split(/[{}]/),
}))

function valuesIn(text: string, [start = '', ...rest]: readonly string[]): Record<string, string> | undefined {
  if (rest.length === 0) return text === start ? {} : undefined
  if (!text.startsWith(start)) return undefined
  const values: Record<string, string> = {}
  let from = start.length
  for (let at = 0; at < rest.length; at += 2) {
    const [name = '', literal = ''] = rest.slice(at, at + 2)
    const isLast = at + 2 >= rest.length
    const to = isLast ? text.length - literal.length : text.indexOf(literal, from)
    const value = text.slice(from, Math.max(from, to))
    if (value === '' || (name !== 'name' && value.includes(' ')) || !text.startsWith(literal, to)) return undefined
    values[name] = value
    from = to + literal.length
  }
  return values
}
