import type { ToolCall } from '../../support/conversing-upstream/script.ts'

/** A client as npm or PyPI has it: a program that is driven without a terminal, or a library that runs the guide's own lines. */
export interface Cli {
  id: string
  /** Its guide, where that is not called as it is. */
  guide?: string
  name: string
  package: string
  version: string
  /** Where the package is from; npm, unless it says otherwise. */
  from?: 'npm' | 'pip'
  /** Further packages that the guide's lines import, with their versions. */
  beside?: readonly string[]
  /** The program's name; of a library what runs its lines. */
  program: string
  /** Settings beyond the page's own that keep it silent and quick; none that it needs to connect. */
  files?: Record<string, string>
  environment?: Record<string, string>
  /** Its arguments for one prompt; `resumes`: in the session that was last. Libraries are not asked. */
  ask?(prompt: string, place: Place, resumes: boolean): string[]
  /** It never offers tools to a model. */
  isToolless?: true
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
  read?(file: string): ToolCall
  list?(folder: string): ToolCall
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
