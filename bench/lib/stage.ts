import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs'

/** The parts that scenarios use, all on the loopback address. It ends with the script. */
export interface Stage {
  /** Holds the compiled tools, the bodies and the parts' files. */
  folder: string
  /** The model provider's port; absent: any free one. */
  upstreamPort?: number | undefined
  /** Returns a part by name, started on its first use. */
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
      return part as Promise<Part> // each name belongs to one kind of part
    },
  }
}
