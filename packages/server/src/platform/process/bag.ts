/**
 * Collections for what comes and goes with every call. A `Set` or `Map` with so many changes replaces its table again and
 * again. A replaced table keeps what it held and the table after it, so once it is old, the collector frees nothing that
 * later tables held until it looks through the whole heap.
 */

/** What a bag holds. Only the bag changes its slot. */
export interface BagMember {
  slot: number
}

/** The slot of a member that is in no bag. */
export const NO_SLOT = -1

/** A set of members in no order; each is in one bag at most. */
export class Bag<Member extends BagMember> implements Iterable<Member> {
  private readonly members: Member[] = []

  get size(): number {
    return this.members.length
  }

  add(member: Member): void {
    member.slot = this.members.push(member) - 1
  }

  /** Returns whether it was a member. */
  delete(member: Member): boolean {
    const { members } = this
    const { slot } = member
    if (members[slot] !== member) return false
    const last = members.pop()
    if (last && last !== member) {
      members[slot] = last
      last.slot = slot
    }
    member.slot = NO_SLOT
    return true
  }

  /** Goes backwards, so that none is left out when the current member is deleted. */
  *[Symbol.iterator](): Iterator<Member> {
    for (let slot = this.members.length - 1; slot >= 0; slot--) {
      const member = this.members[slot]
      if (member) yield member
    }
  }
}

/** Values by id, in no order. */
export class BagById<Value> {
  private readonly slots = new Map<string, number>()
  private readonly ids: string[] = []
  private readonly held: Value[] = []

  get size(): number {
    return this.held.length
  }

  has(id: string): boolean {
    return this.slots.has(id)
  }

  get(id: string): Value | undefined {
    const slot = this.slots.get(id)
    return slot === undefined ? undefined : this.held[slot]
  }

  set(id: string, value: Value): void {
    const slot = this.slots.get(id) ?? this.held.length
    this.slots.set(id, slot)
    this.ids[slot] = id
    this.held[slot] = value
  }

  /** Returns whether there was one. */
  delete(id: string): boolean {
    const slot = this.slots.get(id)
    if (slot === undefined) return false
    this.slots.delete(id)
    const lastId = this.ids.pop()
    const last = this.held.pop()
    if (lastId !== undefined && lastId !== id) {
      this.slots.set(lastId, slot)
      this.ids[slot] = lastId
      this.held[slot] = last as Value // popped with its id
    }
    return true
  }

  values(): Iterable<Value> {
    return this.held.values()
  }
}
