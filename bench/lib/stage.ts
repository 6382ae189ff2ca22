import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs'

/** What scenarios run against, all on the loopback address. It ends with the script. */
export interface Stage {
  /** Holds the compiled tools, the bodies and what the parts write. */
  folder: string
  /** Of the model provider; absent: any that is free. */
  upstreamPort?: number | undefined
  /** A part by its name, started when it is first asked for. */
  part<Part>(name: string, start: () => Promise<Part>): Promise<Part>
}

export function setStage({ upstreamPort }: { upstreamPort?: number | undefined } = {}): Stage {
  const parts = new Map<string, Promise<unknown>>()
  return {
    folder: temporaryFolder('bench'),
    upstreamPort,
    part<Part>(name: string, start: () => Promise<Part>) {
      const part = parts.get(name) ?? start()
      parts.set(name, part)
      return part as Promise<Part> // a name belongs to one kind of part
    },
  }
}
