import type { Cli } from './cli.ts'

const python = { from: 'pip', program: 'python' } as const
const typescript = { program: 'bun' } as const

/** The libraries of the guides. Their lines run unchanged. */
export const libraries: readonly Cli[] = [
  {
    ...python,
    id: 'openai-python',
    guide: 'openai-sdk',
    name: 'OpenAI SDK, Python',
    package: 'openai',
    version: '3.57.0',
  },
  {
    ...typescript,
    id: 'openai-ts',
    guide: 'openai-sdk',
    name: 'OpenAI SDK, TypeScript',
    package: 'openai',
    version: '7.57.0',
  },
  {
    ...python,
    id: 'anthropic-python',
    guide: 'anthropic-sdk',
    name: 'Anthropic SDK, Python',
    package: 'anthropic',
    version: '2.14.0',
  },
  {
    ...typescript,
    id: 'anthropic-ts',
    guide: 'anthropic-sdk',
    name: 'Anthropic SDK, TypeScript',
    package: '@anthropic-ai/sdk',
    version: '1.14.0',
  },
  {
    ...python,
    id: 'google-python',
    guide: 'google-sdk',
    name: 'Google Gen AI SDK, Python',
    package: 'google-genai',
    version: '3.6.1',
  },
  {
    ...typescript,
    id: 'google-ts',
    guide: 'google-sdk',
    name: 'Google Gen AI SDK, TypeScript',
    package: '@google/genai',
    version: '3.3.0',
  },
  {
    ...typescript,
    id: 'ai-sdk',
    name: 'Vercel AI SDK',
    package: 'ai',
    version: '7.0.173',
    beside: ['@ai-sdk/anthropic@4.0.105'],
  },
  {
    ...python,
    id: 'langchain-python',
    guide: 'langchain',
    name: 'LangChain, Python',
    package: 'langchain-openai',
    version: '1.7.4',
  },
  {
    ...typescript,
    id: 'langchain-ts',
    guide: 'langchain',
    name: 'LangChain, TypeScript',
    package: '@langchain/openai',
    version: '1.6.0',
    beside: ['@langchain/core@1.4.0'],
  },
]
