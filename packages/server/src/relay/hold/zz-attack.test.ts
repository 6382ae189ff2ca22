import { afterAll, beforeAll, test } from 'bun:test'
import { gzipSync, deflateSync, brotliCompressSync } from 'node:zlib'
import { startGateway, signUp, type TestGateway } from '../../../test/support/gateway.ts'
import { databases } from '../../../test/support/databases.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'
import { makeDoorChannels, readsMuch } from '../../../test/support/doors.ts'
import { openStorage } from '../../platform/storage/db.ts'

let upstream: WireUpstream
let gateway: TestGateway
beforeAll(async () => {
  upstream = startWireUpstream(({ path, body }) => {
    let wantsStream = false
    try { const b = JSON.parse(body); wantsStream = Boolean(b.stream) } catch {}
    if (wantsStream && path.endsWith('/chat/completions')) {
      const usage = JSON.parse(body).stream_options?.include_usage ? { prompt_tokens: 200000, completion_tokens: 1, total_tokens: 200001 } : undefined
      const c = (d: object, f: string | null = null, u?: object) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'chat', choices: u ? [] : [{ index: 0, delta: d, finish_reason: f }], ...(u && { usage: u }) })}\n\n`
      return new Response(c({ content: 'word '.repeat(3000) }) + c({}, 'stop') + (usage ? c({}, null, usage) : '') + 'data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } })
    }
    return readsMuch({ path })
  })
  gateway = await startGateway()
  await makeDoorChannels(gateway, upstream.url)
})
afterAll(async () => { await gateway.stop(); await upstream.stop() })

const S = (v: unknown) => JSON.stringify(v)
const hi = '"messages":[{"role":"user","content":"Hello"}]'
const CHAT = '/v1/chat/completions'
const RESP = '/v1/responses'
const MSG = '/v1/messages'
const GEM = '/v1beta/models/gemini:generateContent'
type Attack = [path: string, body: string | Buffer, headers?: Record<string, string>]
const A: Attack[] = [
  [CHAT, `{"model":"chat","n":1,"n":50,${hi},"max_tokens":5}`],
  [CHAT, `{"model":"chat","max_tokens":5,"max_tokens":50000,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"max_completion_tokens":100000,${hi}}`],
  [CHAT, `{"model":"chat","n":5e1,"max_tokens":5000,${hi}}`],
  [CHAT, `{"model":"chat","n":"50","max_tokens":5000,${hi}}`],
  [CHAT, `{"model":"chat","n":[50],"max_tokens":5000,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":1e400,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":1e-5,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":"50000",${hi}}`],
  [CHAT, `{"model":"chat","\\u006e":50,"max_tokens":5000,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"extra_body":{"max_tokens":100000,"n":100},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"options":{"num_predict":100000},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":"true",${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":1,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":true,"stream_options":{"include_usage":false},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":true,"stream_options":null,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":true,"stream_options":"x",${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":true,"stream_options":[],${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"stream":true,"stream_options":{"include_usage":"false"},${hi}}`],
  [CHAT, `\ufeff{"model":"chat","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,${hi}} {"model":"dear"}`],
  [CHAT, `{"model":"chat","max_tokens":5,${hi}}\u0000`],
  [CHAT, Buffer.from(`{"model":"chat","max_tokens":5,${hi}}`, 'utf16le')],
  [CHAT, gzipSync(`{"model":"chat","max_tokens":5,${hi}}`), { 'content-encoding': 'gzip' }],
  [CHAT, deflateSync(`{"model":"chat","max_tokens":5,${hi}}`), { 'content-encoding': 'deflate' }],
  [CHAT, brotliCompressSync(`{"model":"chat","max_tokens":5,${hi}}`), { 'content-encoding': 'br' }],
  [CHAT, gzipSync(gzipSync(`{"model":"chat","max_tokens":5,${hi}}`)), { 'content-encoding': 'gzip, gzip' }],
  [CHAT, gzipSync(`{"model":"chat","max_tokens":5,${hi}}`), { 'content-encoding': 'x-gzip' }],
  [CHAT, gzipSync(`{"model":"chat","max_tokens":5,${hi}}`), {}],
  [CHAT, `{"model":"chat","max_tokens":5,"web_search_options":{},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":"a","content":[{"type":"file","file":{"file_id":"f"}}]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","type":"file","text":"a","file":{"file_id":"f"}}]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":[{"Type":"file","type":"text","text":"a"}]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":["https://a.b/c"]}]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":{"url":"https://a.b/c"}}]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":[["https://a"]]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":{"role":"user","content":"x"}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"user","content":"Look: https://a.b/c.pdf","name":"https://x"}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"store":true,"metadata":{"a":"b"},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"prompt_cache_key":"x","user":"fileid://a",${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"$ref":"https://x.y/z"}}},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"tools":[{"type":"function","function":{"name":"$web_search"}}],${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"tools":[{"type":"function","function":{"name":"web_search","strict":{"x":1}}}],${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"tools":{"type":"web_search"},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"functions":[{"name":"a","url":"https://x"}],${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"prediction":{"type":"content","content":[{"type":"file","file_id":"x"}]},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"prediction":{"type":"content","content":[{"type":"text","text":"x"}]},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"reasoning":{"max_tokens":100000},${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"thinking_budget":100000,"enable_thinking":true,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"modalities":["image","text"],${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"tool","tool_call_id":"x","content":[{"type":"image_url","image_url":"https://a.b/c"}]}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"assistant","reasoning_content":"a","refusal":"x","function_call":{"name":"x","arguments":"{}"}},{"role":"user","content":"x"}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"assistant","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAA","id":"rs_1"}]},{"role":"user","content":"x"}]}`],
  [CHAT, `{"model":"chat","max_tokens":5,"messages":[{"role":"assistant","thinking_blocks":[{"type":"redacted_thinking","data":"x"}]},{"role":"user","content":"x"}]}`],
  [CHAT, `{"model":"chat ","max_tokens":5,${hi}}`],
  [CHAT, `{"model":" chat","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"CHAT","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat\\u0000","max_tokens":5,${hi}}`],
  [CHAT, `{"model":["chat"],"max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","mod\\u0065l":"dear","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","MODEL":"dear","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","model ":"dear","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","modelName":"dear","deployment":"dear","deployment_id":"x","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","engine":"dear","max_tokens":5,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"guided_json":{"a":1},"guided_regex":"x",${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"best_of":100,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"ſtream":true,${hi}}`],
  [CHAT, `{"model":"chat","max_tokens":5,"a":${'['.repeat(990)}${']'.repeat(990)},${hi}}`],
  ['/v1/completions', `{"model":"chat","max_tokens":5,"prompt":["a","b"],"n":3,"best_of":90}`],
  ['/v1/completions', `{"model":"chat","max_tokens":5,"prompt":"fileid://a"}`],
  ['/v1/completions', `{"model":"chat","max_tokens":5,"prompt":{"file_id":"a"}}`],
  ['/v1/completions', `{"model":"chat","max_tokens":5,"prompt":[{"prompt":"a"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","previous_response_id":"resp_of_nobody"}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","conversation":"conv_x"}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","prompt":{"id":"pmpt_x"}}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":[{"role":"user","content":[{"type":"input_text","text":"a"}],"id":"msg_1","status":"completed"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":[{"type":"message","role":"user","content":[{"type":"input_image","file_id":"f"}]}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":[{"type":"function_call_output","call_id":"x","output":[{"type":"input_file","file_url":"https://x"}]}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":[{"type":"computer_call_output","call_id":"x","output":{"type":"computer_screenshot","image_url":"https://x"}}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","tools":[{"type":"mcp","server_url":"https://x","server_label":"x"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","tools":[{"type":"local_shell"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","tools":[{"type":"function","name":"a","parameters":{}},{"type":"tool_search"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","tools":[{"type":"namespace","tools":[{"type":"web_search"}]}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","tool_choice":{"type":"web_search"}}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","tool_choice":{"type":"allowed_tools","tools":[{"type":"web_search"}]}}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","context_management":[{"type":"compaction"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"max_tool_calls":-5,"input":"Hello","tools":[{"type":"web_search"}]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","text":{"format":{"type":"text"}},"include":["file_search_call.results"]}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":"Hello","moderation":{"model":"x"}}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"max_tokens":9,"input":"Hello","instructions":{"file":"x"}}`],
  [RESP, `{"model":"responses","max_output_tokens":16,"input":[{"type":"additional_tools","tools":[{"type":"web_search"}]},{"role":"user","content":"a"}]}`],
  [MSG, `{"model":"messages","max_tokens":5,"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"a","url":"https://x"}}]}]}`],
  [MSG, `{"model":"messages","max_tokens":5,"messages":[{"role":"user","content":[{"type":"document","source":{"type":"content","content":[{"type":"image","source":{"type":"url","url":"https://x"}}]}}]}]}`],
  [MSG, `{"model":"messages","max_tokens":5,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":[{"type":"document","source":{"type":"file","file_id":"x"}}]}]}]}`],
  [MSG, `{"model":"messages","max_tokens":5,"messages":[{"role":"user","content":[{"type":"container_upload","file_id":"x"}]}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"mcp_servers":[{"type":"url","url":"https://x","name":"x"}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"container":"x"}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"context_management":{"edits":[]}}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"tools":[{"type":"custom","name":"a","input_schema":{},"type":"web_fetch_20250910"}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"tools":[{"name":"web_search"}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"tools":[{"type":"bash_20250124","name":"bash"}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"tools":[{"type":"code_execution_20250825","name":"code_execution"}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"system":[{"type":"document","source":{"type":"url","url":"https://x"}}]}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"thinking":{"type":"enabled","budget_tokens":100000}}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi},"output_config":{"effort":"max","task_budget":{"total":1}}}`],
  [MSG, `{"model":"messages","max_tokens":5,${hi}}`, { 'anthropic-beta': 'context-1m-2025-08-07,fast-mode-2026-02-01,mcp-client-2025-11-20' }],
  [MSG, `{"model":"messages","max_tokens":5,"betas":["context-1m"],${hi}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5},"generation_config":{"max_output_tokens":60000}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5,"max_output_tokens":60000}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5,"candidateCount":1,"candidate_count":8}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":"60000"}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5},"cachedContent":"cachedContents/x"}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5},"cached_content":"cachedContents/x"}`],
  [GEM, `{"contents":[{"parts":[{"text":"a","fileData":{"fileUri":"x"}}]}],"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a","file_data":{"file_uri":"x"}}]}],"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"inlineData":{"mimeType":"image/png","data":"aGVsbG8="},"inline_data":{"mime_type":"application/pdf","data":"JVBERi0="}}]}],"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"functionResponse":{"name":"x","response":{},"parts":[{"fileData":{"fileUri":"x"}}]}}]}],"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"tools":[{"functionDeclarations":[]},{"urlContext":{}}],"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"tools":[{"url_context":{}}],"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"tools":{"googleSearch":{}},"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"model":"models/dear","generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"toolConfig":{"retrievalConfig":{}},"generationConfig":{"maxOutputTokens":5}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5,"responseModalities":["IMAGE"]}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5,"mediaResolution":"MEDIA_RESOLUTION_HIGH"}}`],
  [GEM, `{"contents":[{"parts":[{"text":"a","videoMetadata":{"fps":60}}]}],"generationConfig":{"maxOutputTokens":5}}`],
  ['/v1beta/models/gemini%3AgenerateContent', `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5}}`],
  ['/v1beta/models/gemini:streamGenerateContent', `{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":5}}`],
  ['/v1beta/models/vectors:batchEmbedContents', `{"requests":[{"model":"models/dear","content":{"parts":[{"text":"a"}]}}]}`],
  ['/v1beta/models/vectors:embedContent', `{"model":"models/dear","content":{"parts":[{"text":"a"}]}}`],
  ['/v1/embeddings', `{"model":"vectors","input":"https://x.y/z"}`],
  ['/v1/embeddings', `{"model":"vectors","input":[[1,2],[3]]}`],
  ['/v1/embeddings', `{"model":"vectors","input":{"file":"x"}}`],
  ['/v1/embeddings', `{"model":"vectors","input":"x","messages":[{"role":"user","content":"x"}]}`],
  ['/v1/rerank', S({ model: 'vectors', query: 'q'.repeat(3000), documents: Array(100).fill('a') })],
  ['/v1/rerank', S({ model: 'vectors', query: 'q', documents: 'https://x.y/z' })],
]

test('attack', async () => {
  const { db } = (gateway as never as { db: never }) as never
  for (const [path, body, headers = {}] of A) {
    const token = await gateway.makeToken({ unlimited_quota: false, remain_quota: 20_000 })
    const before = upstream.requests.length
    const r = await fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${token.bearer}`, 'content-type': 'application/json', ...headers }, body })
    const text = await r.text()
    const up = upstream.requests.slice(before)
    let code = ''
    try { code = JSON.parse(text).error?.code ?? JSON.parse(text).error?.message ?? '' } catch { code = text.slice(0, 60) }
    const logs = r.ok ? await gateway.logsOf(r) : []
    console.log(r.status, String(code).slice(0, 80), '|', path.slice(3, 50), String(body).replace(/\s+/g, ' ').slice(0, 190))
    if (up.length) console.log('      UP', up[0]!.path, up[0]!.body.slice(0, 260), S(Object.fromEntries([...up[0]!.headers].filter(([k]) => !['host', 'accept', 'user-agent', 'connection', 'accept-encoding', 'authorization', 'x-api-key', 'content-length', 'content-type'].includes(k)))), 'charged', logs[0]?.quota)
  }
}, 300_000)
