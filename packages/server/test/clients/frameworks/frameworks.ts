import type { ScenarioName } from './scenarios.ts'

/** A library from npm or PyPI, and the small program in `drivers` that uses it as its documentation does. */
export interface Framework {
  id: string
  name: string
  from: 'npm' | 'pip'
  /** With exact versions. The matrix names the first. */
  packages: readonly string[]
  driver: string
  /** The format to speak, if it supports several. */
  format?: 'openai' | 'anthropic' | 'gemini'
  /** The tool that a model calls to return an object; absent: the answer's text is the object. */
  objectTool?: string
  /** The scenarios it cannot do. */
  lacks: readonly ScenarioName[]
}

const SOCKETS = ['socket', 'realtime'] as const
const NODE = `node-${process.platform}-${process.arch}@22.23.3`
const AI_SDK = [
  'ai@7.0.173',
  '@ai-sdk/openai@4.0.118',
  '@ai-sdk/anthropic@4.0.105',
  '@ai-sdk/google@4.0.121',
  'zod@4.6.7',
]
const LANGCHAIN_TS = [
  'langchain@1.5.14',
  '@langchain/core@1.4.0',
  '@langchain/openai@1.6.0',
  '@langchain/anthropic@1.5.11',
  'zod@4.6.7',
]
const LANGCHAIN = [
  'langchain==1.5.2',
  'langchain-openai==1.7.4',
  'langchain-anthropic==1.7.10',
  'langchain-google-genai==4.4.3',
]
const PYDANTIC_AI = ['pydantic-ai-slim[openai,anthropic,google]==2.68.0']
const LITELLM = ['litellm==1.110.2']

const python = { from: 'pip', lacks: SOCKETS } as const
const typescript = { from: 'npm', lacks: SOCKETS } as const

const pydanticAi = { ...python, packages: PYDANTIC_AI, driver: 'pydantic_ai_agent.py', objectTool: 'final_result' }
const langchain = { ...python, packages: LANGCHAIN, driver: 'langchain_agent.py' }
const litellm = { ...python, packages: LITELLM, driver: 'litellm_completion.py' }
const aiSdk = { ...typescript, packages: [...AI_SDK, NODE], driver: 'ai_sdk.mjs' }
const langchainTs = { ...typescript, packages: [...LANGCHAIN_TS, NODE], driver: 'langchain_agent.mjs' }

/** Every framework tested with the gateway. */
export const frameworks: readonly Framework[] = [
  {
    ...python,
    id: 'openai-chat-py',
    name: 'openai, chat',
    packages: ['openai[realtime]==3.57.0'],
    driver: 'openai_chat.py',
  },
  {
    ...python,
    id: 'openai-responses-py',
    name: 'openai, responses',
    packages: ['openai[realtime]==3.57.0'],
    driver: 'openai_responses.py',
    lacks: [],
  },
  {
    ...python,
    id: 'anthropic-py',
    name: 'anthropic',
    packages: ['anthropic==2.14.0'],
    driver: 'anthropic_messages.py',
  },
  {
    ...python,
    id: 'google-genai-py',
    name: 'google-genai',
    packages: ['google-genai==3.6.1'],
    driver: 'google_genai.py',
  },
  {
    ...python,
    id: 'openai-agents-py',
    name: 'openai-agents',
    packages: ['openai-agents==0.24.0'],
    driver: 'openai_agents.py',
  },
  { ...pydanticAi, id: 'pydantic-ai-openai', name: 'pydantic-ai, openai', format: 'openai' },
  { ...pydanticAi, id: 'pydantic-ai-anthropic', name: 'pydantic-ai, anthropic', format: 'anthropic' },
  { ...pydanticAi, id: 'pydantic-ai-google', name: 'pydantic-ai, google', format: 'gemini' },
  { ...langchain, id: 'langchain-openai', name: 'langchain, openai', format: 'openai' },
  { ...langchain, id: 'langchain-anthropic', name: 'langchain, anthropic', format: 'anthropic', objectTool: 'Warmest' },
  { ...langchain, id: 'langchain-google', name: 'langchain, google', format: 'gemini' },
  {
    ...python,
    id: 'llama-index',
    name: 'llama-index',
    packages: ['llama-index-llms-openai-like==0.8.1'],
    driver: 'llama_index_agent.py',
    objectTool: 'Warmest',
  },
  {
    ...python,
    id: 'instructor',
    name: 'instructor',
    packages: ['instructor==1.17.0'],
    driver: 'instructor_client.py',
    objectTool: 'Warmest',
    lacks: ['tools', 'streamed', 'cancel', ...SOCKETS],
  },
  { ...litellm, id: 'litellm-openai', name: 'litellm, openai', format: 'openai' },
  {
    ...litellm,
    id: 'litellm-anthropic',
    name: 'litellm, anthropic',
    format: 'anthropic',
    objectTool: 'json_tool_call',
  },
  { ...aiSdk, id: 'ai-sdk-openai', name: 'ai, openai', format: 'openai' },
  { ...aiSdk, id: 'ai-sdk-anthropic', name: 'ai, anthropic', format: 'anthropic' },
  { ...aiSdk, id: 'ai-sdk-google', name: 'ai, google', format: 'gemini' },
  {
    ...typescript,
    id: 'openai-agents-ts',
    name: '@openai/agents',
    packages: ['@openai/agents@0.20.0', 'zod@4.6.7', NODE],
    driver: 'openai_agents.mjs',
  },
  { ...langchainTs, id: 'langchain-ts-openai', name: '@langchain/openai', format: 'openai' },
  {
    ...langchainTs,
    id: 'langchain-ts-anthropic',
    name: '@langchain/anthropic',
    format: 'anthropic',
    objectTool: 'extract',
  },
  {
    ...typescript,
    id: 'openai-sockets-ts',
    name: 'openai (npm), sockets',
    packages: ['openai@7.57.0', 'ws@8.23.0', NODE],
    driver: 'openai_sockets.mjs',
    lacks: ['tools', 'streamed', 'image', 'structured', 'error', 'poor', 'cancel'],
  },
]
