export { readAnthropicUsage } from './anthropic.ts'
export { readGeminiUsage, searchesBilled } from './gemini.ts'
export { readOpenAiUsage } from './openai.ts'
export type { ReportedUsage } from './report.ts'
