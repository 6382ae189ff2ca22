/** An MCP server on standard input and output. Its one tool returns a word that nothing else knows. */
export const MCP_TOOL = 'secret_word'
export const MCP_WORD = 'bergamot'

if (import.meta.main) {
  let text = ''
  for await (const chunk of Bun.stdin.stream()) {
    const lines = (text + new TextDecoder().decode(chunk)).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') answer(JSON.parse(line))
  }
}

/** https://modelcontextprotocol.io/specification/2025-06-18/basic */
function answer({ id, method, params }: { id?: unknown; method: string; params?: { protocolVersion?: string } }): void {
  if (id === undefined) return
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'words', version: '1.0.0' },
    },
    'tools/list': {
      tools: [
        {
          name: MCP_TOOL,
          description: 'Tells the secret word.',
          inputSchema: { type: 'object', properties: { reason: { type: 'string' } }, additionalProperties: false },
        },
      ],
    },
    'tools/call': { content: [{ type: 'text', text: `The word is ${MCP_WORD}.` }] },
  }
  const result = results[method]
  const said = result ? { result } : { error: { code: -32601, message: 'no such method' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`)
}
