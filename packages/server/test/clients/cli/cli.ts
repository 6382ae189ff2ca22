import type { ToolCall } from '../../support/conversing-upstream/script.ts'

/** A client from npm or PyPI: a program driven without a terminal, or a library that runs the lines of its guide. */
export interface Cli {
  id: string
  /** The name of its guide, if it differs from the client's. */
  guide?: string
  name: string
  package: string
  version: string
  /** The registry of the package; npm by default. */
  from?: 'npm' | 'pip'
  /** Further packages, with versions, that the guide's lines import. */
  beside?: readonly string[]
  /** The program's name; for a library, the program that runs its lines. */
  program: string
  /** Settings beyond the guide's that keep it quiet and fast. It must not need them to connect. */
  files?: Record<string, string>
  environment?: Record<string, string>
  /** Its arguments for one prompt. `resumes`: continue the last session. Absent for libraries. */
  ask?(prompt: string, place: Place, resumes: boolean): string[]
  /** It never offers tools to a model. */
  isToolless?: true
  /** How to make it compact its session: a prompt that asks for it, or settings that trigger it. */
  compact?: { prompt: string } | { with: string[] }
  /** It does not send reasoning back: never, or not in a resumed session. */
  forgetsReasoning?: 'always' | 'resumed'
  /** How to give it an MCP server named `words`, and how a model calls a tool of that server. */
  mcp?: { with(command: string, args: readonly string[]): string[]; call(tool: string): ToolCall }
  /** The tool call by which a model searches the web. The client then asks the model's host to search. */
  search?(query: string): ToolCall
  /** The settings that make it use a WebSocket, and the text its errors then contain. */
  socket?: { with: string[]; environment: Record<string, string>; says: RegExp }
  /** Its own tools, as the model calls them. */
  read?(file: string): ToolCall
  list?(folder: string): ToolCall
}

/** Where a client runs and what it can reach. */
export interface Place {
  home: string
  /** The working folder. */
  project: string
  /** The gateway's address. */
  url: string
  bearer: string
  model: string
}
