import type { ReactNode } from 'react'

export interface Fact {
  label: string
  /** Empty: the fact is left out. */
  value: ReactNode
}

/** A list of facts: labels and values, without empty ones. */
export const FactList = ({ facts, className }: { facts: readonly Fact[]; className: string | undefined }) => (
  <dl className={className}>
    {facts
      .filter(({ value }) => value)
      .map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
