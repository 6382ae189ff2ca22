import { DEFAULT_ONLY } from '../adapt/reasoning-models.ts'

export const INTRODUCTION = `# Between wire formats

Clients speak OpenAI’s Chat, OpenAI’s Responses, Anthropic’s Messages, Google’s Gemini or Google’s Interactions; upstreams one of the first four,
Bedrock’s Converse, Cohere’s chat or the small format of a single host. Where both sides speak the same, nothing here applies: the client’s own bytes go up and the upstream’s come back.
Interactions are converted for every upstream, Gemini’s included: on the way up they lose what Gemini’s clients lose; their safety
settings, voices, sizes of pictures and resolutions reach Gemini’s models alone, their labels and webhooks none.

Elsewhere a call is read in one format and written in the other. What the other has no word for is **left out or changed, and said**: in
the header \`X-Tollgate-Losses\` and in the log, as \`what: why\` in the words of this page. What would change the meaning of
the call is **refused**: 400 in the client’s own form, before the upstream is asked.

This page is made by \`npm run docs\` from the tables the gateway itself goes by, \`parameters.ts\` and \`limits.ts\` (or \`host.ts\`) of each folder in
\`packages/gateway/src/protocols\`; a test fails where it is stale.`

export const PARAMETERS = `By the name losses call them. Gemini’s are members of \`generationConfig\`, Converse’s of \`inferenceConfig\`, where those have
them. – left out and said; ✕ refused.`

export const TO_AN_UPSTREAM = `Which clients can ask for what an upstream takes less of. A reason that speaks of “this model” holds for some models of the
upstream; a parameter at the value that asks for nothing (\`n\` of 1, say) is no loss. A limit above the longest answer of a model, where
that is known, is lowered to it (\`maxTokens\`), in the upstream’s own format where the operator has set one. Media told by their address are fetched for
upstreams that take data alone. Cloudflare’s run is asked by clients of Completions alone, with the words they share with Chat.`

export const TO_REASONING_MODELS = `In Chat and in Responses, whoever hosts them and whatever the client speaks, Chat and Responses themselves included: parameters
they would refuse are left out unless they stand at their default (\`${DEFAULT_ONLY}\`).`

export const TO_SINGLE_HOSTS = `What a host has no word for is left out of a request that is converted, and said (\`this host has no word for it\`). A host reached
by OpenAI’s paths is known by its address; \`unknown\` stands for vLLM and its like. The pages it was read from stand beside the table,
in \`packages/gateway/src/providers/host-parameters.ts\`.`

export const THINKING = `How hard to think is asked for by an effort, a budget of tokens, or left to the model, and told to a model in its own measure: the
nearest effort or budget it takes. \`none\` switches thinking off. Where a client sets no budget, an effort stands for one, and takes no
more than four fifths of the limit the client sets. Sources stand beside the table, in \`packages/gateway/src/canonical/thinking-models.ts\`.`

export const BACK_TO_A_CLIENT = 'What an upstream may answer that a client’s format does not tell.'

export const SIGNATURES = `Signatures, encrypted reasoning and thought signatures must come back on the next turn, and only the family that gave them can open
them. They ride in the client’s own fields and say whose they are, so a conversation may change families and return: a
signature goes up to its own family alone, and to any other the visible text goes without it
(\`signature: only anthropic models can open it\`). The final text stays the last block or item of an answer, because agents take that
for what was said: what shows nothing stands before it, or, where a stream of Messages learns of it too late, is left out and named.`

export const TOOLS = `Web search is asked for across formats, as the table says; where an upstream has none, a request that asks for a search alone
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

export const OTHER_CALLS = `Embeddings, images, edits of images, speech, transcriptions, rerankings and counts of tokens are asked in one format and
answered in another too, and say what they lose in the same way. Images that an upstream gives by their addresses come by addresses, others
as data (\`response_format\`). A format of sound that the upstream does not make is refused, and so is one of subtitles. Members that an upstream
alone knows may be sent beside OpenAI’s; another’s are left out. Where no upstream counts tokens, the answer is the gateway’s own estimate, free of charge (\`count: estimated\`).`
