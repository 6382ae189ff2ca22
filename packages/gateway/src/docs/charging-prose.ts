import { TOKENS_OF_IMAGE } from '../observers/media.ts'
import { MOST_TOOL_CALLS } from '../pricing/clamp-usage.ts'
import { MOST_TOKENS_OF_IMAGE, USUAL_CONTEXT_WINDOW } from '../pricing/holds/most-input.ts'
import { GENEROUS } from '../pricing/model-limits.ts'

export const INTRODUCTION = `# What is charged when

Leaving early is never cheaper. Whatever the upstream counts while its answer flows is charged as it flows, without reading on. After
the model has said that it ends, the gateway waits for the usage that follows. Where neither is known, the upstream's model decides
(never its alias): of a model that may reason out of sight the rest is read for its usage, and a model nobody knows is one of them.

A call sets aside what it may cost before it is sent and is charged once, when it ends. What it is charged for depends on who ended
it and on what is known by then of what it consumed. There is one table for that; each log row names the cell it was charged by
(\`charge_rule\`), and the console shows it on the receipt.

This page is made by \`npm run docs\` from the tables the gateway itself goes by, \`charge-rules.ts\`, \`hidden-reasoning.ts\` and
\`model-limits.ts\` in \`packages/gateway/src/pricing\`, \`service-levels.ts\` in \`packages/gateway/src/planning\`; a test fails where it is stale.`

export const SET_ASIDE = `The request that goes upstream is read member by member, by the list of its format (\`input-size.ts\` beside each format). How it is
spelled does not matter: spaces, escapes, order and the case of schemes change nothing.

- Text counts a token for a byte.
- Pictures the request carries count ${MOST_TOKENS_OF_IMAGE.toLocaleString('en')} tokens each, sound and files of text by their bytes. The declared type and the first bytes must agree.
- Tools the client runs count what they are declared with.
- Anything else counts as the model's whole context window, or ${USUAL_CONTEXT_WINDOW.toLocaleString('en')} tokens where nobody knows it: addresses, stored files and items,
  earlier turns the upstream keeps, tools the upstream runs, documents of pages, sound whose length its bytes do not bound, and
  every member, part or tool that is not on the list. Where a call carries many inputs, each of these counts as a window.

Where the quota left does not cover that, text of at most a million characters is counted anew: a common English word, by a list
(\`known-words.ts\` in \`packages/gateway/src/pricing/holds\`), counts one token or two, and everything else a token for a byte as before.
Tools that the upstream runs are then left out of a request that also brings tools its client runs, which is told as a loss, unless it
asks for one of them by \`tool_choice\`. Codex, whose web search may read the whole window, so begins on $0.10.
Where that is not covered either, Anthropic counts the text itself (\`/v1/messages/count_tokens\`, which costs nothing): its count and a
fiftieth more are set aside, but never less than a quarter of our count. Claude Code so begins on $0.10 with Haiku and Sonnet; its
first request alone costs more than that with Opus, at 5 dollars a million tokens, and takes $0.15.

A response of a live session holds what its conversation may come to: what the last report counted and whatever was said since,
text by its bytes, images and sound in items as such. Responses beside the conversation say nothing of it. Each response that is asked for
has a hold of its own, and the next goes up once it has begun.

Members that are null, false or empty ask for nothing. What is set aside and not used comes back when the call ends.`

export const COLUMNS = `**Final usage**: the upstream's report, with or after its answer's end. **Running usage**: a report from before the end, of an
answer of which something came. **Visible text only**: something came, and no report. **Nothing**: nothing a client can use came, and
no output was reported; an error in an answer's place tells nothing, whatever it counts.

Whoever leaves pays for the prompt that went up and for what was produced until then. What an upstream breaks off is charged for what
was delivered. Where the prompt is our estimate, as much of it counts as read from the upstream's cache as of the last prompt of the
same conversation (\`cached_share\` in the row), where this process saw one answered by the same channel within ten minutes, and no more
tokens than that one read from the cache and wrote to it. A conversation is known by \`previous_response_id\`, \`prompt_cache_key\`, \`metadata.user_id\` or \`session_id\`, else by the messages it
begins with. An answer that failed or is empty is free, and so is what a killed process was doing. An attempt that failed before its
first byte is free as well where the call goes on to another channel: the answer alone is charged, and the row tells of the attempt.
A price by call is charged whole wherever the table charges anything, once for each answer that was written, and never for more than
the request asks for (\`n\`, or the prompts of a text completion). Pictures count each, by size and quality, rerankings by the searches they
take, and a batch by the answers and pictures in its results.`

export const HIDDEN = `Where a client leaves such a model, nothing but the upstream's usage tells what was consumed. So the gateway reads on without the
client, for at most \`relay_setting.read_on_seconds\` (60; 0: not at all), and keeps nothing of what it reads. It stops as soon as the
usage is there, or the host is seen to count along: a report came with or after content and holds most of what has passed. What
passes after such a report is added to it. A server that stops waits for it as for any call. Where no usage comes, the time is
charged, and the receipt says so. A finish that was seen is waited for in the same way, whatever the model, and so are images and sound
that were shown and that no report covers yet: where none comes, they are charged as what they are, an image at ${TOKENS_OF_IMAGE} tokens and
sound at 25 a second. A report that does not divide its output is divided by what was seen.

What decides is the model's name upstream and what the request says of thinking as it is sent. The first line that fits counts, then
what is known of a family's thinking (\`thinking-models.ts\`). A model nobody knows may reason out of sight, until its stream
shows its reasoning; makers of the models named gpt, o, codex, gemini, grok and claude show a summary at most.`

export const SERVED = `Members by which a client chooses another model or provider than the one it asks for do not go up: \`models\`, \`fallbacks\`,
\`provider\`, \`route\`, \`preset\`, \`extra_body.model\`, \`providerOptions.gateway.models\`, plugins and tools of the host that name a model,
and their like (\`choice-members.ts\` in \`packages/gateway/src/planning\` lists them). They are found in the parsed request, however they
are spelled, and what is left out is told in \`X-Tollgate-Losses\` and in the row. The channel's setting \`allow_model_choice\` lets them
through; the call is then held for at the price of the dearest model named.

Where an answer names another model than was asked for, its price is applied if it is dearer. Snapshots, aliases and the name a model
is mapped to are the same model. What the upstream says it cost (\`usage.cost\`, in US dollars) counts as well there: the dearest of
the three is charged, the group's ratio included, and \`served_price\` in the row names it. Whatever Claude's \`usage.iterations\` count,
by compactions and advisors, is charged with the rest.`

export const KNOWN = `A call is held for at what its request can cost to read. Each wire format lists the members, parts and tools that are known, with what
each costs (\`input-size.ts\` in the folders of \`packages/gateway/src/protocols\`). What is not on a list, media by address, and documents whose
bytes do not bound them, such as PDF, may be anything: the call holds the model's whole context window. Where the channel's setting
\`known_parts_only\` says so, all that does not go up instead; a part goes with what it cannot be read without, and is told as a loss.
Searches and other tools of the host that are on a list go up either way and hold the window, as do ids of what a host keeps.`

export const DOCUMENTS = `A price is a document in US dollars, and ratios and fixed prices are views of it: a ratio of 1 is 2 dollars a million tokens of input. What
the price package lists is read as one. Operators write their own in the form *Models & prices → Price as a document*, or
in the option \`ModelPrices\`, by model, alone or several with the
day each begins on (\`from\`, in UTC). \`ModelPrice\` and \`ModelRatio\` win where they name the model; \`CompletionRatio\` and \`CacheRatio\` multiply what the document
says of input.

| member | is |
|---|---|
| \`tokens\` | Dollars a million: \`input\`, \`output\`, and by wish \`cache_read\`, \`cache_write_5m\`, \`cache_write_1h\`, \`image_input\`, \`audio_input\`, \`image_output\`, \`audio_output\`. A kind without a price costs what input or output cost, an hour's cache 1.6 times that of five minutes. |
| \`tiers\`, \`marginal\` | Other prices of prompts longer than \`above\`: for the whole call, or with \`marginal\` for the tokens above it alone, the cached beginning of the prompt first, and for the output of such a call. A batch takes a marginal tier for the whole request. |
| \`call\` | Dollars for each answer. |
| \`images\` | Dollars for an image, by \`size\` and \`quality\`: the first line that fits. Where the request names none, the word is \`auto\`; where no line fits, the dearest counts. |
| \`seconds\` | Dollars for a second of video, by \`resolution\` and \`sound\`, in the same way. |
| \`characters\`, \`minutes\` | Dollars for a million characters that are spoken, and for a minute of sound, by the second. |
| \`tools\` | Dollars for a thousand calls of a tool that the upstream runs; searches that are not named cost 10, of files 2.5, the tools of the next table what it says, and others as much as the dearest search. |
| \`levels\` | What service levels multiply it by, in place of the table below: \`{"service_tier":{"flex":0.5}}\`. |
| \`hours\` | What the hours from \`from\` to \`to\` in a \`zone\` multiply it by. |
| \`batch\` | The share of it that a call in a batch costs, in place of the host's. |

A document that says nothing but tokens with at most one dearer tier, or a price by call, is charged as ratios or as that. Any other has a
line for each of its prices in the row (\`price_lines\`), which the receipt multiplies and adds up. A call whose endpoint measures nothing of what
the document charges by has no price. What a hold covers counts each kind at the dearest of the tiers that the prompt may reach.

\`POST /v1/quote\` takes the body of a call, the path it is for in \`endpoint\`, and tells what it would hold, what it would cost without
output, with the usual and with the longest answer, and by which price. Costs are by our own count of the prompt, as a call is charged whose
upstream reports nothing; beside each is the most the same output can cost.`

export const TOOLS = `Uses are counted as the answer counts them; where it says nothing, as it shows them. Code that OpenAI runs is billed by the
container it runs in, once for an answer, by the memory the answer names, and by the most there is where the container is named by its id; an image by its quality, or by its tokens where they are counted;
code that Claude runs by the container its answer names, as five minutes; an answer grounded with Google Maps once. Claude's \`web_fetch\`
and the code that Gemini runs cost their tokens alone. What a request may use of these is held. A price's own \`tools\` win over these
dollars for a thousand uses; a model that is free has free tools.`

export const SERVICE = `\`service_tier\`, \`speed\` and \`inference_geo\` multiply the price, the fees of tools aside, by what their makers publish. Words
without a price, and all dearer ones where the channel's setting \`usual_service_only\` says so, do not go up, which is told as a loss; in
batches none does. A call is held for at the dearest level it asks for. The level that the answer names decides the charge; where it names
none, the one that was asked for. A discount takes both. The row has the factors (\`service_factors\`).`

export const UNCOVERED = `What was delivered and neither hold nor wallet covers is owed. A debt is collected before anything else: from holds of other calls that
are given back, refunds, top-ups, redemption codes, earnings and what administrators add. While it stands, only what the wallet has
beyond it is served, and no balance falls below zero. What a call used beyond a token's cap is subtracted from what the cap gets next, and
what it used beyond a spending limit counts in the periods that follow. The row's \`uncollected\` is what was owed at the call's end.`

export const BELIEVED = `A report is believed unless it is impossible. Input is cut to the model's context window and output to its output limit for each
answer asked for; each call of a tool the upstream runs (${MOST_TOOL_CALLS.toLocaleString('en')} at most) lets the model read and write once more. The limits are the
operator's (\`relay_setting.context_windows\`, \`relay_setting.output_limits\`), else the price package's context window, which then
bounds the output too, else ${GENEROUS.contextWindow.toLocaleString('en')} tokens in and ${GENEROUS.output.toLocaleString('en')} out. A window that the price list itself contradicts, with a price for longer
input, does not count. Calls that carry many inputs at once, such as embeddings, are held to the last numbers alone. The request is
never looked at for it.

Sound is as long as its packets last, whatever its file claims of times, and is measured before it goes up; bytes that cannot be
measured count as 4 kbit/s. A transcription takes one file, and no field that could name another sound. Sizes, qualities and other
words of options count the same in any case, unknown ones as the dearest; images count as they were made.

Counts of zero, negative ones and what is no number are replaced by our estimate where the answer has content. Whatever was cut or
replaced is named in the row's \`suspect_counts\`.`

export const FAILED = `A stream whose charge cannot be entered, because its hold was given back by another node or the database stayed away for a quarter
of an hour, ends with its protocol's error event. The failure is logged with the request's id, its user and the sum, and what was
delivered is charged as soon as the books allow, once (\`settled_late\` in its row). Where that fails for good, a row with the code
\`not_settled\` says what was never collected. A whole answer whose charge fails is not handed out, and is free.`
