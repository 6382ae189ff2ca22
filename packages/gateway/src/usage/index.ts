export { readAnthropicUsage } from './anthropic.ts'
export { readGeminiUsage } from './gemini.ts'
export { readOpenAiUsage } from './openai.ts'
export type { ReportedUsage } from './report.ts'
