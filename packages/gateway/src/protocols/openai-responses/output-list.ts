import { fitId } from '../../canonical/tool-ids.ts'
import type { JsonObject } from '../../raw/json.ts'

/** Emits one event of the stream. */
export type Say = (type: string, members: JsonObject) => void

/** An item's id and place in the output. */
export interface Spot {
  id: string
  place: number
}

/** The output of a growing response: items in the order they began, complete once they are done. */
export class OutputList {
  /** By place; null: not done. */
  private readonly list: (JsonObject | null)[] = []
  /** Places in the order of the whole output. */
  private readonly order: number[] = []

  constructor(
    private readonly say: Say,
    private readonly answerId: string,
  ) {}

  /** The finished items. */
  get items(): JsonObject[] {
    return this.order.map(place => this.list[place] ?? null).filter(item => item !== null)
  }

  /** Returns the next place, and an id for its item. `later`: an item that follows it in the whole output. */
  reserve(prefix: string, later?: Spot): Spot {
    const place = this.list.push(null) - 1
    this.order.splice(later ? this.order.lastIndexOf(later.place) : this.order.length, 0, place)
    return { place, id: fitId(`${prefix}_${this.answerId}_${place}`, ID_RULE) }
  }

  begin({ place }: Spot, item: JsonObject): void {
    this.say('response.output_item.added', { output_index: place, item })
  }

  /** Emits an event of an item between its beginning and its end. */
  emit({ id, place }: Spot, type: string, members: JsonObject): void {
    this.say(type, { item_id: id, output_index: place, ...members })
  }

  end({ place }: Spot, item: JsonObject): void {
    this.list[place] = item
    this.say('response.output_item.done', { output_index: place, item })
  }
}

/** https://platform.openai.com/docs/api-reference/responses/create: longer ids are refused when they are sent back. */
const ID_RULE = { maxLength: 64, forbidden: /[^a-zA-Z0-9_-]/g }
