import type { ToolCall } from '../../support/conversing-upstream/script.ts'

/** A command-line client as npm has it, and how it is driven without a terminal. */
export interface Cli {
  id: string
  name: string
  /** Of npm. */
  package: string
  version: string
  /** The program's name in node_modules/.bin. */
  program: string
  /** What is set besides what users are told to: to be silent and alone. Text is added to a file of the same name. */
  files?: Record<string, string>
  environment?: Record<string, string>
  /** Its arguments for one prompt; `resumes`: in the session that was last. */
  ask(prompt: string, place: Place, resumes: boolean): string[]
  /** Has it compact its session: the prompt that asks for it, or what else it is told so that it does so on its own. */
  compact?: { prompt: string } | { with: string[] }
  /** It does not send reasoning back that it was given: never, or not in a session that is resumed. */
  forgetsReasoning?: 'always' | 'resumed'
  /** How it is given a server of the Model Context Protocol, named `words`, and how a model calls a tool of it. */
  mcp?: { with(command: string, args: readonly string[]): string[]; call(tool: string): ToolCall }
  /** How a model has it search the web; it then asks the model's host to. */
  search?(query: string): ToolCall
  /** What it is told so that it speaks over a WebSocket, and what it then says of it among its errors. */
  socket?: { with: string[]; environment: Record<string, string>; says: RegExp }
  /** Its own tools, as a model calls them. */
  read(file: string): ToolCall
  list(folder: string): ToolCall
}

/** Where a client runs and what it reaches. */
export interface Place {
  home: string
  /** The folder it works in. */
  project: string
  /** The gateway. */
  url: string
  bearer: string
  model: string
}
